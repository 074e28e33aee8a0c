import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { systemErrorCode } from '../base/failure.ts';
import { fileFailure } from '../base/file-failure.ts';
import { SQLITE_MAGIC } from '../base/read-pieces.ts';
import { Failure } from '../model/failure.ts';
import { APPLICATION_ID, STORE_FORMAT } from './database/schema.ts';

export const HEADER_BYTES = 100;

/** "Stch": the stores from before format 1. */
const EARLIEST_ID = 0x53746368;

/**
 * Returns the format of a store. Fails unless it is a store that this Satchel can load into: `absent`, `not-a-store`,
 * `store-older` if it is from before format 1, or `store-newer`. Only the file header is read
 * (sqlite.org/fileformat.html, section 1.3), so that a foreign database is not even opened.
 */
export function requireStore(path: string): number {
  const header = readHeader(path);
  const isSqlite = header.subarray(0, SQLITE_MAGIC.length).toString('latin1') === SQLITE_MAGIC;
  if (!isSqlite || header.length < HEADER_BYTES) {
    throw new Failure('not-a-store', `Cannot open the store "${path}": it is not a SQLite database`);
  }
  const applicationId = header.readUInt32BE(68);
  if (applicationId === EARLIEST_ID) {
    throw new Failure('store-older', `Cannot open the store "${path}": it is of a format before format 1`);
  }
  if (applicationId !== APPLICATION_ID) {
    throw new Failure(
      'not-a-store',
      `Cannot open the store "${path}": it is a SQLite database of another program`,
    );
  }
  const format = header.readUInt32BE(60);
  if (format > STORE_FORMAT) {
    throw new Failure(
      'store-newer',
      `Cannot open the store "${path}": it has format ${format}, and this Satchel supports formats up to ${STORE_FORMAT}`,
    );
  }
  return format;
}

/** Fails as `requireStore` does, and with `store-older` for any other format: only writing converts a store. */
export function requireReadable(path: string): void {
  const format = requireStore(path);
  if (format < STORE_FORMAT) {
    throw new Failure(
      'store-older',
      `Cannot read the store "${path}": it has format ${format}, and this Satchel reads format ${STORE_FORMAT}`,
    );
  }
}

/** The two change counters of SQLite's header (sqlite.org/fileformat.html, section 1.3); none if it is not complete. */
export function changeCountersIn(header: Buffer): readonly number[] {
  return header.length < HEADER_BYTES ? [] : [header.readUInt32BE(24), header.readUInt32BE(92)];
}

/** Those of a store to which no one is writing. */
export function readChangeCounters(path: string): readonly number[] {
  return changeCountersIn(readHeader(path));
}

/** Reads up to `HEADER_BYTES` from the start of a file. */
function readHeader(path: string): Buffer {
  try {
    const file = openSync(path, 'r');
    try {
      const header = Buffer.alloc(HEADER_BYTES);
      return header.subarray(0, readSync(file, header));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (systemErrorCode(error) === 'EISDIR') {
      throw new Failure('not-a-store', `Cannot open the store "${path}": it is a directory, not a file`, {
        cause: error,
        hint: `Name the file of a store, such as "${join(path, 'store.db')}"`,
        commandHint: existsSync(join(path, 'store.db'))
          ? `Name the store in it, "${join(path, 'store.db')}"; if the directory is a vault, name it with --vault`
          : `Name a file with --db, such as "${join(path, 'work.db')}"; the directory of a vault is named with --vault`,
      });
    }
    throw fileFailure(error, 'open the store', path);
  }
}
