import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { Failure, systemErrorCode } from '../base/index.ts';
import { type Database, databaseFailure, openDatabase } from './database.ts';

/**
 * Makes an empty part file, for the eyes of its owner only as archives hold private work. What a killed run left
 * behind is removed, whatever it is; a run that is alive holds a lock on its file, and is not disturbed (`locked`).
 */
export async function claimPart(partPath: string): Promise<void> {
  if (existsSync(partPath) && isLocked(partPath)) {
    throw lockedFailure(partPath);
  }
  await rm(partPath, { force: true });
  for (const path of [searchPathOf(partPath), indexPathOf(partPath)]) {
    await rm(path, { force: true });
  }
  try {
    await writeFile(partPath, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw systemErrorCode(error) === 'EEXIST' ? lockedFailure(partPath, error) : error;
  }
}

/** Where the search index of a part grows apart. */
export function searchPathOf(partPath: string): string {
  return `${partPath}-search`;
}

/** Where indexes of a part are built apart. */
export function indexPathOf(partPath: string): string {
  return `${partPath}-indexes`;
}

/** Locks a part file until the database is closed. Gives up at once where another run has it (`locked`). */
export function lockPart(partPath: string): Database {
  const db = openDatabase(partPath, { readonly: false });
  try {
    db.pragma('busy_timeout = 0');
    db.exec('BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db.close();
    const failure = databaseFailure(error, 'write', partPath);
    throw isLockedFailure(failure) ? lockedFailure(partPath, error) : failure;
  }
}

function isLocked(partPath: string): boolean {
  try {
    lockPart(partPath).close();
    return false;
  } catch (error) {
    return isLockedFailure(error); // What is no database is nobody's.
  }
}

function isLockedFailure(error: unknown): boolean {
  return error instanceof Failure && error.code === 'locked';
}

function lockedFailure(partPath: string, cause?: unknown): Failure {
  return new Failure('locked', `Cannot write "${partPath}": another run is writing it`, {
    cause,
    hint: 'Wait until it ends',
  });
}
