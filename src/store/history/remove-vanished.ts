import { invariant } from '../../base/index.ts';
import type { Database } from '../database.ts';
import type { MergePlacer } from '../merge-placer.ts';
import type { RecordShelves } from '../record-shelves.ts';
import type { RowLayout } from '../row-layout.ts';
import type { SearchIndexWriter } from '../search/index/search-index-writer.ts';
import type { ArchiveCoverage } from './archive-coverage.ts';
import type { ChangeTally } from './change-counts.ts';
import type { ChangeLog } from './change-log.ts';

/** A record as far as its coverage needs to know it. */
interface RecordHead {
  readonly id: number;
  readonly kind: string;
  readonly url: string | null;
  readonly repo: string | null;
}

interface VanishOptions {
  readonly db: Database;
  readonly layouts: readonly RowLayout[];
  readonly shelves: RecordShelves;
  readonly archive: Pick<MergePlacer, 'seen' | 'seenIn'>;
  readonly coverage: ArchiveCoverage;
  readonly changes: ChangeLog;
  readonly tally: ChangeTally;
  readonly search: SearchIndexWriter;
}

/** A place of records: its table, and how to select their heads. */
interface Place {
  readonly table: string;
  readonly shelf: Pick<RecordShelves['others'], 'read' | 'remove'>;
  readonly heads: string;
}

/** Takes the records away that the archive should have and does not; they live on in the log. */
export function removeVanished(options: VanishOptions): void {
  for (const place of listPlaces(options)) {
    removeFrom(place.shelf, findMissing(place, options), options);
  }
}

function listPlaces({ layouts, shelves }: VanishOptions): readonly Place[] {
  const places = layouts.map(({ table, kind = '', columns }) => {
    const repo = columns.includes('repo') ? 'repo' : 'NULL AS repo';
    const shelf = shelves.tableOf(kind);
    invariant(shelf !== undefined, 'every layout of a kind has a table');
    return { table, shelf, heads: `SELECT id, '${kind}' AS kind, url, ${repo} FROM ${table}` };
  });
  const others = 'SELECT id, kind, url, repo FROM other_records';
  return [...places, { table: 'other_records', shelf: shelves.others, heads: others }];
}

/** Most often nothing is missing, and counting costs far less than looking. */
function findMissing(
  { table, shelf, heads }: Place,
  { db, archive, coverage }: VanishOptions,
): readonly RecordHead[] {
  const missing: RecordHead[] = [];
  const count = db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get();
  if (count === archive.seenIn(shelf)) {
    return missing;
  }
  for (const head of db.prepare<[], RecordHead>(heads).iterate()) {
    if (!archive.seen.has(head.id) && coverage.covers(head.kind, head.repo)) {
      missing.push(head);
    }
  }
  return missing;
}

function removeFrom(
  shelf: Pick<RecordShelves['others'], 'read' | 'remove'>,
  missing: readonly RecordHead[],
  { changes, tally, search }: VanishOptions,
): void {
  for (const { id, kind, url, repo } of missing) {
    const previous = shelf.read(id);
    invariant(previous !== undefined, 'a record that was found can be read');
    changes.write({ recordId: id, kind, change: 'vanished', repo, url, previous });
    search.remove(id);
    shelf.remove(id);
    tally.count(kind, 'vanished');
  }
}
