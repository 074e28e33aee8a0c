import { createRequire } from 'node:module';
import type SqliteDatabase from 'better-sqlite3';
import { Failure, messageOf } from '../../base/index.ts';

/** What a sandbox remembers from one run to the next: documents by name, and the times of all actions. */
export interface StateFile {
  /** The last value written under a name; its type is up to the writer. */
  read<Value>(name: string): Value | undefined;
  write(name: string, value: unknown): void;
  /** Oldest first, in milliseconds since the Unix epoch. */
  actions(): readonly number[];
  addActions(timesMs: readonly number[]): void;
  close(): void;
}

/** Stores nothing: for a sandbox without `state`. */
export const NO_STATE_FILE: StateFile = {
  read: () => undefined,
  write() {},
  actions: () => [],
  addActions() {},
  close() {},
};

/** Identify the file ("SBOX") and the version of its tables and documents. */
const APPLICATION_ID = 0x53424f58;
const STATE_VERSION = 5;

const SCHEMA = `
  create table documents (name text primary key, body text not null) without rowid;
  create table actions (number integer primary key, at_ms integer not null);
`;

/**
 * Opens or creates the state of a sandbox. Fails with `locked` while another sandbox uses it, and with `usage` for any
 * other file. Each change is a transaction, so that a killed sandbox leaves a consistent file.
 */
export function openStateFile(path: string): StateFile {
  const database = openDatabase(path);
  const reading = database.prepare<[string], { body: string }>('select body from documents where name = ?');
  const writing = database.prepare('insert or replace into documents values (?, ?)');
  const adding = database.prepare('insert into actions (at_ms) values (?)');
  const addAll = database.transaction((timesMs: readonly number[]) => {
    for (const timeMs of timesMs) {
      adding.run(timeMs);
    }
  });
  return {
    read<Value>(name: string) {
      const row = reading.get(name);
      // `STATE_VERSION` guarantees the type.
      return row === undefined ? undefined : (JSON.parse(row.body) as Value);
    },
    write(name, value) {
      if (database.open) {
        writing.run(name, JSON.stringify(value));
      }
    },
    actions: () => database.prepare<[], number>('select at_ms from actions order by number').pluck().all(),
    addActions(timesMs) {
      if (database.open) {
        addAll(timesMs);
      }
    },
    close: () => void database.close(),
  };
}

/** Loads the driver only when it is needed: most sandboxes have no state. */
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

/** The driver throws plain errors as well, for instance where the folder is missing. */
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
