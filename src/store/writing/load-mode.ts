import { invariant } from '../../base/failure.ts';
import { type ChangeCounts, createChangeTally, firstCounts } from '../change-counts.ts';
import { type ChangeLog, createChangeLog } from '../change-log.ts';
import { type Database, turnJournalOff } from '../database.ts';
import type { ArchiveCoverage } from '../history/archive-coverage.ts';
import { createFormerIds } from '../history/former-ids.ts';
import { type HistoryOptions, insertHistory } from '../history/insert-history.ts';
import { headsOf, OTHER_HEADS, type RecordHead } from '../history/read-heads.ts';
import type { ArchiveContents, RejectedKey } from '../history/snapshot-contents.ts';
import { createStagingSink } from '../history/staged-records.ts';
import type { RowLayout } from '../rows/row-layout.ts';
import type { RecordSink } from './batch-writer.ts';
import { setDerivedValues } from './derived-values.ts';
import type { KnownRecords } from './known-records.ts';
import { dropIndexes } from './late-indexes.ts';
import { createMergeSink, type MergeSink } from './merge-records.ts';
import { SeenIds } from './seen-ids.ts';
import type { TableWriters } from './table-writer.ts';

/** How the records of an archive are processed, while they arrive and at the end. */
export interface LoadMode {
  readonly sink: RecordSink;
  /** Accepts the records of the archive that the store already has unchanged; only for merges. */
  readonly recognise?: (known: KnownRecords) => void;
  /** The urls of the repositories whose records are in the archive. */
  repositories(): Iterable<string>;
  /** Must be called at the end of a load, after its snapshot received its position; returns the changes by kind. */
  finish(coverage: ArchiveCoverage, position: number): Readonly<Record<string, ChangeCounts>>;
  /** The contents of the archive; available after `finish`. */
  contents(): Pick<ArchiveContents, 'runs' | 'rejected'>;
}

type ModeOptions = Pick<HistoryOptions, 'db' | 'search' | 'snapshotId' | 'writers'>;

/** 8 MiB: SQLite uses as much memory again for sorting an index. */
const SORTING_CACHE = -8_192;

/** Fills an empty store: rows first, then indexes, without lookups. */
export function createFirstLoad({ db, writers: { layouts }, search }: ModeOptions): LoadMode {
  const rejected: RejectedKey[] = [];
  let lastId = 0;
  const buildIndexes = dropIndexes(db, layouts, (id) => search.remove(id));
  const nextId = () => {
    lastId += 1;
    return lastId;
  };
  return {
    sink: createFirstSink(nextId, rejected),
    repositories: () => db.prepare<[], string>('SELECT url FROM repositories').pluck().all(),
    contents: () => ({ runs: lastId === 0 ? [] : [[1, lastId]], rejected }),
    finish() {
      db.pragma(`cache_size = ${SORTING_CACHE}`);
      buildIndexes();
      writeWithoutJournal(db);
      setDerivedValues(db);
      return countRecords(db, layouts);
    },
  };
}

/** After the indexes no statement may fail, and a journal in memory would contain all pages that one changes. */
function writeWithoutJournal(db: Database): void {
  if (db.pragma('journal_mode', { simple: true }) === 'wal') {
    return; // Then the journal is a file.
  }
  db.exec('COMMIT');
  turnJournalOff(db);
  db.exec('BEGIN EXCLUSIVE');
}

/** Writes all records into an empty store; of records with the same url the last one remains. */
function createFirstSink(nextId: () => number, rejected: RejectedKey[]): RecordSink {
  return {
    write: (record, { table, key }) => table.insert(record, key, nextId()),
    keep({ kind, url }) {
      if (url !== null) {
        rejected.push({ kind, url });
      }
    },
  };
}

