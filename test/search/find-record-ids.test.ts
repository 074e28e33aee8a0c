import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../src/base/clock.ts';
import { Failure } from '../../src/model/failure.ts';
import { openReading, type Reading } from '../../src/reading/open-reading.ts';
import { QUALIFIERS } from '../../src/search/qualifiers.table.ts';
import { openStoreWriter } from '../../src/store/store-writer.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { batchOf } from '../store/support/archive-text.ts';
import { factsOf } from '../store/support/write-store.ts';
import { NOW_MS, openSampleStore, type SampleStore } from './support/sample-store.ts';

let home: string;
let sample: SampleStore;
let indexed: Reading;
let unindexed: Reading;

beforeAll(async () => {
  home = temporaryFolder();
  sample = await openSampleStore();
  indexed = openReading(sample.store.path);
  unindexed = openReading(await writeUnindexed());
});

afterAll(() => {
  indexed.close();
  unindexed.close();
});

describe('findRecordIds()', () => {
  it('finds words in any order', () => {
    for (const sort of QUALIFIERS.sort.choices) {
      expect([sort, list(indexed, `日本語 sort:${sort}`)]).toEqual([sort, list(indexed, '日本語')]);
    }
  });

  it('treats an empty search as none', () => {
    expect(list(indexed, ' ')).toEqual(list(indexed, 'is:issue'));
  });

  it('answers from a store without an index what it answers from one with it, or refuses', () => {
    const refused = Object.entries(QUALIFIERS).flatMap(([name, { example }]) => {
      const found = list(unindexed, example);
      if (found === 'refused') {
        return [name];
      }
      expect([name, found]).toEqual([name, list(indexed, example)]);
      return [];
    });
    // The examples of in: and type: contain words.
    expect(refused.sort()).toEqual([
      'attachment',
      'in',
      'involves',
      'mentions',
      'path',
      'snapshot',
      'team',
      'type',
    ]);
  });

  it('says what it cannot answer without an index, however deeply nested', () => {
    expect(() => unindexed.threads({ ...ALL, search: 'is:open OR -(no:label mentions:mira)' })).toThrow(
      expect.objectContaining({
        code: 'not-indexed',
        message: 'Cannot list by "mentions:": the store was loaded without an index',
      }),
    );
  });
});

const ALL = { kind: 'issue', limit: 1_000, nowMs: NOW_MS } as const;

function list(reading: Reading, search: string): readonly string[] | 'refused' {
  try {
    return [...reading.threads({ ...ALL, search }).threads()].map(({ url }) => String(url)).sort();
  } catch (error) {
    if (error instanceof Failure && (error.code === 'search-refused' || error.code === 'not-indexed')) {
      return 'refused';
    }
    throw error;
  }
}

async function writeUnindexed(): Promise<string> {
  const path = join(home, 'unindexed.db');
  const writer = await openStoreWriter(path, { clock: createDrivenClock(NOW_MS), hasSearch: false });
  for (const kind of new Set(sample.records.map((record) => String(record['type'])))) {
    writer.insertBatch(
      batchOf(
        kind,
        sample.records.filter((record) => record['type'] === kind),
      ),
    );
  }
  await writer.finish(factsOf('a.tar.gz'));
  return path;
}
