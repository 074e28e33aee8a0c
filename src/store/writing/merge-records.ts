import { invariant } from '../../base/failure.ts';
import { createLargeCollector } from '../../base/garbage.ts';
import type { ChangeTally } from '../change-counts.ts';
import type { Change, ChangeLog } from '../change-log.ts';
import { isSameRecord } from '../diff-records.ts';
import type { FormerIds } from '../history/former-ids.ts';
import type { RejectedKey } from '../history/snapshot-contents.ts';
import type { RecordInput } from '../rows/record-input.ts';
import type { RowIndex } from '../text-index/row-index.ts';
import type { RecordSink, RecordTarget } from './batch-writer.ts';
import type { KnownRecords } from './known-records.ts';
import { SeenIds } from './seen-ids.ts';
import type { TableWriters } from './table-writer.ts';

/** Merges an archive into a store. */
export interface MergeSink extends RecordSink, Readonly<Census> {
  /** Accepts records that are already known to be unchanged; must be called before any others are written. */
  recognise(known: KnownRecords, writers: TableWriters): void;
}

/** The content of an archive, as far as it was read. */
interface Census {
  /** Ids of the records in the archive, including unreadable ones. */
  readonly seen: SeenIds;
  /** Ids of the readable records. */
  readonly held: SeenIds;
  /** The unreadable records, whether or not the store has them. */
  readonly rejected: RejectedKey[];
  /** Number of the archive's records in this table. */
  seenIn(table: object): number;
  /** The urls of the repositories whose records are in the archive. */
  readonly repositories: Set<string>;
  /** Adds a record of the archive; returns false if it was added before. */
  see(table: object, id: number): boolean;
  /** Adds to the number of records in a table. */
  countIn(table: object, records: number): void;
}

interface MergeOptions {
  readonly changes: ChangeLog;
  readonly tally: ChangeTally;
  readonly search: RowIndex;
  nextId(): number;
  readonly formerIds: FormerIds;
}

/**
 * Writes only what differs: an unchanged record costs one lookup by its key. Replaced versions go to the log. Of
 * records with the same url in one archive, the last one remains.
 */
export function createMergeSink(options: MergeOptions): MergeSink {
  const { changes, tally, search, formerIds } = options;
  const census = takeCensus();
  const { see, held } = census;
  const compare = createComparison(options, census);
  const isFree = (id: number) => !census.seen.has(id);

  function add<Key>(record: RecordInput, { table, key, kind, url }: RecordTarget<Key>): void {
    const formerId =
      url === null
        ? formerIds.ofNameless({ kind, repo: table.repoOf(record, key), text: record.text }).find(isFree)
        : formerIds.ofUrl(kind, url);
    const id = formerId ?? options.nextId();
    const change: Change = formerId === undefined ? 'added' : 'returned';
    const repo = table.insert(record, key, id);
    see(table, id);
    held.add(id);
    search.add(id);
    changes.write({ recordId: id, kind, change, repo, url, previous: null });
    tally.count(kind, change);
  }

  return {
    ...census,
    write(record, target) {
      const found = target.table.find(target.key, isFree);
      const isSame = found?.digest === record.digest;
      if (found !== undefined) {
        held.add(found.id);
      }
      if (found !== undefined && !isSame) {
        compare(record, target, found.id);
      } else if (found !== undefined && see(target.table, found.id)) {
        tally.count(target.kind, 'unchanged');
      }
      if (found === undefined) {
        add(record, target);
      }
      if (target.kind === 'repository' && target.url !== null) {
        census.repositories.add(target.url);
      }
    },
    recognise: (known, writers) => recognise(known, writers, { census, tally }),
    keep({ table, key, kind, url }) {
      if (url !== null) {
        census.rejected.push({ kind, url });
        if (kind === 'repository') {
          census.repositories.add(url);
        }
      }
      const found = table.find(key, isFree);
      if (found !== undefined) {
        see(table, found.id);
      }
    },
  };
}

/** Creates a function that compares a record with the stored one of this id, and replaces that if they differ. */
function createComparison({ changes, tally, search }: MergeOptions, { see }: Census) {
  const onCompared = createLargeCollector();

  function compare<Key>(record: RecordInput, target: RecordTarget<Key>, id: number): void {
    const { table, key } = target;
    const collect = () => onCompared(record.bytes.length);
    collect(); // Parsing the record has left its text.
    if (logDifference(record, target, id)) {
      collect();
      search.replace(id, () => {
        collect();
        table.replace(record, key, id);
        collect();
      });
    }
  }

  /**
   * Returns whether a stored record differs. Logs the version from before this archive, unless the record is back to that.
   * A function of its own, because V8 keeps the values of variables until their function returns.
   */
  function logDifference<Key>(record: RecordInput, target: RecordTarget<Key>, id: number): boolean {
    const { table, key, kind, url } = target;
    const stored = table.read(id);
    invariant(stored !== undefined, 'a record that was found can be read');
    const logged = changes.find(id);
    const isFirst = see(table, id);
    const isSame = isSameRecord(stored, record.text);
    if (isFirst) {
      tally.count(kind, isSame ? 'unchanged' : 'changed');
    }
    if (isSame) {
      return false;
    }
    if (logged === undefined) {
      changes.write({
        recordId: id,
        kind,
        change: 'changed',
        repo: table.repoOf(record, key),
        url,
        previous: stored,
      });
      if (!isFirst) {
        recount(kind, 'unchanged', 'changed');
      }
    } else if (logged.previous !== null && isSameRecord(logged.previous, record.text)) {
      changes.remove(id);
      recount(kind, 'changed', 'unchanged');
    }
    return true;
  }

  function recount(kind: string, from: 'changed' | 'unchanged', to: 'changed' | 'unchanged'): void {
    tally.count(kind, from, -1);
    tally.count(kind, to);
  }

  return compare;
}

function recognise(
  { ids, kinds, repositories }: KnownRecords,
  writers: TableWriters,
  { census, tally }: { readonly census: Census; readonly tally: ChangeTally },
): void {
  census.seen.addAll(ids);
  census.held.addAll(ids);
  for (const [kind, { inTable, inOthers }] of kinds) {
    census.countIn(writers.of(kind) ?? writers.others, inTable);
    census.countIn(writers.others, inOthers);
    tally.count(kind, 'unchanged', inTable + inOthers);
  }
  for (const url of repositories) {
    census.repositories.add(url);
  }
}

function takeCensus(): Census {
  const seen = new SeenIds();
  const counts = new Map<object, number>();
  const countIn = (table: object, records: number) => {
    counts.set(table, (counts.get(table) ?? 0) + records);
  };
  return {
    seen,
    held: new SeenIds(),
    rejected: [],
    repositories: new Set(),
    seenIn: (table) => counts.get(table) ?? 0,
    see(table, id) {
      const isFirst = seen.add(id);
      if (isFirst) {
        countIn(table, 1);
      }
      return isFirst;
    },
    countIn,
  };
}
