import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { adoptIndex, buildIndex, buildTitles, clearIndex } from '../build-index.ts';
import { type Database, isSqliteError, turnJournalOff } from '../database.ts';
import {
  createReadableStore,
  type EarlyReading,
  type ReadableStore,
  waitForReaders,
} from '../early-reading.ts';
import { indexPartOf } from '../store-lock.ts';
import { buildDocuments } from './document-index.ts';
import { buildMentions } from './mentions.ts';
import { NO_INDEX, type RowIndex } from './row-index.ts';

export interface IndexJob {
  readonly storePath: string;
  /** The file for the index, which does not exist. */
  readonly indexPath: string;
  readonly pageBytes: number;
  /** The statements that create the tables that the thread fills. */
  readonly schema: string;
  /** One number in shared memory: the state of the thread. */
  readonly state: Int32Array;
  /** Where it notes how far it is, for those who read the store meanwhile. */
  readonly cells: Int32Array;
}

export const STATE = { busy: 0, done: 1, failed: 2 } as const;

const WORKER = new URL('./index-worker.js', import.meta.url);

/** The thread has few JavaScript objects; SQLite's memory does not count. */
const WORKER_MEMORY = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 } as const;

/** Smaller stores are indexed sooner than a thread starts. */
const MIN_STORE_BYTES = 64 * 1024 * 1024;

/**
 * The index of a new store, built when all rows are written. In a large store a second thread indexes the texts in a file
 * of its own, while this one builds all other indexes. Meanwhile the store is in WAL mode, so that both can use it.
 */
export class NewIndex implements RowIndex {
  readonly add = NO_INDEX.add;
  readonly replace = NO_INDEX.replace;
  readonly #db: Database;
  readonly #minStoreBytes: number;
  readonly #state = new Int32Array(new SharedArrayBuffer(4));
  /** Undefined if this thread does everything. */
  #worker: Worker | undefined;
  readonly #readable: ReadableStore;
  /** Whether rows were removed that the other thread has read. */
  #isStale = false;

  constructor(db: Database, minStoreBytes = MIN_STORE_BYTES) {
    this.#db = db;
    this.#readable = createReadableStore(db.name);
    this.#minStoreBytes = minStoreBytes;
  }

  async begin(): Promise<void> {
    const db = this.#db;
    const pageBytes = Number(db.pragma('page_size', { simple: true }));
    const storeBytes = pageBytes * Number(db.pragma('page_count', { simple: true }));
    // Node.js 20 cannot run the sources as a thread.
    const isWorthwhile =
      storeBytes >= this.#minStoreBytes && availableParallelism() > 1 && existsSync(WORKER);
    if (!isWorthwhile || !enterWal(db)) {
      return;
    }
    const schema = db
      .prepare<[], string>(
        "SELECT group_concat(sql, '; ') FROM sqlite_schema WHERE name IN ('search_text', 'search_cjk_documents')",
      )
      .pluck()
      .get();
    const workerData: IndexJob = {
      storePath: db.name,
      indexPath: indexPartOf(db.name),
      pageBytes,
      schema: schema ?? '',
      state: this.#state,
      cells: this.#readable.cells,
    };
    const worker = new Worker(WORKER, { workerData, resourceLimits: WORKER_MEMORY });
    this.#worker = worker;
    // If the thread fails, this one does its work, and reports what fails again.
    worker.on('error', () => Atomics.store(this.#state, 0, STATE.failed));
    await once(worker, 'message').catch(() => {});
  }

  remove(): void {
    this.#isStale = true;
  }

  finish(early?: EarlyReading): void {
    const db = this.#db;
    if (this.#worker === undefined) {
      buildIndex(db);
      return;
    }
    if (early !== undefined) {
      db.exec('COMMIT; BEGIN IMMEDIATE');
      early.onReadable(this.#readable);
    }
    buildTitles(db);
    buildMentions(db);
    buildDocuments(db);
    this.#waitForThread();
    if (early !== undefined) {
      early.onComplete();
      waitForReaders(this.#readable);
    }
    db.exec('COMMIT'); // Not earlier: a store with documents counts as indexed.
    leaveWal(db);
    if (this.#isStale || Atomics.load(this.#state, 0) === STATE.failed) {
      clearIndex(db);
      buildIndex(db);
    } else {
      adoptIndex(db, indexPartOf(db.name));
    }
  }

  /** A function of its own, so that profiles can tell waiting from work. */
  #waitForThread(): void {
    Atomics.wait(this.#state, 0, STATE.busy);
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }
}

/** A process that read the file early may need a moment to end; SQLite does not wait for it. */
const MAX_TRIES = 200;
const RETRY_MS = 50;

/** Commits, and continues in WAL mode; false if the file system does not support it. */
function enterWal(db: Database): boolean {
  db.exec('COMMIT');
  let isWal = false;
  try {
    db.pragma('locking_mode = NORMAL');
    isWal = db.pragma('journal_mode = WAL', { simple: true }) === 'wal';
    db.pragma('wal_autocheckpoint = 0'); // It would wait for the other thread.
  } catch (error) {
    if (!isSqliteError(error)) {
      throw error;
    }
  }
  db.exec('BEGIN IMMEDIATE');
  return isWal;
}

function leaveWal(db: Database): void {
  for (let tries = 1; ; tries += 1) {
    try {
      db.pragma('journal_mode = DELETE');
      break;
    } catch (error) {
      if (!isSqliteError(error) || error.code !== 'SQLITE_BUSY' || tries === MAX_TRIES) {
        throw error;
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
  db.pragma('locking_mode = EXCLUSIVE');
  turnJournalOff(db);
  db.exec('BEGIN EXCLUSIVE');
}
