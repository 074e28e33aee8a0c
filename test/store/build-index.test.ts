import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../src/base/clock.ts';
import { searchStore } from '../../src/search/search-store.ts';
import { openStore } from '../../src/store/store.ts';
import { openStoreWriter } from '../../src/store/store-writer.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { batchOf } from './support/archive-text.ts';
import { factsOf } from './support/write-store.ts';

/** Loads issues with these titles from an archive of the given year. */
async function load(
  path: string,
  year: number,
  options: { readonly hasSearch: boolean; readonly titles: readonly string[] },
) {
  const writer = await openStoreWriter(path, { clock: createDrivenClock(0), ...options });
  writer.insertBatch(
    batchOf(
      'issue',
      options.titles.map((title, at) => ({
        type: 'issue',
        url: `https://service.example/acme/app/issues/${at + 1}`,
        title,
      })),
    ),
  );
  await writer.finish({ ...factsOf(`${year}.tar.gz`), takenAt: `${year}-01-01T00:00:00Z` });
}

function countHits(path: string, text: string): number {
  const store = openStore(path);
  try {
    return searchStore(store.db, text, { limit: 10, nowMs: 0 }).results.length;
  } finally {
    store.close();
  }
}

describe('isIndexed()', () => {
  it('makes a search fail without an index, until a load builds it', async () => {
    const path = join(temporaryFolder(), 'work.db');
    await load(path, 2024, { hasSearch: false, titles: ['red apple', 'red pear'] });
    expect(() => countHits(path, 'red')).toThrow('loaded without an index');
    await load(path, 2025, { hasSearch: true, titles: ['red apple', 'green pear'] });
    expect([countHits(path, 'red'), countHits(path, 'pear')]).toEqual([1, 1]);
    await load(path, 2026, { hasSearch: false, titles: ['red apple', 'green pear', 'red plum'] });
    expect(() => countHits(path, 'red')).toThrow('loaded without an index');
  });

  it('needs none in a store without texts', async () => {
    const path = join(temporaryFolder(), 'empty.db');
    await load(path, 2024, { hasSearch: false, titles: [] });
    expect(countHits(path, 'red')).toBe(0);
  });
});
