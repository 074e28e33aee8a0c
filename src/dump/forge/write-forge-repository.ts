import { csvLine } from '../../base/separated-values.ts';
import type { GitLibrary } from '../../git/open-repository.ts';
import { createDiscussionReader } from '../../reading/read-discussions.ts';
import { createReleaseReader } from '../../reading/read-releases.ts';
import { createRepositoryReader, type Repository } from '../../reading/read-repositories.ts';
import { createThreadReader } from '../../reading/read-threads.ts';
import type { Thread } from '../../reading/thread.ts';
import type { Database } from '../../store/database.ts';
import type { FileFolders } from '../../store/file-folders.ts';
import { hostOf } from '../../store/url-readings.ts';
import type { DumpFolder, DumpSink } from '../dump-place.ts';
import { createFolderNamer } from '../dumped-repositories.ts';
import {
  createAddressReplacer,
  findUploads,
  type KeptUploads,
  type ReplaceAddresses,
} from '../text-addresses.ts';
import { type AccountMap, createForgeAccounts } from './forge-accounts.ts';
import {
  type ForgeGit,
  type ForgePlaces,
  findForgePlaces,
  openForgeGit,
  writeRepository,
} from './forge-git.ts';
import { attachmentAddress, createForgeLinks } from './forge-links.ts';
import { createForgeLabels, createForgeMilestones, DISCUSSION_LABEL } from './forge-lists.ts';
import { createForgeAttachments, type ForgeAttachment, writeForgeReleases } from './forge-releases.ts';
import { createForgeReviews } from './forge-reviews.ts';
import { createForgeTally, type ForgeCount } from './forge-tally.ts';
import {
  type ForgeWriting,
  forgeComments,
  forgeDiscussion,
  forgeIssue,
  forgePullRequest,
} from './forge-threads.ts';
import { type TakeList, type YamlRecord, yamlDocument, yamlItem } from './yaml.ts';

export interface ForgeOrder {
  readonly db: Database;
  readonly dump: DumpFolder;
  /** The folders with the files of the store. */
  readonly files: FileFolders;
  readonly library: GitLibrary;
  /** All repositories that are written. */
  readonly repositories: readonly string[];
  /** New logins or mail addresses by old logins in lower case. */
  readonly accounts: AccountMap;
  /** The address of the forge, to which addresses of the service in texts are changed; by default they stay. */
  readonly forgeUrl?: string | undefined;
  /** Whether discussions become issues with a label. */
  readonly hasDiscussions: boolean;
  readonly signal: AbortSignal;
}

export interface ForgeWriter {
  /** Writes a repository into the folder `owner/name` of the dump. */
  write(repo: string, takeList?: TakeList): Promise<void>;
  counts(): readonly ForgeCount[];
  /** Repositories whose git data is no longer next to the store. */
  readonly missing: readonly string[];
}

/** Prepares what all repositories need once. */
export function prepareForge(order: ForgeOrder): ForgeWriter {
  const { db, files } = order;
  const places = findForgePlaces(db, files);
  const uploads = findUploads(db, files);
  const prepared: Prepared = {
    ...order,
    uploads,
    moved: new Map(order.repositories.map((repo) => [repo.toLowerCase(), repo])),
    attachmentsOf: createForgeAttachments(db, uploads),
    labels: createForgeLabels(db, order),
    milestones: createForgeMilestones(db),
    replace: createAddressReplacer(),
    tally: createForgeTally(db),
    accountOf: createForgeAccounts(db, order.accounts),
    repositoryOf: createRepositoryReader(db),
    folderOf: createFolderNamer(),
    places,
    issues: createThreadReader(db, 'issue'),
    pullRequests: createThreadReader(db, 'pull_request'),
    discussions: createDiscussionReader(db),
    releases: createReleaseReader(db),
    reviews: createForgeReviews(db),
  };
  return {
    missing: places.missing,
    counts: prepared.tally.counts,
    async write(repo, takeList) {
      prepared.tally.addRepository(repo);
      await writeRepositoryOf(repo, { ...prepared, takeList });
    },
  };
}

