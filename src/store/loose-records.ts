import { isUtf8 } from 'node:buffer';
import type { RecordBatch, RejectedRecord } from '../model/index.ts';
import { storableText } from './conversions.ts';
import type { Database } from './database.ts';
import type { RecordInput } from './record-input.ts';

/** Where a record stood in the archive. */
export interface RecordPlace {
  readonly kind: string;
  readonly entryName: string;
  readonly index: number;
}

/** Writes records that have no table of their own, and those that broke their schema. */
export interface LooseRecordWriter {
  /** Without a url, a record counts as the same as before when place and content are. */
  writeOther(place: RecordPlace, record: RecordInput, url: string | null): void;
  writeRejected(batch: RecordBatch, rejected: RejectedRecord): void;
}

export function createLooseRecordWriter(
  db: Database,
  snapshotId: number,
  nextId: () => number,
): LooseRecordWriter {
  const insertOther = db.prepare(`
    INSERT INTO other_records (id, kind, url, entry_name, record_index, json) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (kind, url) WHERE url IS NOT NULL DO UPDATE SET
      entry_name = excluded.entry_name, record_index = excluded.record_index, json = excluded.json
    ON CONFLICT DO NOTHING
  `);
  const insertRejected = db.prepare(`
    INSERT INTO rejected_records (snapshot_id, kind, entry_name, record_index, findings, source)
    VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
  `);
  return {
    writeOther({ kind, entryName, index }, record, url) {
      insertOther.run(nextId(), storableText(kind), url, storableText(entryName), index, record.text);
    },
    writeRejected({ kind, entryName }, { index, findings, source }) {
      const findingsJson = JSON.stringify(findings);
      insertRejected.run(
        snapshotId,
        storableText(kind),
        storableText(entryName),
        index,
        findingsJson,
        sourceCell(source),
      );
    },
  };
}

/** The source as text where it is one that SQLite can hold, else its bytes. */
function sourceCell(source: Uint8Array): string | Buffer {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  return isUtf8(bytes) && !bytes.includes(0) ? bytes.toString() : bytes;
}
