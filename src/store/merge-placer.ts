import { invariant } from '../base/index.ts';
import { isSameRecord } from './diff/diff-records.ts';
import type { ChangeTally } from './history/change-counts.ts';
import type { Change, ChangeLog } from './history/change-log.ts';
import type { FormerIds } from './history/former-ids.ts';
import type { RejectedKey } from './history/snapshot-contents.ts';
import type { RecordInput } from './record-input.ts';
import type { RecordPlace, RecordPlacer } from './record-placer.ts';
import type { SearchIndexWriter } from './search/index/search-index-writer.ts';
import { SeenIds } from './seen-ids.ts';

/** Merges an archive into what a store holds. */
export interface MergePlacer extends RecordPlacer, Readonly<Census> {}

/** What an archive has, as far as it was met. */
interface Census {
  /** The records that the archive has, by their ids in the store, also those that cannot be read. */
  readonly seen: SeenIds;
  /** Those that can be read. */
  readonly held: SeenIds;
  /** Those that cannot, be they in the store or not. */
  readonly rejected: RejectedKey[];
  /** How many of the records that lie there the archive has. */
  seenIn(shelf: object): number;
  /** `owner/name` of the repositories whose records the archive has. */
  readonly repositories: Set<string>;
  /** Notes that the archive has a record; false where that was known. */
  see(shelf: object, id: number): boolean;
}

interface MergeOptions {
  readonly changes: ChangeLog;
  readonly tally: ChangeTally;
  readonly search: SearchIndexWriter;
  nextId(): number;
  readonly formerIds: FormerIds;
}

/**
 * Writes only what differs: a record as it was costs one look at its key. What it replaces goes to the log. Of
 * records with the same url in one archive the last one stays.
 */
export function createMergePlacer(options: MergeOptions): MergePlacer {
  const { changes, tally, search, formerIds } = options;
  const census = takeCensus();
  const { see, held } = census;
  const isFree = (id: number) => !census.seen.has(id);

  function add<Key>(record: RecordInput, { shelf, key, kind, url }: RecordPlace<Key>): string | null {
    const formerId =
      url === null
        ? formerIds.ofNameless({ kind, repo: shelf.repoOf(record, key), text: record.text }, isFree)
        : formerIds.ofUrl(kind, url);
    const id = formerId ?? options.nextId();
    const change: Change = formerId === undefined ? 'added' : 'returned';
    const repo = shelf.insert(record, key, id);
    see(shelf, id);
    held.add(id);
    search.add(id);
    changes.write({ recordId: id, kind, change, repo, url, previous: null });
    tally.count(kind, change);
    return repo;
  }

  function replace<Key>(record: RecordInput, { shelf, key }: RecordPlace<Key>, id: number): string | null {
    search.remove(id);
    shelf.remove(id);
    const repo = shelf.insert(record, key, id);
    search.add(id);
    return repo;
  }

  /** Gives back what stood there before this archive, unless that was the same. */
  function compare<Key>(record: RecordInput, place: RecordPlace<Key>, id: number): void {
    const { shelf, kind, url } = place;
    const stored = shelf.read(id);
    invariant(stored !== undefined, 'a record that was found can be read');
    const logged = changes.find(id);
    const isFirst = see(shelf, id);
    const isSame = isSameRecord(stored, record.text);
    if (isFirst) {
      tally.count(kind, isSame ? 'unchanged' : 'changed');
    }
    if (isSame) {
      return;
    }
    const repo = replace(record, place, id);
    if (logged === undefined) {
      changes.write({ recordId: id, kind, change: 'changed', repo, url, previous: stored });
      if (!isFirst) {
        recount(kind, 'unchanged', 'changed');
      }
    } else if (logged.previous !== null && isSameRecord(logged.previous, record.text)) {
      changes.remove(id);
      recount(kind, 'changed', 'unchanged');
    }
  }

  function recount(kind: string, from: 'changed' | 'unchanged', to: 'changed' | 'unchanged'): void {
    tally.count(kind, from, -1);
    tally.count(kind, to);
  }

  return {
    ...census,
    place(record, place) {
      const found = place.shelf.find(place.key, isFree);
      const isSame = found?.digest === record.digest;
      if (found !== undefined) {
        held.add(found.id);
      }
      if (found !== undefined && !isSame) {
        compare(record, place, found.id);
      } else if (found !== undefined && see(place.shelf, found.id)) {
        tally.count(place.kind, 'unchanged');
      }
      const repo = found === undefined ? add(record, place) : found.repo;
      if (place.kind === 'repository' && repo !== null) {
        census.repositories.add(repo);
      }
    },
    keep({ shelf, key, kind, url }) {
      if (url !== null) {
        census.rejected.push({ kind, url });
      }
      const found = shelf.find(key, isFree);
      if (found !== undefined) {
        see(shelf, found.id);
      }
    },
  };
}

function takeCensus(): Census {
  const seen = new SeenIds();
  const counts = new Map<object, number>();
  return {
    seen,
    held: new SeenIds(),
    rejected: [],
    repositories: new Set(),
    seenIn: (shelf) => counts.get(shelf) ?? 0,
    see(shelf, id) {
      const isFirst = seen.add(id);
      if (isFirst) {
        counts.set(shelf, (counts.get(shelf) ?? 0) + 1);
      }
      return isFirst;
    },
  };
}
