import type { Command } from 'commander';
import { countText } from '../../../base/sizes.ts';
import { capitalized } from '../../../base/text-ends.ts';
import type { ListedThread, ThreadFilter } from '../../../reading/list-threads.ts';
import { parseRepositoryAddress } from '../../../reading/thread-address.ts';
import type { Snapshot } from '../../../store/snapshot.ts';
import type { CommandContext } from '../../context.ts';
import { addFlag, addHelpEnd } from '../../flags/flags.ts';
import { cellText } from '../../render/cell-text.ts';
import { type Fields, fieldsIn, type ListColumn, writeListing } from '../../render/listing.ts';
import {
  addListFlags,
  chooseListFormat,
  gatherList,
  type ListFlags,
  parseLogin,
  type RepositoryColumn,
  repositoryColumn,
  withReading,
} from './reading-flags.ts';
import { ageText, stateStyle, THREAD_NOUNS } from './words.ts';

interface ThreadListFlags extends ListFlags {
  readonly repo?: string;
  readonly state: ThreadState;
  readonly author?: string;
  readonly assignee?: string;
  readonly label?: readonly string[];
  readonly milestone?: string;
  readonly search?: string;
  readonly sort?: keyof typeof SORTS;
  readonly draft?: boolean;
}

type ThreadState = NonNullable<ThreadFilter['state']>;

/** Sort orders: descending unless the name ends in -asc. */
const SORTS = {
  created: { by: 'created', isAscending: false },
  'created-asc': { by: 'created', isAscending: true },
  updated: { by: 'updated', isAscending: false },
  'updated-asc': { by: 'updated', isAscending: true },
  comments: { by: 'comments', isAscending: false },
  'comments-asc': { by: 'comments', isAscending: true },
  reactions: { by: 'reactions', isAscending: false },
  'reactions-asc': { by: 'reactions', isAscending: true },
} as const satisfies Record<string, ThreadFilter['sort']>;

const FIELDS: Fields<ListedThread> = {
  repo: ({ repo }) => repo,
  number: ({ number }) => number,
  title: ({ title }) => title,
  state: ({ state }) => state,
  author: ({ author }) => author,
  labels: ({ labels }) => labels.map(({ name }) => name),
  assignees: ({ assignees }) => assignees,
  milestone: ({ milestone }) => milestone,
  comments: ({ commentCount }) => commentCount,
  created_at: ({ createdAt }) => createdAt,
  updated_at: ({ updatedAt }) => updatedAt,
  closed_at: ({ closedAt }) => closedAt,
  url: ({ url }) => url,
  body: ({ body }) => body,
};

const PULL_FIELDS: Fields<ListedThread> = {
  ...FIELDS,
  is_draft: ({ isDraft }) => isDraft,
  merged_at: ({ mergedAt }) => mergedAt,
  head: ({ headRef }) => headRef,
  base: ({ baseRef }) => baseRef,
};

/** Differences between the lists of issues and pull requests. */
const KINDS = {
  issue: {
    fields: FIELDS,
    usual: ['repo', 'number', 'state', 'title', 'labels', 'updated_at'],
    states: ['open', 'closed', 'all'],
    examples: [
      'issue list --repo acme/rocket --label bug --state all',
      'issue list --author mira --json=number,title,comments',
      'issue list --search \'"race condition" created:2023\'',
    ],
  },
  pull_request: {
    fields: PULL_FIELDS,
    usual: ['repo', 'number', 'state', 'title', 'head', 'updated_at'],
    states: ['open', 'closed', 'merged', 'all'],
    examples: [
      'pr list --repo acme/rocket --state merged',
      'pr list --search "review:changes_requested" --json=number,title,head',
    ],
  },
} as const;

