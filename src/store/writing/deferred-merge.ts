import { bufferOf } from '../../base/byte-text.ts';
import type { Lock } from '../../base/lock.ts';
import type { ArchiveRecord, FindKnown, RecordBatch, RejectedRecord } from '../../model/records.ts';
import type { AuditLogEntry } from '../audit-log-row.ts';
import { writeInPlace } from '../database/in-place-store.ts';
import { openPartStore } from '../database/part-store.ts';
import { type Database, databaseFailure } from '../database.ts';
import { createFileRegister, type FileRegister } from '../file-register.ts';
import type { SnapshotFacts } from '../snapshot.ts';
import {
  createSnapshotWriter,
  findSnapshot,
  lacksRecords,
  leftAsKnown,
  nextSnapshotId,
  orFailure,
  type SnapshotWriter,
  type StoreWriter,
  type StoreWriterOptions,
  type WrittenSnapshot,
} from '../snapshot-writer.ts';
import { createFindKnown } from './find-known.ts';
import { KnownRecords } from './known-records.ts';
import { openTableWriters } from './table-writer.ts';

/**
 * Limit for changed records that wait in memory. Beyond it they are written into a copy of the store: readers would
 * otherwise wait for too long, and the copy is then a small part of the work.
 */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

/** Memory of a step without its sources. */
const STEP_BYTES = 256;

/** The destination of a merge, with the store opened for reading. */
interface MergeTarget {
  readonly path: string;
  readonly db: Database;
  readonly lock: Lock;
  readonly options: StoreWriterOptions;
}

/**
 * Merges an archive into a store without changing it until the archive has been read: changed records wait in memory
 * and are then written into the store itself, in one short transaction.
 */
export class DeferredMerge implements StoreWriter {
  readonly files: FileRegister;
  readonly findKnown: FindKnown | undefined;
  readonly #target: MergeTarget;
  readonly #known: KnownRecords;
  readonly #steps: ((writer: SnapshotWriter) => void)[] = [];
  readonly #counts = new Map<string, number>();
  #rejected = 0;
  #keptWeight = 0;
  #waitingBytes = 0;
  /** Writes into a copy, after the limit was exceeded. */
  #copying: SnapshotWriter | undefined;

