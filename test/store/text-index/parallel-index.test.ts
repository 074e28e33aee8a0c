import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../../src/base/index.ts';
import type { RecordBatch } from '../../../src/model/index.ts';
import { searchStore } from '../../../src/search/index.ts';
import * as store from '../../../src/store/index.ts';
import { hasTextThread, TextThread } from '../../../src/store/text-index/text-thread.ts';
import { batchOf } from '../support/archive-text.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { factsOf } from '../support/write-store.ts';

const APP = 'https://service.example/acme/app';
const TEXTS = ['a naïve café', '日本語API を見る', 'commit 0a1b2c3d foo_bar', '', '\ud800\u0000', '🧵'];

/** Enough texts for several batches, of every type. */
function makeBatches(): readonly RecordBatch[] {
  const filling = (at: number) => `word${at} ${'lorem ipsum dolor '.repeat(60)}`;
  const issues = Array.from({ length: 900 }, (_, at) => ({
    type: 'issue',
    url: `${APP}/issues/${at + 1}`,
    repository: APP,
    title: at % 7 === 0 ? null : `title ${at} ${TEXTS[at % TEXTS.length]}`,
    body: at % 5 === 0 ? TEXTS[at % TEXTS.length] : filling(at),
  }));
  const comments = Array.from({ length: 900 }, (_, at) => ({
    type: 'issue_comment',
    url: `${APP}/issues/${at + 1}#issuecomment-${at}`,
    issue: `${APP}/issues/${at + 1}`,
    body: at % 4 === 0 ? TEXTS[at % TEXTS.length] : filling(at),
  }));
  const reviewed = Array.from({ length: 50 }, (_, at) => ({
    type: 'pull_request_review_comment',
    url: `${APP}/pull/9#discussion_r${at}`,
    pull_request: `${APP}/pull/9`,
    path: `src/見る/file${at}.ts`,
    body: at === 7 ? 'huge '.repeat(150_000) : null,
  }));
  return [
    batchOf('release', [{ type: 'release', url: `${APP}/releases/tag/v1`, name: 'First', tag_name: 'v1' }]),
    batchOf('repository', [{ type: 'repository', url: APP, name: 'app', description: 'An app, 日本語' }]),
    batchOf('issue', issues),
    batchOf('issue_comment', comments),
    batchOf('pull_request_review_comment', reviewed),
  ];
}

interface Loading {
  readonly batches: readonly RecordBatch[];
  readonly hasThreads: boolean;
}

async function load(path: string, { batches, hasThreads }: Loading): Promise<boolean> {
  const writer = await store.openStoreWriter(path, { clock: createDrivenClock(0), hasThreads });
  for (const batch of batches) {
    writer.insertBatch(batch);
  }
  const hadFile = existsSync(`${path}.part-search`);
  await writer.finish(factsOf('a.tar.gz'));
  return hadFile;
}

/** The content of a store and the results of its index; checks the index against the texts. */
function contentsOf(path: string): unknown {
  const db = new SqliteDatabase(path);
  for (const table of ['search_text', 'search_title']) {
    db.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('integrity-check', 1)`);
  }
  db.exec("INSERT INTO search_cjk (search_cjk) VALUES ('integrity-check')");
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  const tables = db
    .prepare<[], string>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'",
    )
    .pluck()
    .all();
  const terms = [
    'naive',
    '"foo bar"',
    '日',
    '"本 語"',
    'api',
    'word1*',
    'huge',
    'first',
    'file7',
    'title',
    'app',
  ];
  const contents = {
    tables: tables.sort().map((table) => {
      const rows = db.prepare(`SELECT * FROM ${table}`).raw().all();
      return [table, rows.map((row) => JSON.stringify(row)).sort()];
    }),
    hits: ['search_text', 'search_cjk', 'search_title'].flatMap((table) =>
      terms.map((term) =>
        db
          .prepare(`SELECT rowid, bm25(${table}) FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid`)
          .raw()
          .all(term),
      ),
    ),
  };
  db.close();
  return contents;
}

describe('createParallelIndex()', () => {
  it('writes the store that one thread writes', async () => {
    const folder = temporaryDirectory();
    const [alone, together] = [join(folder, 'alone.db'), join(folder, 'together.db')];
    const batches = makeBatches();
    expect(await load(alone, { batches, hasThreads: false })).toBe(false);
    expect(await load(together, { batches, hasThreads: true })).toBe(true);
    expect(contentsOf(together)).toEqual(contentsOf(alone));
    expect(readdirSync(folder).sort()).toEqual(['alone.db', 'together.db']);

    const search = (path: string, text: string) => {
      const opened = store.openStore(path);
      const { results } = searchStore(opened.db, text, { limit: 20, nowMs: 0 });
      opened.close();
      return results;
    };
    for (const text of ['lorem word7', 'is:issue café', '日本語', 'huge', 'in:title title', 'v1']) {
      expect(search(together, text)).toEqual(search(alone, text));
      expect(search(together, text), text).not.toEqual([]);
    }
  });

  it('writes it also where records come twice', async () => {
    const folder = temporaryDirectory();
    const [alone, together] = [join(folder, 'alone.db'), join(folder, 'together.db')];
    const batches = [...makeBatches(), ...makeBatches().slice(2, 3)];
    await load(alone, { batches, hasThreads: false });
    expect(await load(together, { batches, hasThreads: true })).toBe(true);
    expect(contentsOf(together)).toEqual(contentsOf(alone));
  });

  it('starts no thread for a few texts, and ignores the file of a killed run', async () => {
    const path = join(temporaryDirectory(), 'few.db');
    writeFileSync(`${path}.part-search`, 'left over');
    expect(await load(path, { batches: makeBatches().slice(0, 2), hasThreads: true })).toBe(false);
    expect(contentsOf(path)).toBeTruthy();
  });

  it('leaves nothing behind when the load is abandoned', async () => {
    const path = join(temporaryDirectory(), 'abandoned.db');
    const writer = await store.openStoreWriter(path, { clock: createDrivenClock(0), hasThreads: true });
    for (const batch of makeBatches()) {
      writer.insertBatch(batch);
    }
    expect(existsSync(`${path}.part-search`)).toBe(true);
    await writer.abandon();
    expect(readdirSync(dirname(path))).toEqual([]);
  });
});

describe.skipIf(!hasTextThread())('TextThread', () => {
  it('throws what its thread fails with', async () => {
    const path = join(temporaryDirectory(), 'side.db');
    const thread = new TextThread(path);
    const twice = { id: 1, texts: [null, `日${'x'.repeat(400_000)}`, null, null] };
    expect(() => {
      for (let count = 0; count < 40; count += 1) {
        thread.add(twice);
      }
      thread.finish();
    }).toThrow('UNIQUE constraint failed');
    await thread.close();
    expect(existsSync(path)).toBe(false);
  });

  it('fails where its file cannot be made', async () => {
    const path = join(temporaryDirectory(), 'absent', 'side.db');
    const thread = new TextThread(path);
    expect(() => thread.add({ id: 1, texts: [null, 'x'.repeat(1_000_000), null, null] })).toThrow(
      'Cannot write the search index',
    );
    await thread.close();
  });
});
