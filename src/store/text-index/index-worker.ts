/** The thread of `NewIndex`: indexes the texts of a store in a file of its own. */

import { writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { invariant } from '../../base/failure.ts';
import { expectManyTexts } from '../build-index.ts';
import { type Database, openDatabase, turnJournalOff } from '../database.ts';
import { noteIndexed } from '../early-reading.ts';
import { listCjkDocuments, SEARCH_COLUMNS } from './cjk-index.ts';
import { type IndexJob, STATE } from './new-index.ts';

invariant(parentPort !== null, 'this file is started as a thread');
const { storePath, indexPath, pageBytes, schema, state, cells }: IndexJob = workerData;

/** Both files are read or written from start to end. */
const CACHE_KIB = 2_048;

const IS_PLAIN = 'id NOT IN main.search_cjk_documents';

/** Calling a function for each text would take longer than noting the progress is worth: one in 256 ids does. */
const NOTED = 0xff;

function buildApart(): void {
  writeFileSync(indexPath, '', { flag: 'wx', mode: 0o600 }); // SQLite would let others read private work.
  const db = openDatabase(indexPath, { readonly: false });
  try {
    db.pragma(`page_size = ${pageBytes}`);
    db.pragma('main.synchronous = OFF');
    turnJournalOff(db);
    db.exec(schema);
    expectManyTexts(db, 'search_text');
    db.prepare('ATTACH ? AS store').run(storePath);
    db.pragma(`main.cache_size = -${CACHE_KIB}`);
    db.pragma(`store.cache_size = -${CACHE_KIB}`);
    db.exec('BEGIN');
    listCjkDocuments(db);
    const columns = SEARCH_COLUMNS.join(', ');
    countProgress(db);
    db.exec(
      `INSERT INTO search_text (rowid, ${columns})
       SELECT id, ${columns} FROM store.search_texts
       WHERE ${IS_PLAIN} AND (id & ${NOTED} <> 0 OR note_progress())`,
    );
    db.exec('COMMIT');
  } finally {
    db.close();
  }
}

/** Defines the function that notes the progress whenever it is called, and returns true. */
function countProgress(db: Database): void {
  const last = Number(
    db
      .prepare(`SELECT count(*) FROM store.search_texts WHERE id & ${NOTED} = 0 AND ${IS_PLAIN}`)
      .pluck()
      .get(),
  );
  let noted = 0;
  db.function('note_progress', () => {
    noted += 1;
    noteIndexed(cells, noted / last);
    return 1;
  });
}

parentPort.postMessage('started');
let result: number = STATE.failed;
try {
  buildApart();
  result = STATE.done;
} finally {
  Atomics.store(state, 0, result);
  Atomics.notify(state, 0);
}