  constructor(target: MergeTarget) {
    const { db } = target;
    this.#target = target;
    const writers = openTableWriters(db);
    this.#known = new KnownRecords(writers);
    const findKnown = createFindKnown(db, writers);
    this.findKnown =
      findKnown && ((kind, source) => (this.#copying === undefined ? findKnown(kind, source) : undefined));
    this.files = {
      ...createFileRegister(db, nextSnapshotId(db)),
      addFile: (file) => this.#keep(file, (writer) => writer.files.addFile(file)),
      addRepository: (repository) =>
        this.#keep(repository, (writer) => writer.files.addRepository(repository)),
    };
  }

  noteKind(kind: string): void {
    if (!this.#counts.has(kind)) {
      this.#counts.set(kind, 0);
      this.#take((writer) => writer.noteKind(kind));
    }
  }

  insertBatch(batch: RecordBatch): void {
    this.noteKind(batch.kind);
    this.#counts.set(batch.kind, (this.#counts.get(batch.kind) ?? 0) + batch.records.length);
    this.#rejected += batch.rejected.length;
    if (this.#copying !== undefined) {
      this.#copying.insertBatch(batch);
      return;
    }
    const left = orFailure(this.#target.path, () => this.#known.leaveOut(batch));
    const records = left.map(withoutValue);
    const rejected = batch.rejected.map((record) => ({ ...record, source: copyOf(record) }));
    const bytes = [...records, ...rejected].reduce((sum, { source }) => sum + source.length, 0);
    if (records.length + rejected.length > 0) {
      this.#take(createStep({ kind: batch.kind, entryName: batch.entryName }, records, rejected), bytes);
    }
  }

  insertDocument(entryName: string, source: string): void {
    this.#take((writer) => writer.insertDocument(entryName, source), source.length);
  }

  insertAuditLog(entries: readonly AuditLogEntry[]): void {
    const bytes = entries.reduce((sum, entry) => sum + Object.entries(entry).join().length, 0);
    this.#take((writer) => writer.insertAuditLog(entries), bytes);
  }

  async finish(facts: SnapshotFacts): Promise<WrittenSnapshot> {
    const { path, db, lock, options } = this.#target;
    const knownId = findSnapshot(db, facts.archiveSha256);
    const counts = Object.fromEntries([...this.#counts].filter(([, count]) => count > 0));
    // Two files of the same name are kept as one: whether more of them were read now, the writer finds out.
    const mayBePartial = (id: number) =>
      lacksRecords(db, id, counts) || this.#keptWeight > weightOfKept(db, id);
    if (knownId !== undefined && !mayBePartial(knownId)) {
      await this.abandon();
      return { counts, rejected: this.#rejected, ...leftAsKnown(path, knownId) };
    }
    db.close();
    if (this.#copying !== undefined) {
      return await this.#copying.finish(facts);
    }
    return await writeInPlace(path, lock, async (store) => {
      const writer = createSnapshotWriter(path, store, { ...options, lock });
      this.#passOn(writer);
      return await writer.finish(facts);
    });
  }

  async abandon(): Promise<void> {
    this.#target.db.close();
    await this.#copying?.abandon();
  }

  #keep({ sizeBytes }: { readonly sizeBytes: number }, step: (writer: SnapshotWriter) => void): void {
    this.#keptWeight += sizeBytes + 1;
    this.#take(step);
  }

  #take(step: (writer: SnapshotWriter) => void, bytes = 0): void {
    if (this.#copying !== undefined) {
      step(this.#copying);
      return;
    }
    this.#steps.push(step);
    this.#waitingBytes += bytes + STEP_BYTES;
    if (this.#waitingBytes > MAX_WAITING_BYTES) {
      const { path, lock, options } = this.#target;
      const store = openPartStore(path, lock);
      try {
        this.#copying = createSnapshotWriter(path, store, { ...options, lock });
        this.#passOn(this.#copying);
        this.#steps.length = 0;
      } catch (error) {
        store.abandon();
        throw databaseFailure(error, 'write the store', path);
      }
    }
  }

  #passOn(writer: SnapshotWriter): void {
    writer.recognise(this.#known);
    for (const step of this.#steps) {
      step(writer);
    }
  }
}

/** The bytes of files and repositories that are kept of a snapshot, plus one for each, because it may be empty. */
function weightOfKept(db: Database, snapshotId: number): number {
  const sum = (table: string) =>
    `(SELECT coalesce(sum(size_bytes + 1), 0) FROM ${table} WHERE snapshot_id = :id)`;
  const both = `SELECT ${sum('snapshot_files')} + ${sum('kept_repositories')}`;
  return Number(db.prepare(both).pluck().get({ id: snapshotId }));
}

/** A separate function, because a closure in the method would keep the whole batch in memory. */
function createStep(
  file: Pick<RecordBatch, 'kind' | 'entryName'>,
  records: readonly WaitingRecord[],
  rejected: readonly RejectedRecord[],
): (writer: SnapshotWriter) => void {
  return (writer) => writer.insertBatch({ ...file, records: records.map(withValue), rejected });
}

type WaitingRecord = Omit<ArchiveRecord, 'value'>;

/** A waiting record: its value would take several times the memory of its source. */
function withoutValue(record: ArchiveRecord): WaitingRecord {
  return { index: record.index, hasFaults: record.hasFaults, source: copyOf(record) };
}

function withValue(record: WaitingRecord): ArchiveRecord {
  return { ...record, value: JSON.parse(bufferOf(record.source).toString()) };
}

/** Sources are views of memory that is reused. */
function copyOf({ source }: Pick<RejectedRecord, 'source'>): Uint8Array {
  return Uint8Array.from(source);
}
