import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../../src/store/database.ts';
import type { RingRow } from '../../../../src/store/search/index/ring-reader.ts';
import { writeSideIndex } from '../../../../src/store/search/index/side-index.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

function* makeRows(count: number): Generator<RingRow> {
  for (let id = 1; id <= count; id += 1) {
    const title = id % 5 === 0 ? `naïve title ${id}` : `title ${id}`;
    const texts = [title, 'some words of a body', null, null].map((text) => {
      const bytes = Buffer.from(text ?? '');
      return text === null ? null : { bytes, start: 0, end: bytes.length };
    });
    yield { id, hasTitle: true, isAscii: id % 5 !== 0, texts };
  }
}

function writeIndex(rows: number, places: number) {
  const path = join(temporaryDirectory(), 'side.db');
  writeFileSync(path, '');
  writeSideIndex(path, makeRows(rows), { places, wordBytes: 1_000_000 });
  const db = openDatabase(path, { readonly: false });
  const count = (sql: string) => Number(db.prepare(sql).pluck().get());
  const segments = count('SELECT count(DISTINCT segid) FROM search_text_idx');
  const hits = count("SELECT count(*) FROM search_text ('body')");
  const titles = count("SELECT count(*) FROM search_title ('nai*')");
  db.exec("INSERT INTO search_text (search_text) VALUES ('integrity-check')");
  db.exec("INSERT INTO search_title (search_title) VALUES ('integrity-check')");
  db.close();
  return { segments, hits, titles };
}

it('writeSideIndex() leaves a few segments as they are', () => {
  const { segments, ...found } = writeIndex(300, 100);
  expect(segments).toBeGreaterThan(10);
  expect(found).toEqual({ hits: 300, titles: 60 });
});

it('writeSideIndex() joins many segments', () => {
  const { segments, ...found } = writeIndex(3_000, 100);
  expect(segments).toBeLessThan(10);
  expect(found).toEqual({ hits: 3_000, titles: 600 });
});
