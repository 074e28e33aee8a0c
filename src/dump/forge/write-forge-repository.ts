import { csvLine } from '../../base/separated-values.ts';
import type { GitLibrary } from '../../git/open-repository.ts';
import { isSameRepository } from '../../model/repository-name.ts';
import { createDiscussionReader } from '../../reading/read-discussions.ts';
import { createReleaseReader } from '../../reading/read-releases.ts';
import { createRepositoryReader, type Repository } from '../../reading/read-repositories.ts';
import { createThreadReader } from '../../reading/read-threads.ts';
import type { Thread } from '../../reading/thread.ts';
import type { Database } from '../../store/database.ts';
import { type FileFolders, findGitFolder } from '../../store/file-folders.ts';
import { readKeptRepositories } from '../../store/kept-files.ts';
import { hostOf } from '../../store/url-readings.ts';
import type { PlacedRepository } from '../archive-content.ts';
import type { DumpFolder, DumpSink } from '../dump-place.ts';
import {
  createAddressReplacer,
  encodePath,
  findUploads,
  type KeptUploads,
  type ReplaceAddresses,
} from '../text-addresses.ts';
import { type AccountMap, createForgeAccounts } from './forge-accounts.ts';
import { type ForgeGit, openForgeGit, writeRepository } from './forge-git.ts';
import { createForgeLinks } from './forge-links.ts';
import { createForgeLabels, createForgeMilestones, DISCUSSION_LABEL } from './forge-lists.ts';
import {
  ATTACHMENTS_TAG,
  createForgeAttachments,
  type ForgeAttachment,
  writeForgeReleases,
} from './forge-releases.ts';
import { createForgeReviews } from './forge-reviews.ts';
import { createForgeTally, type ForgeCount } from './forge-tally.ts';
import {
  type ForgeWriting,
  forgeComments,
  forgeDiscussion,
  forgeIssue,
  forgePullRequest,
} from './forge-threads.ts';
import { type YamlRecord, yamlDocument, yamlItem } from './yaml.ts';

interface ForgeOrder {
  readonly db: Database;
  readonly dump: DumpFolder;
  readonly files: FileFolders;
  readonly library: GitLibrary;
  /** All repositories that are written. */
  readonly repositories: readonly string[];
  readonly accounts: AccountMap;
  readonly forgeUrl?: string | undefined;
  readonly hasDiscussions: boolean;
  readonly signal: AbortSignal;
}

export interface ForgeWriter {
  /** Writes a repository into the folder `owner/name` of the dump. */
  write(repo: string): Promise<void>;
  counts(): readonly ForgeCount[];
  /** Repositories whose git data is no longer next to the store. */
  readonly missing: readonly string[];
}

/** Prepares what all repositories need once. */
export function prepareForge(order: ForgeOrder): ForgeWriter {
  const { db, files } = order;
  const missing: string[] = [];
  const uploads = findUploads(db, files);
  const prepared: Prepared = {
    ...order,
    ...{ missing, uploads },
    attachmentsOf: createForgeAttachments(db, uploads),
    labels: createForgeLabels(db, order),
    milestones: createForgeMilestones(db),
    replace: createAddressReplacer(),
    tally: createForgeTally(db),
    accountOf: createForgeAccounts(db, order.accounts),
    repositoryOf: createRepositoryReader(db),
    kept: readKeptRepositories(db),
    issues: createThreadReader(db, 'issue'),
    pullRequests: createThreadReader(db, 'pull_request'),
    discussions: createDiscussionReader(db),
    releases: createReleaseReader(db),
    reviews: createForgeReviews(db),
  };
  return {
    missing,
    counts: prepared.tally.counts,
    async write(repo) {
      prepared.tally.addRepository(repo);
      await writeRepositoryOf(repo, prepared);
    },
  };
}

