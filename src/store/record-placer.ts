import type { RejectedKey } from './history/snapshot-contents.ts';
import type { RecordInput } from './record-input.ts';
import type { RecordShelf } from './table-writer.ts';

/** A record's place in the store: where it lies, and by what it is known there. */
export interface RecordPlace<Key> {
  readonly shelf: RecordShelf<Key>;
  readonly key: Key;
  readonly kind: string;
  /** Null where it has none that could be a key. */
  readonly url: string | null;
  /** Record file in the tar, and the place in it. */
  readonly entryName: string;
  readonly index: number;
}

/** Decides what becomes of the records of an archive. */
export interface RecordPlacer {
  place<Key>(record: RecordInput, place: RecordPlace<Key>): void;
  /** Keeps what stands in the place as it is: the archive has the record, but it cannot be read. */
  keep<Key>(place: RecordPlace<Key>): void;
}

/** Writes every record into a store that was empty; of records with the same url the last one stays. */
export function createFirstPlacer(nextId: () => number, rejected: RejectedKey[]): RecordPlacer {
  return {
    place: (record, { shelf, key }) => shelf.insert(record, key, nextId()),
    keep({ kind, url }) {
      if (url !== null) {
        rejected.push({ kind, url });
      }
    },
  };
}
