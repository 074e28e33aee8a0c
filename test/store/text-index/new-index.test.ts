import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isIndexed } from '../../../src/store/build-index.ts';
import { applySchema } from '../../../src/store/database/schema.ts';
import { type Database, openDatabase } from '../../../src/store/database.ts';
import { indexedShare, type ReadableStore, stopReading } from '../../../src/store/early-reading.ts';
import { openForReading } from '../../../src/store/open-for-reading.ts';
import { NewIndex } from '../../../src/store/text-index/new-index.ts';
import { openSearchIndex } from '../../../src/store/text-index/open-search-index.ts';
import { temporaryFolder } from '../../house/afterwards.ts';

/** Texts of every kind: ASCII, accents, CJK, and none. */
const TEXTS = [
  'plain words for @mira',
  'naïve café',
  '日本語のAPI文書',
  '',
  'foo_bar in a.b.c #123',
  'emoji 🚀 rocket',
];

it('builds the index that one thread builds', async () => {
  const { db, index } = openFilled();
  await index.begin();
  index.finish();
  const here = openNew();
  fillRows(here);
  openSearchIndex(here, { isNew: true }).finish();
  expect(contents(db)).toEqual(contents(here));
  expect(db.pragma('journal_mode', { simple: true })).toBe('off');
  db.exec('COMMIT');
  // A file in WAL mode could not be read from read-only media (sqlite.org/fileformat2.html, 1.3.3).
  expect([...readFileSync(db.name).subarray(18, 20)]).toEqual([1, 1]);
});

it('writes the index of the other thread to a private file', async () => {
  const { db, index } = openFilled();
  await index.begin();
  index.finish();
  expect(statSync(`${db.name}-search`).mode & 0o777).toBe(0o600);
});

it('builds the index again if rows were removed meanwhile', async () => {
  const { db, index } = openFilled();
  await index.begin();
  index.remove();
  db.exec('DELETE FROM issue_comments WHERE id % 7 = 0');
  index.finish();
  const here = openNew();
  fillRows(here);
  here.exec('DELETE FROM issue_comments WHERE id % 7 = 0');
  openSearchIndex(here, { isNew: true }).finish();
  expect(contents(db)).toEqual(contents(here));
});

it('builds the index without the other thread if that fails', async () => {
  const { db, index } = openFilled();
  mkdirSync(`${db.name}-search`);
  await index.begin();
  index.finish();
  expect(contents(db)).toMatchObject({ documents: 2_000 });
});

it('needs no other thread for a small store', async () => {
  const { db, index } = openFilled(Number.POSITIVE_INFINITY);
  await index.begin();
  expect(db.pragma('journal_mode', { simple: true })).toBe('memory');
  index.finish();
  expect(contents(db)).toMatchObject({ documents: 2_000 });
});

it('leaves rows as they are that are changed while the other thread reads', async () => {
  const { db, index } = openFilled();
  await index.begin();
  db.exec("UPDATE issues SET updated_at = '2020-01-01T00:00:00Z'; CREATE INDEX extra ON issues (updated_at)");
  index.finish();
  expect(db.prepare('SELECT DISTINCT updated_at FROM issues').pluck().all()).toEqual([
    '2020-01-01T00:00:00Z',
  ]);
  expect(contents(db)).toMatchObject({ documents: 2_000 });
});

it('can be read before its texts are indexed', async () => {
  const { db, index } = openFilled();
  await index.begin();
  const seen: unknown[] = [];
  let reader: Database | undefined;
  let readable: ReadableStore | undefined;
  index.finish({
    onReadable(store) {
      readable = store;
      reader = openForReading(store.path);
      seen.push(reader.prepare('SELECT count(*) FROM issues').pluck().get(), isIndexed(reader));
    },
    onComplete() {
      seen.push(reader && isIndexed(reader));
      expect(readable && indexedShare(readable)).toBe(0.999);
      reader?.close();
      if (readable !== undefined) {
        stopReading(readable);
      }
    },
  });
  expect(seen).toEqual([500, false, false]);
  expect(contents(db)).toMatchObject({ documents: 2_000 });
});

function openFilled(minStoreBytes = 0): { readonly db: Database; readonly index: NewIndex } {
  const db = openNew();
  db.pragma('locking_mode = EXCLUSIVE');
  db.pragma('journal_mode = MEMORY');
  db.exec('BEGIN EXCLUSIVE');
  fillRows(db);
  const index = new NewIndex(db, minStoreBytes);
  onTestFinished(() => index.close());
  return { db, index };
}

function openNew(): Database {
  const db = openDatabase(join(temporaryFolder(), 'store.db.part'), { readonly: false });
  onTestFinished(() => void db.close());
  db.pragma('synchronous = OFF');
  applySchema(db);
  return db;
}

function fillRows(db: Database): void {
  const issue = db.prepare(
    `INSERT INTO issues (id, url, repo, number, title, state, body, shape_id, digest)
     VALUES (?, ?, 'acme/app', ?, ?, 'open', ?, 1, 0)`,
  );
  const comment = db.prepare(
    `INSERT INTO issue_comments (id, url, repo, number, body, shape_id, digest) VALUES (?, ?, 'acme/app', ?, ?, 1, 0)`,
  );
  for (let id = 1; id <= 2_000; id += 1) {
    const text = `${TEXTS[id % TEXTS.length]} ${id}`;
    const url = `https://service.example/acme/app/${id}`;
    if (id % 4 === 0) {
      issue.run(id, url, id, text, `body ${text}`);
    } else {
      comment.run(id, url, id - (id % 4), text);
    }
  }
}

/** What the indexes contain, after they were compared with the texts (sqlite.org/fts5.html, 6.4). */
function contents(db: Database): unknown {
  const vocabulary = ['search_text', 'search_title', 'search_cjk'].map((table) => {
    const rank = table === 'search_cjk' ? 0 : 1;
    db.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('integrity-check', ${rank})`);
    db.exec(`CREATE VIRTUAL TABLE temp.words_of_${table} USING fts5vocab (main, ${table}, instance)`);
    return db.prepare(`SELECT * FROM temp.words_of_${table}`).raw().all();
  });
  const options = db.prepare('SELECT k, v FROM search_text_config ORDER BY k').raw().all();
  const cjk = db.prepare('SELECT id FROM search_cjk_documents').pluck().all();
  const mentions = db.prepare('SELECT name, id FROM search_mentions').raw().all();
  const documents = db.prepare('SELECT count(*) FROM search_documents').pluck().get();
  return { vocabulary, options, cjk, mentions, documents };
}
