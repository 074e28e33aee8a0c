import { Failure } from '../../model/failure.ts';
import type { ThreadFilter } from '../../reading/list-threads.ts';
import type { ReleaseFilter } from '../../reading/read-releases.ts';
import type { RepositoryFilter } from '../../reading/read-repositories.ts';
import type { SearchSort } from '../../search/search-query.ts';
import { type SearchResults, searchStore } from '../../search/search-store.ts';
import type { Database } from '../../store/database.ts';
import { requireOptions } from './check-arguments.ts';
import {
  ACCOUNTS,
  CLOCK,
  COUNT,
  FLAG,
  listOf,
  objectOf,
  oneOf,
  type Shape,
  type ShapesOf,
  SIGNAL,
  TEXT,
} from './shapes.ts';
import { type Surroundings, withDefaults } from './surroundings.ts';

/** How to search a store. */
export interface SearchOptions extends Pick<Surroundings, 'clock'> {
  /** Continues after an earlier page: its `after`. */
  readonly after?: string | undefined;
  /** Only records in repositories of these accounts; default: all. */
  readonly accounts?: readonly string[] | undefined;
  /** The maximum number of results; default: 30. */
  readonly limit?: number | undefined;
}

/** Which issues or pull requests to list. */
export interface ThreadOptions
  extends Pick<ThreadFilter, 'kind'>,
    Partial<Omit<ThreadFilter, 'kind' | 'nowMs' | 'owners'>>,
    Pick<SearchOptions, 'accounts' | 'clock'> {}

/** Which releases to list. */
export type ReleaseOptions = Partial<ReleaseFilter>;

/** Which repositories to list. */
export type RepositoryOptions = Partial<RepositoryFilter>;

/** The options of a list or a search without those of pages: for all that it finds. */
export type AllOptions<Options> = Omit<Options, 'limit' | 'offset' | 'after'> & Pick<Surroundings, 'signal'>;

/** How many items lists and searches have unless the caller says otherwise. */
const LIMIT = 30;

const SORT = objectOf<SearchSort>(
  { by: oneOf(['relevance', 'created', 'updated', 'comments', 'reactions']), isAscending: FLAG },
  ['by', 'isAscending'],
);

const SEARCHING: ShapesOf<SearchOptions> = {
  clock: CLOCK,
  after: TEXT,
  accounts: ACCOUNTS,
  limit: COUNT,
};

const LISTING_THREADS: ShapesOf<ThreadOptions> = {
  kind: oneOf(['issue', 'pull_request']),
  repo: TEXT,
  state: oneOf(['open', 'closed', 'merged', 'all']),
  author: TEXT,
  assignee: TEXT,
  labels: listOf(TEXT),
  milestone: TEXT,
  isDraft: FLAG,
  accounts: ACCOUNTS,
  search: TEXT,
  sort: SORT,
  limit: COUNT,
  offset: COUNT,
  clock: CLOCK,
};

const LISTING_RELEASES: ShapesOf<ReleaseFilter> = {
  repo: TEXT,
  author: TEXT,
  accounts: ACCOUNTS,
  limit: COUNT,
  offset: COUNT,
  isOldestFirst: FLAG,
};

const LISTING_REPOSITORIES: ShapesOf<RepositoryFilter> = {
  owner: TEXT,
  accounts: ACCOUNTS,
  limit: COUNT,
  offset: COUNT,
  sort: oneOf(['name', 'updated', 'created']),
};

export function search(db: Database, text: string, options: SearchOptions): SearchResults {
  requireOptions('search', options, { known: SEARCHING });
  const { accounts: owners, clock, limit = LIMIT, after } = options;
  const { now } = withDefaults({ clock }).clock;
  return searchStore(db, text, { owners, after, limit, nowMs: now() });
}

export function threadFilterOf(options: ThreadOptions): ThreadFilter {
  requireOptions('list threads', options, { known: LISTING_THREADS, required: ['kind'] });
  if (options.kind === 'issue' && options.state === 'merged') {
    throw new Failure('usage', 'Cannot list threads: "state" is "merged", and issues are never merged', {
      hint: 'Give the kind "pull_request", or another state',
    });
  }
  const { accounts: owners, clock, limit = LIMIT, ...filter } = options;
  return { ...filter, owners, limit, nowMs: withDefaults({ clock }).clock.now() };
}

export function releaseFilterOf(options: ReleaseOptions): ReleaseFilter {
  requireOptions('list releases', options, { known: LISTING_RELEASES });
  return { limit: LIMIT, isOldestFirst: false, ...options };
}

export function repositoryFilterOf(options: RepositoryOptions): RepositoryFilter {
  requireOptions('list repositories', options, { known: LISTING_REPOSITORIES });
  return { limit: LIMIT, sort: 'name', ...options };
}

/** The filters of whole lists: their options are those of a page without its own, and a signal. */
export const FILTERS_OF_ALL = {
  search(options: AllOptions<SearchOptions>) {
    const { accounts: owners, clock } = withoutPage('search', options, SEARCHING);
    return { owners, nowMs: withDefaults({ clock }).clock.now() };
  },
  threads: (options: AllOptions<ThreadOptions>) =>
    threadFilterOf(withoutPage('list threads', options, LISTING_THREADS)),
  releases: (options: AllOptions<ReleaseOptions>) =>
    releaseFilterOf(withoutPage('list releases', options, LISTING_RELEASES)),
  repositories: (options: AllOptions<RepositoryOptions>) =>
    repositoryFilterOf(withoutPage('list repositories', options, LISTING_REPOSITORIES)),
};

/** The options of one page with all items. */
function withoutPage<Options extends object>(
  action: string,
  options: AllOptions<Options>,
  shapes: ShapesOf<Options>,
) {
  const { limit: _, offset: __, after: ___, ...own }: Readonly<Record<string, Shape>> = shapes;
  requireOptions<Readonly<Record<string, unknown>>>(action, options, { known: { ...own, signal: SIGNAL } });
  const { signal: ____, ...filter } = options;
  return { ...filter, limit: Number.MAX_SAFE_INTEGER };
}
