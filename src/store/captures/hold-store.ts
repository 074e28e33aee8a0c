import { rm, writeFile } from 'node:fs/promises';
import { Failure, partPathOf, systemErrorCode } from '../../base/index.ts';
import { type Database, databaseFailure, openDatabase } from '../database.ts';

/**
 * Keeps loads away from a store while it is written in place: they build a copy under the part name, and would put it
 * over what was written meanwhile. Whoever finds the part file locked gives up (`locked`). Gives what releases it.
 */
export async function holdStore(path: string): Promise<() => Promise<void>> {
  const partPath = partPathOf(path);
  await makeFile(partPath);
  const db = lockFile(partPath);
  return async () => {
    db.close();
    await rm(partPath, { force: true });
  };
}

/** A part file that is there already is another run's, or what a killed run left: its lock tells. */
async function makeFile(partPath: string): Promise<void> {
  try {
    await writeFile(partPath, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') {
      throw error;
    }
    lockFile(partPath).close();
    await rm(partPath, { force: true });
    await writeFile(partPath, '', { flag: 'wx', mode: 0o600 });
  }
}

function lockFile(partPath: string): Database {
  const db = openDatabase(partPath, { readonly: false });
  try {
    db.pragma('busy_timeout = 0');
    db.exec('BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db.close();
    const failure = databaseFailure(error, 'write', partPath);
    throw failure instanceof Failure && failure.code === 'locked' ? lockedFailure(partPath, error) : failure;
  }
}

function lockedFailure(partPath: string, cause: unknown): Failure {
  return new Failure('locked', `Cannot write "${partPath}": another run is writing it`, {
    cause,
    hint: 'Wait until it ends',
  });
}