interface Prepared extends ForgeOrder, Pick<ForgeWriting, 'tally' | 'accountOf'> {
  /** Takes the lists in place of the dump. */
  readonly takeList?: TakeList | undefined;
  readonly uploads: KeptUploads;
  readonly replace: ReplaceAddresses;
  readonly folderOf: ReturnType<typeof createFolderNamer>;
  /** The names of all repositories that are written, by the same in lower case. */
  readonly moved: ReadonlyMap<string, string>;
  readonly places: ForgePlaces;
  readonly attachmentsOf: ReturnType<typeof createForgeAttachments>;
  readonly labels: ReturnType<typeof createForgeLabels>;
  readonly milestones: ReturnType<typeof createForgeMilestones>;
  readonly repositoryOf: (repo: string) => Repository;
  readonly issues: ReturnType<typeof createThreadReader>;
  readonly pullRequests: ReturnType<typeof createThreadReader>;
  readonly discussions: ReturnType<typeof createDiscussionReader>;
  readonly releases: ReturnType<typeof createReleaseReader>;
  readonly reviews: ReturnType<typeof createForgeReviews>;
}

/** A repository while it is written. */
interface Writing extends Prepared, ForgeWriting {
  /** Its folder in the dump. */
  readonly folder: string;
  readonly git: ForgeGit | undefined;
  /** The numbers of threads that were written: a forge has each once. */
  readonly numbers: Set<number>;
}

async function writeRepositoryOf(repo: string, prepared: Prepared): Promise<void> {
  const { dump, library } = prepared;
  const folder = prepared.folderOf(repo);
  const { kept: attachments, missing } = prepared.attachmentsOf(repo);
  prepared.tally.leaveOut('attachments', 'the store does not have the file', missing);
  const placed = prepared.places.find(repo, false);
  const git = placed && (await openForgeGit(library, placed));
  const repository = prepared.repositoryOf(repo);
  const writing: Writing = {
    ...prepared,
    ...{ repo, folder, git, numbers: new Set<number>(), map: prepared.accounts },
    textOf: linksOf(repository, attachments, prepared),
  };
  if (attachments.length > 0) {
    await git?.tagAttachments();
  }
  await dump.addFile(`${folder}/repo.yml`, (file) => file.write(yamlDocument(headOf(repository, git))));
  await dump.addFile(`${folder}/topic.yml`, (file) =>
    file.write(yamlDocument({ topics: repository.topics })),
  );
  prepared.tally.write('topics', repository.topics.length);
  await writeLists(attachments, writing);
  await writeList('issue', writing, writeIssues(writing));
  await writeList('pull_request', writing, writePullRequests(writing));
  await git?.write(dump, `${folder}/git`);
  const wiki = prepared.places.find(repo, true);
  if (wiki !== undefined) {
    await writeRepository(dump, `${folder}/git.wiki.git`, wiki); // A forge looks for a wiki next to the address that it clones.
  }
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
  const { repo, folder, dump } = writing;
  await writeList('label', writing, writing.labels(writing));
  await writeList('milestone', writing, writing.milestones(writing));
  const releases = writeForgeReleases(writing.releases(repo), attachments, writing);
  await writeList('release', writing, releases);
  if (attachments.length > 0) {
    await dump.addFile(`${folder}/attachments.csv`, async (file) => {
      await file.write(csvLine(['old_address', 'new_address']));
      for (const { url, name } of attachments) {
        await file.write(csvLine([url, attachmentAddress(name, writing)]));
      }
    });
  }
}

async function writeList(
  name: string,
  { dump, folder, signal, takeList }: Pick<Writing, 'dump' | 'folder' | 'signal' | 'takeList'>,
  records: Iterable<YamlRecord> | AsyncIterable<YamlRecord>,
): Promise<void> {
  if (takeList !== undefined) {
    await takeList(name, records);
    return;
  }
  await dump.addFile(`${folder}/${name}.yml`, async (file: DumpSink) => {
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
  const { repo, folder, dump, git } = writing;
  for (const thread of writing.pullRequests.ofRepository(repo)) {
    const number = takeNumber(thread.number, 'pull_requests', writing);
    if (number === undefined) {
      continue;
    }
    await writeComments(number, thread, writing);
    const reviews = writing.reviews({ number, url: thread.url }, writing);
    if (reviews.length > 0) {
      await writeList(`reviews/${number}`, writing, reviews);
    }
    // A forge copies the patch and works from the commits. It fails if there is no such file.
    const patchPath = `pulls/${number}.patch`;
    await dump.addFile(`${folder}/${patchPath}`, async () => {});
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
  // A store may come from anywhere and have any value.
  const isNumber = number !== null && Number.isSafeInteger(number) && number > 0;
  if (!isNumber || numbers.has(number)) {
    tally.leaveOut(kind, isNumber ? 'another has its number' : 'its record has no number');
    return undefined;
  }
  numbers.add(number);
  tally.write(kind);
  return number;
}

async function writeComments(number: number, thread: Thread, writing: Writing): Promise<void> {
  const comments = forgeComments({ number, thread }, writing);
  if (comments.length > 0) {
    await writeList(`comments/${number}`, writing, comments);
  }
}
