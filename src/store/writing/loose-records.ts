import { isUtf8 } from 'node:buffer';
import { bufferOf } from '../../base/byte-text.ts';
import type { RecordBatch, RejectedRecord } from '../../model/records.ts';
import type { Database } from '../database.ts';
import { storableText } from '../rows/conversions.ts';
import type { RecordInput } from '../rows/record-input.ts';
import { URL_READINGS } from '../url-readings.ts';
import type { FoundRecord, LooseKey, TableWriter } from './record-table.ts';

/** Opens `other_records`, for kinds without a table of their own and records without a url. */
export function createOtherRecordWriter(db: Database): TableWriter<LooseKey> {
  const findByUrl = db.prepare<[string, string], FoundRecord>(
    'SELECT id, digest FROM other_records WHERE kind = ? AND url = ?',
  );
  const findByContent = db.prepare<[string, number, string], FoundRecord>(
    'SELECT id, digest FROM other_records WHERE url IS NULL AND kind = ? AND digest = ? AND json = ? ORDER BY id',
  );
  const insert = db.prepare(`
    INSERT INTO other_records (id, kind, url, repo, digest, entry_name, record_index, json)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (kind, url) WHERE url IS NOT NULL DO UPDATE SET
      repo = excluded.repo, digest = excluded.digest, entry_name = excluded.entry_name,
      record_index = excluded.record_index, json = excluded.json
  `);
  const read = db.prepare<[number], string>('SELECT json FROM other_records WHERE id = ?').pluck();
  const remove = db.prepare('DELETE FROM other_records WHERE id = ?');
  const put: TableWriter<LooseKey>['insert'] = (record, { kind, url, entryName, index }, id) => {
    const repo = repoOf(record);
    insert.run(id, storableText(kind), url, repo, record.digest, storableText(entryName), index, record.text);
    return repo;
  };
  return {
    find({ kind, url, record }, isFree) {
      return url === null
        ? findByContent.all(storableText(kind), record.digest, record.text).find(({ id }) => isFree(id))
        : findByUrl.get(storableText(kind), url);
    },
    insert: put,
    replace: put, // Only records with a url have versions.
    repoOf,
    read: (id) => read.get(id),
    remove(id) {
      remove.run(id);
    },
  };
}

/** The repository that a record of an unknown kind refers to, or that its url belongs to. */
function repoOf({ value }: RecordInput): string | null {
  for (const field of ['repository', 'url']) {
    const url = value[field];
    const repo = typeof url === 'string' ? URL_READINGS.repo(url) : null;
    if (repo !== null) {
      return storableText(repo);
    }
  }
  return null;
}

/** Stores records that violated their schema. */
export interface RejectedRecordWriter {
  write(batch: Pick<RecordBatch, 'kind' | 'entryName'>, rejected: RejectedRecord): void;
  /** Must be called at the end of a load, after its snapshot received its position. */
  finish(): void;
}

/** Opens `rejected_records`; equal records are stored once, with the oldest snapshot that contains them. */
export function createRejectedRecordWriter(db: Database, snapshotId: number): RejectedRecordWriter {
  const insert = db.prepare(`
    INSERT INTO rejected_records (snapshot_id, kind, entry_name, record_index, findings, source)
    VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
  `);
  const find = db
    .prepare<unknown[], number>(
      'SELECT id FROM rejected_records WHERE kind = ? AND entry_name = ? AND record_index = ? AND source = ?',
    )
    .pluck();
  const date = db.prepare(`
    UPDATE rejected_records SET snapshot_id = @snapshotId WHERE id = @id AND
      (SELECT position FROM snapshots WHERE id = @snapshotId) <
      (SELECT position FROM snapshots WHERE id = rejected_records.snapshot_id)
  `);
  const known: number[] = [];
  return {
    write({ kind, entryName }, { index, findings, source }) {
      const place = [storableText(kind), storableText(entryName), index];
      const cell = sourceCell(source);
      if (insert.run(snapshotId, ...place, JSON.stringify(findings), cell).changes === 0) {
        known.push(find.get(...place, cell) ?? 0);
      }
    },
    finish() {
      for (const id of known) {
        date.run({ snapshotId, id });
      }
    },
  };
}

/** The source as text if SQLite can store it as such, otherwise as bytes. */
function sourceCell(source: Uint8Array): string | Buffer {
  const bytes = bufferOf(source);
  return isUtf8(bytes) && !bytes.includes(0) ? bytes.toString() : bytes;
}
