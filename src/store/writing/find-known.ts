import { bufferOf } from '../../base/byte-text.ts';
import { satchelVersion } from '../../base/own-package.ts';
import type { FindKnown } from '../../model/records.ts';
import type { Database, Statement } from '../database.ts';
import { digestOf } from '../rows/digest-of.ts';
import type { TableWriters } from './table-writer.ts';

/** Finds the rows of a kind whose fields all have columns. */
interface RowFinder {
  readonly statement: Statement<[url: string, digest: number], number>;
  /** How many more records may be missed than found: a record that is missed is looked up again after it was parsed. */
  missesLeft: number;
}

/** At the beginning. */
const MISSES = 1_000;

/**
 * Finds records that a store already has by their keys and digests, without parsing them. Records with fields that the
 * schema of their kind lacks, or with faults in their text, are not found: they must be reported again. Undefined if all
 * records must be validated again.
 */
export function createFindKnown(db: Database, { layouts }: TableWriters): FindKnown | undefined {
  if (!hasNewestSchemas(db)) {
    return undefined;
  }
  const finders = new Map<string, RowFinder>();
  for (const { kind, table } of layouts) {
    // Repositories are few, and their names are needed.
    if (kind !== undefined && kind !== 'repository') {
      const sql = `SELECT id FROM ${table} WHERE url = ? AND digest = ? AND extra IS NULL`;
      const statement = db.prepare<[string, number], number>(sql).pluck();
      finders.set(kind, { statement, missesLeft: MISSES });
    }
  }
  return (kind, source) => {
    const finder = finders.get(kind);
    if (finder === undefined || finder.missesLeft === 0) {
      return undefined;
    }
    const url = likelyUrl(bufferOf(source));
    const id = url === undefined ? undefined : finder.statement.get(url, digestOf(source));
    finder.missesLeft += id === undefined ? -1 : 1;
    return id;
  };
}

/** Whether the newest snapshot was loaded by this version: others may have validated records by other schemas. */
function hasNewestSchemas(db: Database): boolean {
  const newest = 'SELECT satchel_version FROM snapshots ORDER BY position DESC LIMIT 1';
  return db.prepare<[], string>(newest).pluck().get() === satchelVersion();
}

const URL_KEY = Buffer.from('"url":');
const SPACE = 0x20;
const QUOTE = 0x22;

/**
 * The first member `url` in the bytes of a record, which usually is its key. If it is not, no row has both this key and
 * the digest of the record.
 */
function likelyUrl(source: Buffer): string | undefined {
  const found = source.indexOf(URL_KEY);
  const value = found + URL_KEY.length;
  const start = source[value] === SPACE ? value + 1 : value;
  const end = found < 0 || source[start] !== QUOTE ? -1 : source.indexOf(QUOTE, start + 1);
  return end < 0 ? undefined : source.toString('latin1', start + 1, end);
}
