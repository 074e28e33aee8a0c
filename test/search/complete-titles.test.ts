import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completeTitles } from '../../src/search/index.ts';
import { openSampleStore, type SampleStore } from './support/sample-store.ts';

let sample: SampleStore;

beforeAll(async () => {
  sample = await openSampleStore();
});

afterAll(() => {
  sample.close();
});

describe('completeTitles()', () => {
  it.each([
    ['conf', ['Config loader: 日本語の名前が文字化けする']],
    ['forecast cache ig', ['Forecast cache ignores my settings on the day the clocks change']],
    ['"config" OR (', []],
    ['日本', ['Config loader: 日本語の名前が文字化けする']],
    ['seedb', ['yaryna-vitrolom/seedbank']],
    ['', []],
    ['?!', []],
  ])('completes %j', (typed, expected) => {
    const titles = completeTitles(sample.store.db, typed, 10).map(({ title }) => title);
    expect(titles.filter((title) => expected.includes(String(title)))).toEqual(expected);
    expect(titles.length === 0).toBe(expected.length === 0);
  });

  it('gives no more than asked for', () => {
    expect(completeTitles(sample.store.db, 't', 2)).toHaveLength(2);
  });
});
