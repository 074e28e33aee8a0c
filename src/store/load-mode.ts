import type { Database } from './database.ts';
import type { ArchiveCoverage } from './history/archive-coverage.ts';
import { type ChangeCounts, createChangeTally, firstCounts } from './history/change-counts.ts';
import { createChangeLog, createFormerIds } from './history/change-log.ts';
import { insertHistory } from './history/insert-history.ts';
import { removeVanished } from './history/remove-vanished.ts';
import { createStagingPlacer } from './history/staged-records.ts';
import type { IndexThread } from './late-indexes/index-thread.ts';
import { dropIndexes } from './late-indexes/late-indexes.ts';
import { createMergePlacer } from './merge-placer.ts';
import type { PlaceInTime } from './place-in-time.ts';
import { createFirstPlacer, type RecordPlacer } from './record-placer.ts';
import type { RecordShelves } from './record-shelves.ts';
import type { RowInserts } from './row-inserts.ts';
import type { RowLayout } from './row-layout.ts';
import { DOCUMENT_INDEXES } from './search/index/document-index.ts';
import type { SearchIndexWriter } from './search/index/search-index-writer.ts';

/** What is done with the records of an archive, while they come and when all of them are there. */
export interface LoadMode {
  readonly placer: RecordPlacer;
  /** Hears of which kind the records are that come next. */
  beginBatch(kind: string): void;
  /** `owner/name` of the repositories whose records came. */
  repositories(): Iterable<string>;
  /** Ends the load; tells by kind what was done. */
  finish(coverage: ArchiveCoverage, place: PlaceInTime): Readonly<Record<string, ChangeCounts>>;
  /** To be called behind the transaction, with the store's file: takes over what was built apart from it. */
  adopt(file: number): void;
  /** Gives back what it holds outside the store; to be called while the store is locked, whatever became of it. */
  close(): Promise<void>;
}

interface ModeOptions {
  readonly db: Database;
  readonly layouts: readonly RowLayout[];
  readonly inserts: Pick<RowInserts, 'flush'>;
  readonly shelves: RecordShelves;
  readonly search: SearchIndexWriter;
  readonly snapshotId: number;
  /** Builds indexes of a new store apart from it; without it, all are built in the store. */
  readonly thread?: IndexThread | undefined;
}

/** So many rows of a kind in a row are worth it to have their indexes built apart. */
const MIN_ROWS_APART = 10_000;

const NOTHING_APART: Pick<LoadMode, 'beginBatch' | 'adopt' | 'close'> = {
  beginBatch: () => {},
  adopt: () => {},
  close: async () => {},
};

/** Eight megabytes: as much memory as this SQLite takes to sort an index too, while the search index is still being written. */
const SORTING_CACHE = -8_192;

/** Fills an empty store: rows first, indexes after them, and no look back. */
export function createFirstLoad({
  db,
  layouts,
  inserts,
  search,
  thread,
}: Omit<ModeOptions, 'shelves' | 'snapshotId'>): LoadMode {
  let lastId = 0;
  let current = { kind: '', from: 0 };
  const lateIndexes = dropIndexes(db, { layouts, thread, needed: DOCUMENT_INDEXES });
  const nextId = () => {
    lastId += 1;
    return lastId;
  };
  return {
    placer: createFirstPlacer(nextId),
    beginBatch(kind) {
      if (kind !== current.kind) {
        if (lastId - current.from >= MIN_ROWS_APART) {
          inserts.flush();
          lateIndexes.handOver(current.kind);
        }
        current = { kind, from: lastId };
      }
    },
    repositories: () => [],
    finish() {
      search.endRows();
      db.pragma(`cache_size = ${SORTING_CACHE}`);
      const { superseded, counted } = lateIndexes.build();
      search.finish(superseded);
      return countRecords(db, layouts, counted);
    },
    adopt: (file) => lateIndexes.adopt(file),
    close: async () => thread?.close(),
  };
}

/** Brings a store from its newest snapshot to this one, and writes only what differs. */
export function createMergeLoad(options: ModeOptions): LoadMode {
  const { db, layouts, snapshotId, search } = options;
  const tally = createChangeTally();
  const changes = createChangeLog(db, snapshotId);
  const placer = createMergePlacer({
    changes,
    tally,
    search,
    nextId: createIdSource(db, layouts),
    formerId: createFormerIds(db),
  });
  return {
    ...NOTHING_APART,
    placer,
    repositories: () => placer.repositories,
    finish(coverage) {
      removeVanished({ ...options, archive: placer, coverage, changes, tally });
      search.finish([]);
      return tally.counts();
    },
  };
}

/** Puts an older archive between the snapshots of a store, and leaves its state alone. */
export function createHistoryLoad(options: ModeOptions): LoadMode {
  const { db, layouts } = options;
  const tally = createChangeTally();
  const staged = createStagingPlacer(db);
  return {
    ...NOTHING_APART,
    placer: staged,
    repositories: staged.repositories,
    finish(coverage, { next }) {
      if (next !== undefined) {
        insertHistory({ ...options, staged, coverage, tally, next, nextId: createIdSource(db, layouts) });
      }
      return tally.counts();
    },
  };
}

/** Ids are unique over all tables and all times, so that one number names one record. */
function createIdSource(db: Database, layouts: readonly RowLayout[]): () => number {
  const tables = [...layouts.map(({ table }) => table), 'other_records'];
  const selects = [
    ...tables.map((table) => `SELECT max(id) AS id FROM ${table}`),
    'SELECT max(record_id) FROM record_changes',
  ];
  const newest = db.prepare(`SELECT max(id) FROM (${selects.join(' UNION ALL ')})`).pluck();
  let lastId = Number(newest.get() ?? 0);
  return () => {
    lastId += 1;
    return lastId;
  };
}

interface KindCount {
  readonly kind: string;
  readonly records: number;
}

/** Records of a store by kind; those of some tables are known. */
function countRecords(
  db: Database,
  layouts: readonly RowLayout[],
  counted: ReadonlyMap<string, number>,
): Readonly<Record<string, ChangeCounts>> {
  const selects = [
    ...layouts.map(({ kind, table }) => {
      const records = counted.get(table) ?? `(SELECT count(*) FROM ${table})`;
      return `SELECT '${kind}' AS kind, ${records} AS records`;
    }),
    'SELECT kind, count(*) FROM other_records GROUP BY kind',
  ];
  const counts = db
    .prepare<[], KindCount>(
      `SELECT kind, sum(records) AS records FROM (${selects.join(' UNION ALL ')})
       GROUP BY kind HAVING sum(records) > 0`,
    )
    .all();
  return Object.fromEntries(counts.map(({ kind, records }) => [kind, firstCounts(records)]));
}
