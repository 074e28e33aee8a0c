import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchSort } from '../../../src/search/search-query.ts';
import { searchStore } from '../../../src/search/search-store.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { anySearch, type JudgedSearch } from '../support/arbitrary-search.ts';
import { gatherSubjects, type Subject, textOf } from '../support/brute-force.ts';
import { NOW_MS, openSampleStore, type SampleStore, shortName } from '../support/sample-store.ts';

const RUNS = IS_LONG ? 4_000 : 60;

let sample: SampleStore;
let subjects: readonly Subject[];

beforeAll(async () => {
  sample = await openSampleStore();
  subjects = gatherSubjects(sample.records);
});

/** Limits that a few records exceed, like a million records the real ones. */
const LOW_LIMITS = { frequentTexts: 1, fewSubjects: 5, sortedTexts: 3, rankedTexts: 2, readTexts: 30 };
const PAGE_SIZE = 4;

describe('a search', () => {
  it.each([
    ['answers', undefined],
    ['answers in a store too large for it', LOW_LIMITS],
  ])('%s what looking at each record one by one answers', (_, limits) => {
    fc.assert(
      fc.property(anySearch(subjects), (search) => {
        expect(sample.search(search.text, limits)).toEqual(findOneByOne(search));
      }),
      { numRuns: RUNS },
    );
  });

  it('gives the same in pages, in the order it names', () => {
    const createdAt = new Map(
      subjects.map(({ url, record }) => [url, textOf(record['published_at'] ?? record['created_at'])]),
    );
    fc.assert(
      fc.property(anySearch(subjects), (search) => {
        const { urls, order } = readPages(search.text);
        expect(urls.map(shortName).sort()).toEqual(findOneByOne(search));
        if (order.by === 'created') {
          const times = urls.map((url) => createdAt.get(url) ?? '');
          expect(times).toEqual(order.isAscending ? times.toSorted() : times.toSorted().reverse());
        }
      }),
      { numRuns: RUNS / PAGE_SIZE },
    );
  });
});

function findOneByOne({ judge, namesOthers }: JudgedSearch): readonly string[] {
  return subjects
    .filter(({ type }) => namesOthers || type === 'issue' || type === 'pr')
    .filter((subject) => judge(subject, []))
    .map(({ url }) => shortName(url))
    .sort();
}

function readPages(text: string): { readonly urls: readonly string[]; readonly order: SearchSort } {
  const urls: string[] = [];
  for (let after: string | undefined; ; ) {
    const options = { limit: PAGE_SIZE, after, nowMs: NOW_MS, limits: LOW_LIMITS };
    const page = searchStore(sample.store.db, text, options);
    urls.push(...page.results.map(({ url }) => url));
    if (page.after === undefined) {
      return { urls, order: page.order };
    }
    after = page.after;
  }
}
