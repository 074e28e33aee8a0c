import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../../src/store/database.ts';
import { applySchema } from '../../../../src/store/schema.ts';
import { adoptIndex, clearForAdoption } from '../../../../src/store/search/index/adopt-index.ts';
import { writeSideIndex } from '../../../../src/store/search/index/side-index.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const TEXTS = ['plain words', 'words with 日本語', 'word '.repeat(5_000)];

function writeSide(path: string): void {
  const rows = TEXTS.map((text, at) => ({
    id: at + 1,
    hasTitle: at === 0,
    isAscii: Buffer.byteLength(text) === text.length,
    texts: [{ bytes: Buffer.from(text), start: 0, end: Buffer.byteLength(text) }, null, null, null],
  }));
  writeSideIndex(path, rows);
}

function openTarget(path: string, pageBytes: number): Database {
  const db = openDatabase(path, { readonly: false });
  db.pragma(`page_size = ${pageBytes}`);
  applySchema(db);
  return db;
}

describe('adoptIndex()', () => {
  it.each([
    ['pages', 16_384],
    ['rows, where pages have another size,', 4_096],
  ])('takes over %s', (_, pageBytes) => {
    const folder = temporaryDirectory();
    const [sidePath, path] = [join(folder, 'side.db'), join(folder, 'store.db')];
    writeSide(sidePath);
    const store = openTarget(path, pageBytes);
    clearForAdoption(store);
    const file = openSync(path, 'r+');
    adoptIndex(store, sidePath, file);
    store.close();
    closeSync(file);

    const adopted = openDatabase(path, { readonly: false });
    const find = (index: string, text: string) =>
      adopted.prepare(`SELECT rowid FROM ${index} WHERE ${index} MATCH ?`).pluck().all(text);
    expect(adopted.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(find('search_text', 'words')).toEqual([1]);
    expect(find('search_text', 'word')).toEqual([3]);
    expect(find('search_cjk', '"日 本"')).toEqual([2]);
    expect(find('search_title', 'plain')).toEqual([1]);
    expect(adopted.prepare('SELECT id FROM search_cjk_documents').pluck().all()).toEqual([2]);
    adopted.close();
  });
});
