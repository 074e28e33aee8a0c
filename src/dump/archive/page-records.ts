import { createLargeCollector } from '../../base/index.ts';
import { isRecordFileName, pluralOfKind, prefixOfRecordFile } from '../../model/index.ts';
import { type Database, RECORD_TABLES, readRecords, readRejectedRecords } from '../../store/index.ts';
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
    for (const { entryName, source, isJson } of readRejectedRecords(db)) {
      const bytes = typeof source === 'string' ? Buffer.from(source) : source;
      yield { prefix: prefixOf(entryName), source: bytes, isAlone: !isJson };
    }
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

/** The prefix of a record file's name. Stores may come from anywhere and contain any name. */
function prefixOf(entryName: string): string {
  return isRecordFileName(entryName) ? prefixOfRecordFile(entryName) : 'records';
}
