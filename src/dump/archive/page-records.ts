import { createLargeCollector } from '../../base/index.ts';
import { isRecordFileName, pluralOfKind, prefixOfRecordFile } from '../../model/index.ts';
import { type Database, RECORD_TABLES, readRecords } from '../../store/index.ts';
import { PUBLIC_OMISSIONS } from '../public-omissions.table.ts';
import { scrubJson } from '../scrub-json.ts';
import type { PageRecord } from './record-pages.ts';

/**
 * All records of a store in the order of their files: those in tables, those without a table, and rejected ones. For
 * publication, emails, webhooks, deploy keys and rejected records are excluded.
 */
export function* pageRecords(
  db: Database,
  { isPublic }: { readonly isPublic: boolean },
): Generator<PageRecord> {
  const onRecord = createLargeCollector();
  for (const { prefix, json } of storedRecords(db, isPublic ? PUBLIC_OMISSIONS.kinds : [])) {
    const text = isPublic ? scrubJson(json, (member) => PUBLIC_OMISSIONS.members.test(member)) : json;
    if (text !== null) {
      yield { prefix, source: Buffer.from(text) };
      onRecord(text.length);
    }
  }
  if (!isPublic) {
    yield* rejectedRecords(db);
  }
}

interface PlacedRecord {
  readonly prefix: string;
  readonly json: string;
}

/** `omittedKinds` are SQLite GLOB patterns; they never match kinds with their own table. */
function* storedRecords(db: Database, omittedKinds: readonly string[]): Generator<PlacedRecord> {
  for (const { kind } of RECORD_TABLES) {
    for (const { json } of readRecords(db, kind)) {
      yield { prefix: pluralOfKind(kind), json };
    }
  }
  const isKept = ['TRUE', ...omittedKinds.map(() => 'kind NOT GLOB ?')].join(' AND ');
  const others = db.prepare<string[], { readonly entryName: string; readonly json: string }>(
    `SELECT entry_name AS entryName, json FROM other_records WHERE ${isKept}
     ORDER BY entry_name, record_index, id`,
  );
  for (const { entryName, json } of others.iterate(...omittedKinds)) {
    yield { prefix: prefixOf(entryName), json };
  }
}

interface RejectedRow {
  readonly entryName: string;
  readonly source: string | Buffer;
  readonly isJson: number;
}

/**
 * A record that was rejected several times is returned in its latest version, because later snapshots do not store
 * which of them they also contain.
 */
function* rejectedRecords(db: Database): Generator<PageRecord> {
  const rows = db.prepare<[], RejectedRow>(`
    WITH keyed AS (
      SELECT rejected_records.id, position, kind, entry_name, record_index, source,
             CASE typeof(source) WHEN 'text' THEN json_valid(source) ELSE 0 END AS is_json
      FROM rejected_records JOIN snapshots ON snapshots.id = snapshot_id
    ), dated AS (
      SELECT *, max(position) OVER (
        PARTITION BY kind, coalesce(CASE WHEN is_json THEN json_extract(source, '$.url') END, id)
      ) AS newest
      FROM keyed
    )
    SELECT entry_name AS entryName, source, is_json AS isJson
    FROM dated WHERE position = newest ORDER BY entry_name, record_index, id
  `);
  for (const { entryName, source, isJson } of rows.iterate()) {
    const bytes = typeof source === 'string' ? Buffer.from(source) : source;
    yield { prefix: prefixOf(entryName), source: bytes, isAlone: isJson === 0 };
  }
}

/** The prefix of a record file's name. Stores may come from anywhere and contain any name. */
function prefixOf(entryName: string): string {
  return isRecordFileName(entryName) ? prefixOfRecordFile(entryName) : 'records';
}
