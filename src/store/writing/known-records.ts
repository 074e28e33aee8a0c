import type { ArchiveRecord, RecordBatch } from '../../model/records.ts';
import type { RecordInput } from '../rows/record-input.ts';
import { passRecord, type RecordSink, type RecordTarget } from './batch-writer.ts';
import { SeenIds } from './seen-ids.ts';
import type { TableWriters } from './table-writer.ts';

/** Number of known records of a kind, by the table that contains them. */
interface KnownOfKind {
  inTable: number;
  inOthers: number;
}

/** Determines which records of an archive a store already has unchanged, without changing the store. */
export class KnownRecords implements RecordSink {
  /** The known records, by their ids in the store. */
  readonly ids = new SeenIds();
  readonly kinds = new Map<string, KnownOfKind>();
  /** Number of records that were left out, by kind: an archive may contain the same record several times. */
  readonly counts = new Map<string, number>();
  /** The urls of the known repositories. */
  readonly repositories = new Set<string>();
  readonly #writers: TableWriters;
  /** Records that also have a different version in the archive: later versions must be compared with that one. */
  readonly #changed = new SeenIds();
  #isKnown = false;

  constructor(writers: TableWriters) {
    this.#writers = writers;
  }

  /** Returns the records of a batch without the known ones. */
  leaveOut({ kind, entryName, records }: RecordBatch): readonly ArchiveRecord[] {
    const table = this.#writers.of(kind);
    const left = records.filter((record) => {
      const { knownId } = record;
      if (knownId !== undefined && !this.#changed.has(knownId)) {
        this.#add(knownId, kind, 'inTable');
        return false;
      }
      passRecord(record, { kind, entryName, table }, { writers: this.#writers, sink: this });
      return !this.#isKnown;
    });
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + records.length - left.length);
    return left;
  }

  write<Key>(record: RecordInput, { table, key, kind, url }: RecordTarget<Key>): void {
    const found = table.find(key, (id) => !this.ids.has(id));
    const isSame = found !== undefined && found.digest === record.digest;
    this.#isKnown = isSame && !this.#changed.has(found.id);
    if (found !== undefined && !isSame) {
      this.#changed.add(found.id);
    }
    if (found !== undefined && this.#isKnown) {
      this.#add(found.id, kind, table === this.#writers.of(kind) ? 'inTable' : 'inOthers');
      if (kind === 'repository' && url !== null) {
        this.repositories.add(url);
      }
    }
  }

  keep(): void {}

  #add(id: number, kind: string, place: keyof KnownOfKind): void {
    if (this.ids.add(id)) {
      const known = this.kinds.get(kind) ?? { inTable: 0, inOthers: 0 };
      known[place] += 1;
      this.kinds.set(kind, known);
    }
  }
}
