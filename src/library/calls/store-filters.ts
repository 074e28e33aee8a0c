import { definedMembers } from '../../base/json.ts';
import type { ThreadFilter } from '../../reading/list-threads.ts';
import type { ReleaseFilter } from '../../reading/read-releases.ts';
import type { RepositoryFilter } from '../../reading/read-repositories.ts';
import { type NamesOf, requireCount, requireOneOf, requireOptions } from './check-arguments.ts';
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

/** How many items lists and searches have unless the caller says otherwise. */
const LIMIT = 30;

const SEARCHING: NamesOf<SearchOptions> = { clock: true, after: true, accounts: true, limit: true };

const LISTING_THREADS: NamesOf<ThreadOptions> = {
  kind: true,
  repo: true,
  state: true,
  author: true,
  assignee: true,
  labels: true,
  milestone: true,
  isDraft: true,
  accounts: true,
  search: true,
  sort: true,
  limit: true,
  clock: true,
};

const LISTING_RELEASES: NamesOf<ReleaseFilter> = {
  repo: true,
  author: true,
  accounts: true,
  limit: true,
  isOldestFirst: true,
};

const LISTING_REPOSITORIES: NamesOf<RepositoryFilter> = {
  owner: true,
  accounts: true,
  limit: true,
  sort: true,
};

export function searchOf(options: SearchOptions) {
  requireOptions('search', options, { known: SEARCHING });
  requireCount('search', 'limit', options.limit);
  const { accounts: owners, clock, limit = LIMIT, after } = options;
  return { limit, nowMs: withDefaults({ clock }).clock.now(), ...definedMembers({ after, owners }) };
}

export function threadFilterOf(options: ThreadOptions): ThreadFilter {
  requireOptions('list threads', options, { known: LISTING_THREADS, required: ['kind'] });
  requireCount('list threads', 'limit', options.limit);
  requireOneOf('list threads', 'kind', options.kind, ['issue', 'pull_request']);
  const { accounts: owners, clock, limit = LIMIT, ...filter } = options;
  return { ...filter, owners, limit, nowMs: withDefaults({ clock }).clock.now() };
}

export function releaseFilterOf(options: ReleaseOptions): ReleaseFilter {
  requireOptions('list releases', options, { known: LISTING_RELEASES });
  requireCount('list releases', 'limit', options.limit);
  return { limit: LIMIT, isOldestFirst: false, ...options };
}

export function repositoryFilterOf(options: RepositoryOptions): RepositoryFilter {
  requireOptions('list repositories', options, { known: LISTING_REPOSITORIES });
  requireCount('list repositories', 'limit', options.limit);
  requireOneOf('list repositories', 'sort', options.sort, ['name', 'updated', 'created']);
  return { limit: LIMIT, sort: 'name', ...options };
}
