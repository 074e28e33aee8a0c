import { createRequire } from 'node:module';
import type SqliteDatabase from 'better-sqlite3';
import { Failure, messageOf } from '../../base/index.ts';

/** Keeps what a sandbox has to remember from one run to the next: documents by name, and when things happened. */
export interface Keeper {
  /** What was last written under a name, or undefined. What a document holds is up to its writer. */
  read<Value>(name: string): Value | undefined;
  write(name: string, value: unknown): void;
  /** When things happened in the world, oldest first, in milliseconds since the Unix epoch. */
  deeds(): readonly number[];
  addDeeds(timesMs: readonly number[]): void;
  close(): void;
}

/** Keeps nothing: for a sandbox that starts anew each time. */
export const FORGETFUL_KEEPER: Keeper = {
  read: () => undefined,
  write() {},
  deeds: () => [],
  addDeeds() {},
  close() {},
};

/** Marks the file as ours ("SBOX"), and its layout and documents as those of this version. */
const APPLICATION_ID = 0x53424f58;
const STATE_VERSION = 3;

const SCHEMA = `
  create table documents (name text primary key, body text not null) without rowid;
  create table deeds (number integer primary key, at_ms integer not null);
`;

/**
 * Opens the state of a sandbox, or begins one. One sandbox at a time holds it (`locked`); a file of something else is
 * refused with `usage`. Each change is a separate transaction, so that a killed sandbox leaves a whole file.
 */
export function openStateFile(path: string): Keeper {
  const database = openDatabase(path);
  const reading = database.prepare<[string], { body: string }>('select body from documents where name = ?');
  const writing = database.prepare('insert or replace into documents values (?, ?)');
  const adding = database.prepare('insert into deeds (at_ms) values (?)');
  const addAll = database.transaction((timesMs: readonly number[]) => {
    for (const timeMs of timesMs) {
      adding.run(timeMs);
    }
  });
  return {
    read<Value>(name: string) {
      const row = reading.get(name);
      // Only documents of this version are in the file: see `STATE_VERSION`.
      return row === undefined ? undefined : (JSON.parse(row.body) as Value);
    },
    write(name, value) {
      if (database.open) {
        writing.run(name, JSON.stringify(value));
      }
    },
    deeds: () =>
      database
        .prepare<[], { at_ms: number }>('select at_ms from deeds order by number')
        .all()
        .map((row) => row.at_ms),
    addDeeds(timesMs) {
      if (database.open) {
        addAll(timesMs);
      }
    },
    close: () => void database.close(),
  };
}

/** Loads the driver with the state, as most sandboxes keep none. */
function loadDriver(): typeof SqliteDatabase {
  return createRequire(import.meta.url)('better-sqlite3');
}

function openDatabase(path: string): SqliteDatabase.Database {
  let database: SqliteDatabase.Database | undefined;
  try {
    database = new (loadDriver())(path, { timeout: 0 });
    database.pragma('locking_mode = exclusive');
    database.pragma('journal_mode = wal');
    const owner = database.pragma('application_id', { simple: true });
    const version = database.pragma('user_version', { simple: true });
    const tables = database.prepare('select count(*) from sqlite_schema').pluck().get();
    if (tables === 0) {
      database.exec(
        `begin; ${SCHEMA} pragma application_id = ${APPLICATION_ID}; pragma user_version = ${STATE_VERSION}; commit`,
      );
    } else if (owner !== APPLICATION_ID || version !== STATE_VERSION) {
      throw new Failure(
        'usage',
        `Cannot use the state "${path}": it was not written by this version of the sandbox`,
      );
    }
    return database;
  } catch (error) {
    database?.close();
    throw error instanceof Failure ? error : stateFailure(path, error);
  }
}

/** The driver throws errors of SQLite, and plain ones where the folder is missing. */
function stateFailure(path: string, cause: unknown): Failure {
  const code = cause instanceof loadDriver().SqliteError ? cause.code : '';
  if (code.startsWith('SQLITE_BUSY')) {
    return new Failure('locked', `Cannot use the state "${path}": another sandbox holds it`, { cause });
  }
  if (code.startsWith('SQLITE_NOTADB')) {
    const hint = 'Name another file with --state';
    return new Failure('usage', `Cannot use the state "${path}": it is not a SQLite database`, {
      cause,
      hint,
    });
  }
  return new Failure('file-system', `Cannot use the state "${path}": ${messageOf(cause)}`, { cause });
}
