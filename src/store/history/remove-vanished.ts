import { invariant } from '../../base/failure.ts';
import type { ChangeTally } from '../change-counts.ts';
import type { ChangeLog } from '../change-log.ts';
import type { Database } from '../database.ts';
import type { RowIndex } from '../text-index/row-index.ts';
import type { MergeSink } from '../writing/merge-records.ts';
import type { TableWriters } from '../writing/table-writer.ts';
import type { ArchiveCoverage } from './archive-coverage.ts';
import { headsOf, OTHER_HEADS, type RecordHead } from './read-heads.ts';

interface VanishOptions {
  readonly db: Database;
  readonly writers: TableWriters;
  readonly archive: Pick<MergeSink, 'seen' | 'seenIn'>;
  readonly coverage: ArchiveCoverage;
  readonly changes: ChangeLog;
  readonly tally: ChangeTally;
  readonly search: RowIndex;
}

interface SearchedTable {
  readonly name: string;
  readonly table: Pick<TableWriters['others'], 'read' | 'remove'>;
  readonly heads: string;
}

/** Removes the records that the archive covers but lacks; the log keeps them. */
export function removeVanished(options: VanishOptions): void {
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