interface Prepared extends ForgeOrder, Pick<ForgeWriting, 'tally' | 'accountOf'> {
  readonly missing: string[];
  readonly uploads: KeptUploads;
  readonly replace: ReplaceAddresses;
  readonly attachmentsOf: ReturnType<typeof createForgeAttachments>;
  readonly labels: ReturnType<typeof createForgeLabels>;
  readonly milestones: ReturnType<typeof createForgeMilestones>;
  readonly repositoryOf: (repo: string) => Repository;
  readonly kept: ReturnType<typeof readKeptRepositories>;
  readonly issues: ReturnType<typeof createThreadReader>;
  readonly pullRequests: ReturnType<typeof createThreadReader>;
  readonly discussions: ReturnType<typeof createDiscussionReader>;
  readonly releases: ReturnType<typeof createReleaseReader>;
  readonly reviews: ReturnType<typeof createForgeReviews>;
}

/** A repository while it is written. */
interface Writing extends Prepared, ForgeWriting {
  readonly git: ForgeGit | undefined;
  /** The numbers of threads that were written: a forge has each once. */
  readonly numbers: Set<number>;
}

async function writeRepositoryOf(repo: string, prepared: Prepared): Promise<void> {
  const { dump, library } = prepared;
  const { kept: attachments, missing } = prepared.attachmentsOf(repo);
  prepared.tally.leaveOut('attachments', 'the store does not have the file', missing);
  const placed = placeOf(repo, false, prepared);
  const git = placed && (await openForgeGit(library, placed));
  const repository = prepared.repositoryOf(repo);
  const writing: Writing = {
    ...prepared,
    ...{ repo, git, numbers: new Set<number>(), map: prepared.accounts },
    textOf: linksOf(repository, attachments, prepared),
  };
  if (attachments.length > 0) {
    await git?.tagAttachments();
  }
  await dump.addFile(`${repo}/repo.yml`, (file) => file.write(yamlDocument(headOf(repository, git))));
  await dump.addFile(`${repo}/topic.yml`, (file) => file.write(yamlDocument({ topics: repository.topics })));
  prepared.tally.write('topics', repository.topics.length);
  await writeLists(attachments, writing);
  await writeList(`${repo}/issue.yml`, writing, writeIssues(writing));
  await writeList(`${repo}/pull_request.yml`, writing, writePullRequests(writing));
  await git?.write(dump, `${repo}/git`);
  const wiki = placeOf(repo, true, prepared);
  if (wiki !== undefined) {
    await writeRepository(dump, `${repo}/git.wiki.git`, wiki); // A forge looks for a wiki next to the address that it clones.
  }
}

function placeOf(
  repo: string,
  isWiki: boolean,
  { kept, files, missing }: Prepared,
): PlacedRepository | undefined {
  const found = kept.find((each) => each.isWiki === isWiki && isSameRepository(each.repo, repo));
  const directory = found && findGitFolder(files, found.folder);
  if (found !== undefined && directory === undefined) {
    missing.push(found.entryName);
  }
  return found && directory !== undefined ? { ...found, directory } : undefined;
}

function linksOf(
  { repo, url }: Repository,
  attachments: readonly ForgeAttachment[],
  { uploads, ...prepared }: Prepared,
): (text: string) => string {
  const names = new Map(attachments.map(({ assetUrl, name }) => [assetUrl, name]));
  return createForgeLinks({
    ...prepared,
    repo,
    assetNameOf: (address) => names.get(uploads.assetOf(address) ?? ''),
    host: hostOf(url ?? ''),
    map: prepared.accounts,
    forgeUrl: prepared.forgeUrl,
  });
}

/** `service_type` 2 is the service, so that people can claim what their accounts there wrote. */
function headOf(repository: Repository, git: ForgeGit | undefined): YamlRecord {
  const { repo, description, url, isPrivate, defaultBranch } = repository;
  const slash = repo.lastIndexOf('/');
  const switches = ['wiki', 'issues', 'milestones', 'labels', 'releases', 'comments', 'pulls', 'assets'];
  return {
    name: repo.slice(slash + 1),
    owner: repo.slice(0, slash),
    description: description ?? '',
    clone_addr: url === null ? '' : `${url}.git`,
    original_url: url ?? '',
    is_private: isPrivate !== false,
    service_type: 2,
    default_branch: defaultBranch ?? git?.defaultBranch ?? '',
    ...Object.fromEntries(switches.map((name) => [name, true])),
  };
}

