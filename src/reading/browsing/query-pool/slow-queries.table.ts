import { countHits, type HitCounts } from '../../../search/count-hits.ts';
import {
  type AttachmentSearchOptions,
  type FoundAttachment,
  searchAttachments,
} from '../../../search/search-attachments.ts';
import type { Found } from '../../../search/search-code.ts';
import { type FormerHit, type FormerSearch, findFormer } from '../../../search/search-history.ts';
import type { SearchOptions } from '../../../search/search-store.ts';
import type { Database } from '../../../store/database.ts';
import type { RecordDifference } from '../../../store/read-differences.ts';
import { openStore } from '../../../store/store.ts';
import { type QueryRows, type ReadOptions, readQuery } from '../../query-guard/read-query.ts';
import { type ActivityCounts, type ActivityOptions, countActivity } from '../../read-activity.ts';
import { orderRepositories, type RepositorySort } from '../../read-repositories.ts';
import { type LoginOptions, listLogins } from '../list-logins.ts';
import { type PageOptions, pageThreads, type ThreadPage } from '../page-threads.ts';
import {
  type ChangePlan,
  type DifferenceOptions,
  listDifferences,
  type PlanOptions,
  planChanges,
} from '../plan-changes.ts';
import type { ListOptions } from '../plan-list.ts';
import { countDays, type DayCount, type DayOfYear, readDayOfYear } from '../read-days.ts';
import { type Facets, readFacets } from '../read-facets.ts';
import { type ListedResults, searchListed } from '../search-listed.ts';

/** The time limit of a query. */
export const MAX_ANSWER_MS = 10_000;

export interface BrowseSearchOptions extends SearchOptions {
  readonly text: string;
}

/** The slow queries, with the types of their parameters and results. */
export interface SlowQueries {
  readonly threads: { readonly options: PageOptions; readonly answer: ThreadPage };
  readonly facets: { readonly options: ListOptions; readonly answer: Facets };
  readonly search: { readonly options: BrowseSearchOptions; readonly answer: ListedResults };
  readonly days: { readonly options: Parameters<typeof countDays>[1]; readonly answer: readonly DayCount[] };
  readonly dayOfYear: { readonly options: Parameters<typeof readDayOfYear>[1]; readonly answer: DayOfYear };
  readonly logins: { readonly options: LoginOptions; readonly answer: readonly string[] };
  readonly restore: {
    readonly options: { readonly snapshotId: number; readonly to: string };
    readonly answer: true;
  };
  readonly hits: {
    readonly options: { readonly text: string } & Pick<SearchOptions, 'nowMs' | 'owners'>;
    readonly answer: HitCounts;
  };
  readonly attachments: {
    readonly options: AttachmentSearchOptions & { readonly text: string };
    readonly answer: Found<FoundAttachment>;
  };
  readonly former: {
    readonly options: FormerSearch & { readonly text: string };
    readonly answer: Found<FormerHit>;
  };
  readonly changes: { readonly options: PlanOptions; readonly answer: ChangePlan };
  readonly differences: { readonly options: DifferenceOptions; readonly answer: readonly RecordDifference[] };
  readonly repositoryOrder: {
    readonly options: Exclude<RepositorySort, 'name'>;
    readonly answer: readonly string[];
  };
  readonly activity: { readonly options: ActivityOptions; readonly answer: ActivityCounts };
  readonly sql: { readonly options: Omit<ReadOptions, 'maxMs'>; readonly answer: QueryRows };
}

export type SlowQueryName = keyof SlowQueries;

export const SLOW_QUERIES: {
  readonly [Name in SlowQueryName]: (
    db: Database,
    options: SlowQueries[Name]['options'],
  ) => SlowQueries[Name]['answer'];
} = {
  threads: pageThreads,
  facets: readFacets,
  search: (db, { text, ...options }) => searchListed(db, text, options),
  days: countDays,
  dayOfYear: readDayOfYear,
  logins: listLogins,
  restore: (db, options) => restore(db.name, options),
  hits: (db, { text, ...options }) => countHits(db, text, options),
  attachments: (db, { text, ...options }) => searchAttachments(db, text, options),
  former: (db, { text, ...options }) => findFormer(db, text, options),
  changes: planChanges,
  differences: listDifferences,
  repositoryOrder: orderRepositories,
  activity: countActivity,
  sql: (db, options) => readQuery(db, { ...options, maxMs: MAX_ANSWER_MS }),
};

function restore(path: string, { snapshotId, to }: SlowQueries['restore']['options']): true {
  const store = openStore(path);
  try {
    store.restoreSnapshot(snapshotId, to);
    return true;
  } finally {
    store.close();
  }
}

export interface PoolJob {
  /** The store's file; the same in all jobs. */
  readonly path: string;
  readonly name: SlowQueryName;
  readonly options: unknown;
}
