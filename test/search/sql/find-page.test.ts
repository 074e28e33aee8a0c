import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { readSearch } from '../../../src/search/parse-search.ts';
import { planSearch, SEARCH_LIMITS } from '../../../src/search/search-plan.ts';
import { findPage } from '../../../src/search/sql/find-page.ts';
import { findSubjects } from '../../../src/search/sql/find-subjects.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { anySearch } from '../support/arbitrary-search.ts';
import { gatherSubjects, type Subject } from '../support/brute-force.ts';
import { NOW_MS, openSampleStore, type SampleStore } from '../support/sample-store.ts';

const RUNS = IS_LONG ? 3_000 : 100;

let sample: SampleStore;
let subjects: readonly Subject[];

beforeAll(async () => {
  sample = await openSampleStore();
  subjects = gatherSubjects(sample.records);
});

const LOW_LIMITS = { frequentTexts: 3, fewSubjects: 5, sortedTexts: 4, rankedTexts: 8, readTexts: 1_000 };

describe('findPage()', () => {
  it.each([
    ['of a small store', SEARCH_LIMITS],
    ['of a store with frequent words', { ...LOW_LIMITS, rankedTexts: 10_000 }],
    ['of a store with common words', LOW_LIMITS],
    ['of a store with too many texts to read', { ...LOW_LIMITS, readTexts: 5 }],
  ])('finds the pages %s that one statement over all hits finds, in the same order', (_, limits) => {
    const page = fc.record({ offset: fc.nat({ max: 5 }), limit: fc.integer({ min: 1, max: 9 }) });
    fc.assert(
      fc.property(anySearch(subjects), page, ({ text }, range) => {
        const { db } = sample.store;
        const plan = planSearch(db, readSearch(text, NOW_MS), limits);
        const all = [...findSubjects(db, plan, range)].map(({ id, kind, bestId }) => ({ id, kind, bestId }));
        expect([...findPage(db, plan, range)]).toMatchObject(all);
      }),
      { numRuns: RUNS },
    );
  });
});