/** Updates a store from its newest snapshot to this one, writing only what differs. */
export function createMergeLoad(options: ModeOptions): LoadMode {
  const { db, snapshotId, search, writers } = options;
  const tally = createChangeTally();
  const changes = createChangeLog(db, snapshotId);
  const sink = createMergeSink({
    changes,
    tally,
    search,
    nextId: createIdSource(db, writers.layouts),
    formerIds: createFormerIds(db),
  });
  return {
    sink,
    recognise: (known) => sink.recognise(known, writers),
    repositories: () => sink.repositories,
    contents: () => ({ runs: sink.held.runs(), rejected: sink.rejected }),
    finish(coverage) {
      removeVanished({ ...options, archive: sink, coverage, changes, tally });
      setDerivedValues(db);
      return tally.counts();
    },
  };
}

/**
 * Inserts an older archive between the snapshots of a store; current records change only if no newer archive covers
 * them.
 */
export function createHistoryLoad(options: ModeOptions): LoadMode {
  const { db, writers } = options;
  const tally = createChangeTally();
  const staged = createStagingSink(db);
  let held = new SeenIds();
  return {
    sink: staged,
    repositories: staged.repositories,
    contents: () => ({ runs: held.runs(), rejected: staged.rejected() }),
    finish(coverage, position) {
      const nextId = createIdSource(db, writers.layouts);
      held = insertHistory({ ...options, staged, coverage, tally, position, nextId });
      setDerivedValues(db);
      return tally.counts();
    },
  };
}

/** Ids are unique across all tables and snapshots, so that one number identifies one record. */
function createIdSource(db: Database, layouts: readonly RowLayout[]): () => number {
  const tables = [...layouts.map(({ table }) => table), 'other_records'];
  const selects = [
    ...tables.map((table) => `SELECT max(id) AS id FROM ${table}`),
    'SELECT max(record_id) FROM record_changes',
    'SELECT max(last_id) FROM snapshot_records',
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

/** Number of records in a store by kind. */
function countRecords(db: Database, layouts: readonly RowLayout[]): Readonly<Record<string, ChangeCounts>> {
  const selects = [
    ...layouts.map(({ kind, table }) => `SELECT '${kind}' AS kind, count(*) AS records FROM ${table}`),
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

interface VanishOptions extends Pick<HistoryOptions, 'coverage' | 'db' | 'search' | 'tally' | 'writers'> {
  readonly archive: Pick<MergeSink, 'seen' | 'seenIn'>;
  readonly changes: ChangeLog;
}

interface SearchedTable {
  readonly name: string;
  readonly table: Pick<TableWriters['others'], 'read' | 'remove'>;
  readonly heads: string;
}

/** Removes the records that the archive covers but lacks; the log keeps them. */
function removeVanished(options: VanishOptions): void {
  for (const table of listTables(options)) {
    removeFrom(table.table, findMissing(table, options), options);
  }
}

function listTables({ writers }: VanishOptions): readonly SearchedTable[] {
  const tables = writers.layouts.map((layout) => {
    const table = writers.of(layout.kind ?? '');
    invariant(table !== undefined, 'every layout of a kind has a table');
    return { name: layout.table, table, heads: headsOf(layout) };
  });
  return [...tables, { name: 'other_records', table: writers.others, heads: OTHER_HEADS }];
}

/** Usually nothing is missing, and counting is much cheaper than comparing ids. */
function findMissing(
  { name, table, heads }: SearchedTable,
  { db, archive, coverage }: VanishOptions,
): readonly RecordHead[] {
  const missing: RecordHead[] = [];
  const count = db.prepare<[], number>(`SELECT count(*) FROM ${name}`).pluck().get();
  if (count === archive.seenIn(table)) {
    return missing;
  }
  for (const head of db.prepare<[], RecordHead>(heads).iterate()) {
    if (!archive.seen.has(head.id) && coverage.covers(head)) {
      missing.push(head);
    }
  }
  return missing;
}

function removeFrom(
  table: Pick<TableWriters['others'], 'read' | 'remove'>,
  missing: readonly RecordHead[],
  { changes, tally, search }: VanishOptions,
): void {
  for (const { id, kind, url, repo } of missing) {
    const previous = table.read(id);
    invariant(previous !== undefined, 'a record that was found can be read');
    changes.write({ recordId: id, kind, change: 'vanished', repo, url, previous });
    search.remove(id);
    table.remove(id);
    tally.count(kind, 'vanished');
  }
}
