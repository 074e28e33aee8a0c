/** The thread that `TextThread` starts: indexes the texts received through its port, in a separate file. */

import { workerData } from 'node:worker_threads';
import { carryError } from '../../base/index.ts';
import { type Database, databaseFailure } from '../database/database.ts';
import { applySchema } from '../database/schema.ts';
import { openSideDatabase } from '../database/side-database.ts';
import { endBulk, prepareBulk } from './build-index.ts';
import { isCjk, openCjkIndex } from './cjk-index.ts';
import { SEARCH_COLUMNS } from './searched-tables.table.ts';
import { type EncodedTextRow, readTextBatch } from './text-batch.ts';
import { PROGRESS, type TextThreadData, THREAD_END } from './text-thread.ts';

const { path, port, progress }: TextThreadData = workerData;
let index: SideIndex | undefined;

/** An empty batch marks the end. */
port.on('message', (batch: Uint8Array) => {
  try {
    index ??= new SideIndex();
    index.take(batch);
    if (batch.length === 0) {
      index.finish();
      end(THREAD_END.complete);
    } else {
      reportProgress();
    }
  } catch (error) {
    port.postMessage(carryError(databaseFailure(error, 'write the search index', path)));
    end(THREAD_END.failed);
  }
});

function end(how: number): void {
  Atomics.store(progress, PROGRESS.end, how);
  port.close();
  reportProgress();
}

function reportProgress(): void {
  Atomics.add(progress, PROGRESS.batches, 1);
  Atomics.notify(progress, PROGRESS.batches);
}

/** An index with the same structure as in a store: its file is a store without records. */
class SideIndex {
  readonly #db = openSideDatabase(path, { cacheKib: 4_096 });
  readonly #add: (row: EncodedTextRow) => void;

  constructor() {
    applySchema(this.#db);
    prepareBulk(this.#db);
    this.#add = prepareRows(this.#db);
    this.#db.exec('BEGIN'); // FTS5 flushes at each COMMIT.
  }

  take(batch: Uint8Array): void {
    for (const row of readTextBatch(batch, SEARCH_COLUMNS.length)) {
      this.#add(row);
    }
  }

  finish(): void {
    this.#db.exec('COMMIT');
    endBulk(this.#db);
    this.#db.close();
  }
}

/** Texts are bound as bytes, which avoids decoding and encoding them again. */
function prepareRows(index: Database): (row: EncodedTextRow) => void {
  const cjk = openCjkIndex(index);
  const casts = SEARCH_COLUMNS.map(() => 'CAST(? AS TEXT)').join(', ');
  const addText = index.prepare(
    `INSERT INTO search_text (rowid, ${SEARCH_COLUMNS.join(', ')}) VALUES (?, ${casts})`,
  );
  const addTitle = index.prepare('INSERT INTO search_title (rowid, title) VALUES (?, CAST(? AS TEXT))');
  return ({ id, isAscii, texts }) => {
    const strings = isAscii ? [] : texts.map((text) => text?.toString() ?? null);
    if (isCjk(strings)) {
      cjk.add(id, strings);
    } else {
      addText.run(id, ...texts);
    }
    const [title] = texts;
    if (title !== null) {
      addTitle.run(id, title);
    }
  };
}
