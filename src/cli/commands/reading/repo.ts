import type { Command } from 'commander';
import { foldersOf } from '../../../app/folders-of-store.ts';
import { utcSeconds } from '../../../base/run-id.ts';
import { isUnreadable } from '../../../git/ask-git.ts';
import { createGitLibrary } from '../../../git/open-repository.ts';
import { type Readme, readReadme } from '../../../git/read-readme.ts';
import { openBrowsing } from '../../../reading/open-browsing.ts';
import type { Repository, RepositorySort } from '../../../reading/read-repositories.ts';
import { parseRepositoryAddress } from '../../../reading/thread-address.ts';
import type { CommandContext } from '../../context.ts';
import { addFlag, addHelpEnd } from '../../flags/flags.ts';
import { type Fields, type ListColumn, writeListing } from '../../render/listing.ts';
import { addStep } from '../../steps.ts';
import {
  addListFlags,
  addViewFlags,
  chooseListFormat,
  type ListFlags,
  layoutFor,
  showView,
  type ViewFlags,
  withReading,
} from './reading-flags.ts';
import { ageText, visibilityText } from './words.ts';

interface RepoListFlags extends ListFlags {
  readonly sort: RepositorySort;
}

const FIELDS: Fields<Repository> = {
  repo: ({ repo }) => repo,
  description: ({ description }) => description,
  is_private: ({ isPrivate }) => isPrivate,
  is_archived: ({ isArchived }) => isArchived,
  default_branch: ({ defaultBranch }) => defaultBranch,
  website: ({ website }) => website,
  topics: ({ topics }) => topics,
  created_at: ({ createdAt }) => createdAt,
  updated_at: ({ updatedAt }) => updatedAt,
  last_seen_at: ({ lastSeenAt }) => lastSeenAt && utcSeconds(Date.parse(lastSeenAt)),
  is_in_newest: ({ isInNewest }) => isInNewest,
  open_issues: ({ counts }) => counts.openIssues,
  closed_issues: ({ counts }) => counts.closedIssues,
  open_pull_requests: ({ counts }) => counts.openPullRequests,
  merged_pull_requests: ({ counts }) => counts.mergedPullRequests,
  closed_pull_requests: ({ counts }) => counts.closedPullRequests,
  releases: ({ counts }) => counts.releases,
  discussions: ({ counts }) => counts.discussions,
  url: ({ url }) => url,
};

const USUAL = ['repo', 'description', 'is_private', 'is_archived', 'updated_at'];

const SORTS: readonly RepositorySort[] = ['updated', 'created', 'name'];

/** `satchel repo list` and `satchel repo view`. */
export function defineRepo(command: Command, context: CommandContext): void {
  defineList(addStep(command, 'list', 'list the repositories of a store'), context);
  defineView(addStep(command, 'view', 'show what a repository contains, with its README'), context);
  addHelpEnd(command, ['repo list', 'repo view acme/rocket']);
}

function defineList(command: Command, context: CommandContext): void {
  command.argument('[owner]', 'only of this person or organization');
  addFlag(command, '--sort <order>', 'sort order', { choices: SORTS, default: 'updated' });
  addListFlags(command, Object.keys(FIELDS));
  addHelpEnd(command, ['repo list acme', 'repo list --json=repo,open_issues']);
  command.action(async (owner: string | undefined, flags: RepoListFlags) => {
    const { format, chosen } = chooseListFormat(flags, Object.keys(FIELDS));
    await withReading(flags, context, async (reading) => {
      const items = reading.repositories({
        owner,
        accounts: flags.account,
        limit: flags.limit,
        sort: flags.sort,
      });
      const columns = columnsFor(context);
      const listing = { items, fields: FIELDS, usual: USUAL, chosen, columns };
      if ((await writeListing(listing, format, context)) === 0 && flags.quiet !== true) {
        context.stderr.write('There is no such repository.\n');
      }
    });
  });
}

function columnsFor({ clock }: CommandContext): readonly ListColumn<Repository>[] {
  const nowMs = clock.now();
  return [
    { heading: 'NAME', text: ({ repo }) => repo },
    { heading: 'DESCRIPTION', text: ({ description }) => description ?? '' },
    { heading: 'INFO', text: visibilityText },
    { heading: 'ISSUES', text: ({ counts }) => `${counts.openIssues} open` },
    { heading: 'PRS', text: ({ counts }) => `${counts.openPullRequests} open` },
    { heading: 'UPDATED', text: ({ updatedAt }) => ageText(updatedAt, nowMs), fit: 'whole' },
  ];
}

function defineView(command: Command, context: CommandContext): void {
  command.argument('[repository]', 'acme/rocket, or its address (default: the only one of the store)');
  addViewFlags(command);
  addHelpEnd(command, ['repo view acme/rocket', 'repo view acme/rocket --json']);
  command.action(async (name: string | undefined, flags: ViewFlags) => {
    await withReading(flags, context, async (reading, store) => {
      const repository = reading.repository(name === undefined ? undefined : parseRepositoryAddress(name));
      const format = async () => {
        const { formatRepository } = await import('./format-repository.ts');
        const readme = await readRepositoryReadme(store, repository, context);
        return formatRepository(repository, readme, layoutFor(context));
      };
      await showView(repository, format, flags, context);
    });
  });
}

/** The README of the newest stored commit of a repository; null if none can be read. */
async function readRepositoryReadme(
  store: string,
  { repo, defaultBranch }: Repository,
  context: CommandContext,
): Promise<Readme | null> {
  const { env, clock, signal } = context;
  const library = createGitLibrary({ searchPath: env['PATH'] ?? '', clock, signal });
  const browsing = openBrowsing(store, { folders: await foldersOf(store, context) });
  try {
    const place = browsing.gitPlace(repo, false);
    if (place === undefined) {
      return null;
    }
    const git = library.open(place.folder);
    const commit =
      (await git.find('HEAD')) ?? (defaultBranch === null ? undefined : await git.find(defaultBranch));
    const entries = commit === undefined ? undefined : await git.folder(commit, '');
    return entries === undefined ? null : await readReadme(git, '', entries);
  } catch (error) {
    if (isUnreadable(error)) {
      return null; // The repository is shown without its README.
    }
    throw error;
  } finally {
    library.close();
    browsing.close();
  }
}
