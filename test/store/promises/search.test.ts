import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anySearch } from '../search/support/arbitrary-search.ts';
import { gatherSubjects, type Subject } from '../search/support/brute-force.ts';
import { openSampleStore, type SampleStore, shortName } from '../search/support/sample-store.ts';

let sample: SampleStore;
let subjects: readonly Subject[];

beforeAll(async () => {
  sample = await openSampleStore();
  subjects = gatherSubjects(sample.records);
});

afterAll(() => {
  sample.close();
});

describe('a search', () => {
  it('answers what looking at each record one by one answers', () => {
    fc.assert(
      fc.property(anySearch(subjects), ({ text, judge, namesOthers }) => {
        const expected = subjects
          .filter(({ type }) => namesOthers || type === 'issue' || type === 'pr')
          .filter((subject) => judge(subject, []))
          .map(({ url }) => shortName(url))
          .sort();
        expect(sample.search(text)).toEqual(expected);
      }),
      { numRuns: process.env['SATCHEL_TEST_LONG'] === '1' ? 20_000 : 400 },
    );
  });
});