async function writeLists(attachments: readonly ForgeAttachment[], writing: Writing): Promise<void> {
  const { repo, dump } = writing;
  await writeList(`${repo}/label.yml`, writing, writing.labels(writing));
  await writeList(`${repo}/milestone.yml`, writing, writing.milestones(writing));
  const order = { ...writing, folder: repo };
  await writeList(
    `${repo}/release.yml`,
    writing,
    writeForgeReleases(writing.releases(repo), attachments, order),
  );
  if (attachments.length > 0) {
    await dump.addFile(`${repo}/attachments.csv`, async (file) => {
      await file.write(csvLine(['old_address', 'new_address']));
      for (const { url, name } of attachments) {
        const path = `/${encodePath(`${repo}/releases/download/${ATTACHMENTS_TAG}/${name}`)}`;
        await file.write(csvLine([url, `${writing.forgeUrl ?? ''}${path}`]));
      }
    });
  }
}

async function writeList(
  path: string,
  { dump, signal }: Pick<Writing, 'dump' | 'signal'>,
  records: Iterable<YamlRecord> | AsyncIterable<YamlRecord>,
): Promise<void> {
  await dump.addFile(path, async (file: DumpSink) => {
    let count = 0;
    for await (const record of records) {
      signal.throwIfAborted();
      count += 1;
      await file.write(yamlItem(record));
    }
    if (count === 0) {
      await file.write('[]\n');
    }
  });
}

async function* writeIssues(writing: Writing): AsyncGenerator<YamlRecord> {
  for (const thread of writing.issues.ofRepository(writing.repo)) {
    const number = takeNumber(thread.number, 'issues', writing);
    if (number !== undefined) {
      await writeComments(number, thread, writing);
      yield forgeIssue({ number, thread }, writing);
    }
  }
  for (const discussion of writing.discussions(writing.repo)) {
    const reactionCount = discussion.reactions.reduce((sum, { authors }) => sum + authors.length, 0);
    if (!writing.hasDiscussions) {
      writing.tally.leaveOut('discussions', 'a forge has none, unless they are asked for as issues');
      writing.tally.leaveOut('reactions', 'discussions were left out', reactionCount);
      continue;
    }
    const number = takeNumber(discussion.number, 'discussions', writing);
    if (number !== undefined) {
      yield forgeDiscussion(number, discussion, DISCUSSION_LABEL, writing);
    }
  }
}

async function* writePullRequests(writing: Writing): AsyncGenerator<YamlRecord> {
  const { repo, dump, git } = writing;
  for (const thread of writing.pullRequests.ofRepository(repo)) {
    const number = takeNumber(thread.number, 'pull_requests', writing);
    if (number === undefined) {
      continue;
    }
    await writeComments(number, thread, writing);
    const reviews = writing.reviews({ number, url: thread.url }, writing);
    if (reviews.length > 0) {
      await writeList(`${repo}/reviews/${number}.yml`, writing, reviews);
    }
    // A forge copies the patch and works from the commits. It fails if there is no such file.
    const patchPath = `pulls/${number}.patch`;
    await dump.addFile(`${repo}/${patchPath}`, async () => {});
    const facts = thread.pullRequest;
    const place = (await git?.placePullRequest(number, thread)) ?? {
      headRef: facts?.headRef ?? '',
      headSha: facts?.headSha ?? '',
    };
    yield forgePullRequest({ number, thread }, { ...place, patchPath }, writing);
  }
}

/** The number of a thread; undefined, and counted, if it has none, or one that another has. */
function takeNumber(
  number: number | null,
  kind: 'issues' | 'pull_requests' | 'discussions',
  { numbers, tally }: Writing,
): number | undefined {
  if (number === null || numbers.has(number)) {
    tally.leaveOut(kind, number === null ? 'its record has no number' : 'another has its number');
    return undefined;
  }
  numbers.add(number);
  tally.write(kind);
  return number;
}

async function writeComments(number: number, thread: Thread, writing: Writing): Promise<void> {
  const comments = forgeComments({ number, thread }, writing);
  if (comments.length > 0) {
    await writeList(`${writing.repo}/comments/${number}.yml`, writing, comments);
  }
}
