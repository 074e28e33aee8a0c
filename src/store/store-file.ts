import { createHash } from 'node:crypto';
import { constants, existsSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { fileFailure } from '../base/file-failure.ts';
import { readPieces } from '../base/read-pieces.ts';
import { Failure } from '../model/failure.ts';
import { settleStore } from './database/settle-store.ts';
import { type Database, databaseFailure } from './database.ts';
import { openSteadily } from './open-for-reading.ts';
import { changeCountersIn, HEADER_BYTES } from './store-header.ts';
import { lockStore, waitForStore } from './store-lock.ts';

/** The file of a store at one moment between two writes. */
export interface StoreContent {
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly changeCounters: readonly number[];
}

/** Reads the bytes of a store. No part of an unfinished write is in them. */
export async function readStoreFile(path: string, signal?: AbortSignal): Promise<StoreContent> {
  return await whileSteady(path, signal, async () => await readContent(path, signal));
}

/** Copies the bytes of a store in the same way, sharing its blocks where the file system can. */
export async function copyStoreFile(from: string, to: string, signal?: AbortSignal): Promise<StoreContent> {
  await whileSteady(from, signal, async () => await copyFile(from, to, constants.COPYFILE_FICLONE));
  return await readContent(to, signal);
}

/**
 * Calls `work` while no program can write to the store, which is settled. `work` must open its file once: closing it
 * ends the locks that this process has on the file (sqlite.org/howtocorrupt.html, section 2.2).
 */
async function whileSteady<Result>(
  path: string,
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    signal?.throwIfAborted();
    try {
      const { ino } = statSync(path);
      const db = await holdStill(path, signal);
      try {
        const result = await work();
        // A load that replaced the store may have let another one write to the new file.
        if (statSync(path).ino === ino) {
          return result;
        }
      } finally {
        db?.close();
      }
    } catch (error) {
      signal?.throwIfAborted();
      throw fileFailure(databaseFailure(error, 'read the store', path), 'read the store', path);
    }
  }
}

/** SQLite's own lock of readers; undefined if the file is so damaged that SQLite does not open it, and so never writes to it. */
async function holdStill(path: string, signal: AbortSignal | undefined): Promise<Database | undefined> {
  try {
    return openWhole(path);
  } catch (error) {
    if (!(error instanceof Failure)) {
      throw error;
    }
    if (error.code === 'not-a-store') {
      return undefined;
    }
    if (error.code !== 'locked') {
      throw error;
    }
  }
  const lockWait = waitForStore(signal ?? new AbortController().signal, () => undefined);
  const lock = await lockStore(path, { lockWait }); // A merge of many records keeps readers out for long.
  try {
    return openWhole(path);
  } finally {
    await lock.release();
  }
}

function openWhole(path: string): Database {
  if (existsSync(`${path}-wal`)) {
    settleStore(path); // Readers would see what is in that file, but it is not in the store's.
  }
  return openSteadily(path);
}

async function readContent(path: string, signal: AbortSignal | undefined): Promise<StoreContent> {
  const digest = createHash('sha256');
  let [sizeBytes, header] = [0, Buffer.of()];
  for await (const piece of readPieces(path, signal)) {
    header = sizeBytes === 0 ? Buffer.from(piece.subarray(0, HEADER_BYTES)) : header;
    digest.update(piece);
    sizeBytes += piece.length;
  }
  return { sizeBytes, sha256: digest.digest('hex'), changeCounters: changeCountersIn(header) };
}