/** `satchel issue list` and `satchel pr list`. */
export function defineThreadList(
  command: Command,
  kind: ListedThread['kind'],
  context: CommandContext,
): void {
  const { fields, states, examples } = KINDS[kind];
  addFlag(command, '-R, --repo <owner/name>', 'only of this repository');
  addFlag(command, '-s, --state <state>', 'state of the threads to list', {
    choices: states,
    default: 'open',
  });
  addFlag(command, '-A, --author <login>', 'only those opened by this person', { parse: parseLogin });
  addFlag(command, '-a, --assignee <login>', 'only those assigned to this person', { parse: parseLogin });
  addFlag(command, '-l, --label <name>', 'only those with this label; repeat it to require several', {
    parse: gatherList,
  });
  addFlag(command, '-m, --milestone <title>', 'only those of this milestone');
  if (kind === 'pull_request') {
    addFlag(command, '-d, --draft', 'only drafts');
  }
  addFlag(command, '-S, --search <query>', 'only those that match this ("satchel help searching")');
  addFlag(command, '--sort <order>', 'order of the list (default: the newest first)', {
    choices: Object.keys(SORTS),
  });
  addListFlags(command, Object.keys(fields));
  addHelpEnd(command, examples);
  command.action(async (flags: ThreadListFlags) => {
    const { format, chosen } = chooseListFormat(flags, Object.keys(fields));
    await withReading(flags, context, async (reading) => {
      const filter = filterOf(flags, kind, context);
      const shape = { fields, usual: KINDS[kind].usual, chosen };
      const hasBodies = fieldsIn(shape, format).includes('body');
      const found = reading.threads({ ...filter, limit: flags.limit + 1 }, { hasBodies });
      const count = Math.min(found.count, flags.limit);
      const columns = columnsFor(kind, repositoryColumn(filter.repo, reading), context);
      if (context.stdout.isTTY === true && flags.quiet !== true && format === 'table') {
        const snapshot = reading.snapshots().at(-1);
        context.stderr.write(describeThreads(filter, { count, hasMore: found.count > count, snapshot }));
      }
      await writeListing({ ...shape, items: found.threads(count), columns }, format, context);
    });
  });
}

function filterOf(flags: ThreadListFlags, kind: ListedThread['kind'], context: CommandContext): ThreadFilter {
  const { repo, state, author, assignee, label, milestone, draft, search, sort, limit, account } = flags;
  return {
    kind,
    owners: account,
    repo: repo === undefined ? undefined : parseRepositoryAddress(repo),
    state,
    author,
    assignee,
    labels: label,
    milestone,
    isDraft: draft,
    search,
    sort: sort === undefined ? undefined : SORTS[sort],
    limit,
    nowMs: context.clock.now(),
  };
}

function columnsFor(
  kind: ListedThread['kind'],
  repositoryColumns: RepositoryColumn,
  { clock }: CommandContext,
): readonly ListColumn<ListedThread>[] {
  const nowMs = clock.now();
  const middleColumn: ListColumn<ListedThread> =
    kind === 'issue'
      ? {
          heading: 'LABELS',
          text: ({ labels }) => labels.map(({ name }) => name).join(', '),
          fit: 'cut',
        }
      : { heading: 'BRANCH', text: ({ headRef }) => headRef ?? '', fit: 'cut' };
  return [
    {
      heading: 'ID',
      text: ({ number }) => `#${number ?? '?'}`,
      style: ({ state, isDraft }) => stateStyle(state, isDraft),
    },
    ...repositoryColumns,
    { heading: 'TITLE', text: ({ title }) => title ?? '' },
    middleColumn,
    { heading: 'UPDATED', text: ({ updatedAt }) => ageText(updatedAt, nowMs), fit: 'whole' },
  ];
}

interface FoundThreads {
  readonly count: number;
  /** Whether there are more results than shown. */
  readonly hasMore: boolean;
  readonly snapshot: Snapshot | undefined;
}

/** The line above a list: the filter, the repository, and the date of the archive. */
function describeThreads(filter: ThreadFilter, { count, hasMore, snapshot }: FoundThreads): string {
  const where = filter.repo === undefined ? '' : ` in ${cellText(filter.repo)}`;
  const takenAt = snapshot?.takenAt?.slice(0, 10);
  const asOf = takenAt === undefined ? '' : `, as of ${cellText(takenAt)}`;
  const state = filter.state === undefined || filter.state === 'all' ? '' : `${filter.state} `;
  const noun = `${state}${THREAD_NOUNS[filter.kind]}`;
  if (count === 0) {
    const hint = filter.state === 'open' ? '; --state all also shows closed ones' : '';
    const fits = isFiltered(filter) ? 'matching ' : '';
    return `There is no ${fits}${noun}${where}${asOf}${hint}.\n`;
  }
  const counted = countText(count, noun);
  return hasMore
    ? `The first ${counted}${where}${asOf}; --limit shows more.\n\n`
    : `${capitalized(counted)}${where}${asOf}.\n\n`;
}

function isFiltered({ author, assignee, labels, milestone, isDraft, search, owners }: ThreadFilter): boolean {
  return [author, assignee, labels, milestone, isDraft, search, owners].some((part) => part !== undefined);
}
