import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../../src/base/clock.ts';
import type { JsonObject } from '../../../src/base/json.ts';
import { applySchema } from '../../../src/store/database/schema.ts';
import { openStoreWriter } from '../../../src/store/store-writer.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { batchOf } from '../support/archive-text.ts';
import { factsOf } from '../support/write-store.ts';

const APP = 'https://service.example/acme/app';

function issue(number: number, title: string, labels: readonly string[]): JsonObject {
  return {
    type: 'issue',
    url: `${APP}/issues/${number}`,
    repository: APP,
    title,
    labels: labels.map((label) => `${APP}/labels/${label}`),
  };
}

async function load(...batches: readonly (readonly JsonObject[])[]): Promise<SqliteDatabase.Database> {
  const path = join(temporaryFolder(), 'store.db');
  const writer = await openStoreWriter(path, { clock: createDrivenClock(0) });
  for (const records of batches) {
    writer.insertBatch(batchOf('issue', records));
  }
  await writer.finish(factsOf('a.tar.gz'));
  return new SqliteDatabase(path, { readonly: true });
}

function indexesOf(db: SqliteDatabase.Database): readonly unknown[] {
  return db.prepare("SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'index' ORDER BY name").all();
}

describe('dropIndexes()', () => {
  it('builds all indexes of the schema again', async () => {
    const db = await load([issue(1, 'one', ['a'])]);
    const empty = new SqliteDatabase(':memory:');
    applySchema(empty);
    expect(indexesOf(db)).toEqual(indexesOf(empty));
  });

  it('keeps the last of the records with one url, and nothing that belongs to the others', async () => {
    const db = await load(
      [issue(1, 'first', ['a', 'b', 'c']), issue(2, 'other', ['d']), issue(1, 'second', ['e'])],
      [issue(1, 'last', ['f', 'g'])],
    );
    expect(db.prepare('SELECT number, title FROM issues ORDER BY number').raw().all()).toEqual([
      [1, 'last'],
      [2, 'other'],
    ]);
    const labels = db
      .prepare<[], string>('SELECT label_url FROM issue_labels ORDER BY label_url')
      .pluck()
      .all();
    expect(labels.map((url) => url.at(-1))).toEqual(['d', 'f', 'g']);
    const texts = db.prepare('SELECT count(*) FROM search_text WHERE search_text MATCH ?').pluck();
    expect(['first', 'second', 'last', 'other'].map((word) => texts.get(word))).toEqual([0, 0, 1, 1]);
  });
});
