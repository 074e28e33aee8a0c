import { createLargeCollector } from '../../base/index.ts';
import { isRecordFileName, pluralOfKind, prefixOfRecordFile } from '../../model/index.ts';
import { type Database, RECORD_TABLES, readRecords, readRejectedRecords } from '../../store/index.ts';
import type { PageRecord } from './record-pages.ts';

/** All records of a store in the order of their files: those in tables, those without a table, and rejected ones. */
export function* pageRecords(db: Database): Generator<PageRecord> {
  const onRecord = createLargeCollector();
  for (const { prefix, json } of storedRecords(db)) {
    yield { prefix, source: Buffer.from(json) };
    onRecord(json.length);
  }
  for (const { entryName, source, isJson } of readRejectedRecords(db)) {
    const bytes = typeof source === 'string' ? Buffer.from(source) : source;
    yield { prefix: prefixOf(entryName), source: bytes, isAlone: !isJson };
  }
}

interface PlacedRecord {
  readonly prefix: string;
  readonly json: string;
}

function* storedRecords(db: Database): Generator<PlacedRecord> {
  for (const { kind } of RECORD_TABLES) {
    for (const { json } of readRecords(db, kind)) {
      yield { prefix: pluralOfKind(kind), json };
    }
  }
  const others = db.prepare<[], { readonly entryName: string; readonly json: string }>(
    'SELECT entry_name AS entryName, json FROM other_records ORDER BY entry_name, record_index, id',
  );
  for (const { entryName, json } of others.iterate()) {
    yield { prefix: prefixOf(entryName), json };
  }
}

/** The prefix of a record file's name. Stores may come from anywhere and contain any name. */
function prefixOf(entryName: string): string {
  return isRecordFileName(entryName) ? prefixOfRecordFile(entryName) : 'records';
}
