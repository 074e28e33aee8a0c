import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { MAX_SEARCH_TERMS } from '../../src/search/parse-search.ts';
import { QUALIFIERS } from '../../src/search/qualifiers.table.ts';
import type { SearchResults } from '../../src/search/search-store.ts';
import { completeTitles, searchStore } from '../../src/search/search-store.ts';
import { loadDriver } from '../../src/store/driver.ts';
import { NOW_MS, openSampleStore, type SampleStore, shortName } from './support/sample-store.ts';
import { SEARCHES } from './support/searches.table.ts';

const ISSUE = 'https://service.example/acme/app/issues/1';

const MORE = [
  { ...issue(1), body: 'a'.repeat(300_000) },
  comment(1, 'cc @acme/core, and mail core@acme/core-team'),
  comment(2, 'cc @acme/core-team'),
  comment(3, '使用API接口'),
  comment(4, 'quokka says so', 'https://service.example/acme/app/issues/404'),
  { ...issue(2), title: null, body: 'a nameless wombat' },
  { ...issue(3), title: 'Zebra crossing, zebra crossing', body: 'zebra crossing '.repeat(20) },
  { ...issue(4), title: 'Zébra-Crossing', body: 'asphalt '.repeat(5_000) },
  { ...issue(5), title: 'Badgers! Badgers!', body: 'badgers '.repeat(20) },
  ...[6, 7, 8].map((number) => ({ ...issue(number), body: 'one badger, somewhere in a text' })),
];

let sample: SampleStore;

let small: SampleStore;

beforeAll(async () => {
  sample = await openSampleStore();
  small = await openSampleStore(MORE);
});

describe('searchStore()', () => {
  it.each(SEARCHES)('finds for %j exactly what it should', (text, found) => {
    expect(sample.search(text).join(' ')).toBe(found);
  });

  it('answers the example of every qualifier', () => {
    for (const { example } of Object.values(QUALIFIERS)) {
      expect(Array.isArray(sample.search(example))).toBe(true);
    }
  });

  it('finds mentions of a team, and of no other whose name begins the same', () => {
    expect(small.search('team:acme/core')).toEqual(['app#1']);
    expect(small.search('team:acme/cor')).toEqual([]);
  });

  it.each([
    ['quoka', 'no text contains "quoka"; a similar word that occurs is "quokka"'],
    ['wobmat', 'no text contains "wobmat"; a similar word that occurs is "wombat"'],
    ['asphault is:issue', 'no text contains "asphault"; a similar word that occurs is "asphalt"'],
    ['Zebbra', 'no text contains "zebbra"; a similar word that occurs is "zebra"'],
  ])('suggests an existing word for the misspelt one in %j', (text, hint) => {
    expect(search(text, small)).toMatchObject({ results: [], warnings: [hint] });
  });

  it.each(['xyz', 'platypus', 'quokka author:nobody', 'quok*', '-quoka author:nobody', '"quoka says"'])(
    'suggests nothing for %j',
    (text) => {
      expect(search(text, small).warnings).toEqual([]);
    },
  );

  it.each([
    ['a word of 2,000 letters', 'q'.repeat(2_000)],
    ['a word of 24 letters', 'q'.repeat(24)],
    [
      'as many words as it may have',
      Array.from({ length: MAX_SEARCH_TERMS }, (_, at) => `word${at}`).join(' '),
    ],
    ['the same unknown word', 'quokkka OR '.repeat(100).slice(0, -4)],
  ])('asks the index a bounded number of times for %s', (_what, text) => {
    let asked = 0;
    const db = new (loadDriver())(small.store.db.name, {
      readonly: true,
      verbose: () => {
        asked += 1;
      },
    });
    onTestFinished(() => void db.close());
    searchStore(db, text, { limit: 10, nowMs: NOW_MS });
    expect(asked).toBeLessThan(3_000);
  });

  it('finds Latin words amid CJK text, in one comment of a thread', () => {
    const { results } = search('"API接口"', small);
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({
      number: 1,
      match: { kind: 'issue_comment', url: `${ISSUE}#issuecomment-3` },
    });
    expect(results[0]?.match?.snippet).toEqual([
      { text: '使用', isHit: false },
      { text: 'API接口', isHit: true },
    ]);
  });

  it('shows the same text for a prefix as for its word, where results are not ranked', () => {
    const matchesOf = (text: string) =>
      search(`sort:created ${text}`, small).results.map(({ match }) => match?.url);
    expect(matchesOf('api接*')).toEqual([`${ISSUE}#issuecomment-3`]);
    expect(matchesOf('quokk*')).toEqual(matchesOf('quokka'));
    expect(matchesOf('wom* OR core*')).toEqual(matchesOf('wombat OR core'));
    expect(matchesOf('wombat OR core').length).toBeGreaterThan(1);
  });

  it('finds threads without a title', () => {
    expect(small.search('wombat')).toEqual(['app#2']);
  });

  it('answers with a comment itself if its thread is not in the store', () => {
    expect(search('quokka', small).results).toMatchObject([{ kind: 'issue_comment', number: null }]);
    expect(small.search('type:comment quokka')).toEqual(['app#404#issuecomment-4']);
  });

  it('ranks titles over bodies over comments', () => {
    const kinds = search('station parser').results.map(({ match }) => match?.kind);
    expect(kinds[0]).toBe('pull_request');
    expect(search('station parser').order).toEqual({ by: 'relevance', isAscending: false });
  });

  it('ranks a title that is what is looked for first', () => {
    const first = (text: string) => search(text, small).results.map(({ number }) => number)[0];
    expect([first('zebra crossing'), first('is:open crossing')]).toEqual([4, 3]);
  });

  it('ranks texts with a word itself above those with other forms of it, which quotation marks leave out', () => {
    const numbers = (text: string) => search(text, small).results.map(({ number }) => number);
    expect(numbers('badger')).toEqual([8, 7, 6, 5]);
    expect(numbers('badgers')).toEqual([5, 8, 7, 6]);
    expect(numbers('"badger"')).toEqual([8, 7, 6]);
    expect(search('badger', small).results.at(-1)?.match?.snippet[0]).toEqual({
      text: 'badgers',
      isHit: true,
    });
    expect(search('badger sort:created', small).results).toHaveLength(4);
  });

  it.each([
    ['is:merged sort:created', ['ferrylight#17', 'tidewatch#11', 'tidewatch#7', 'tidewatch#2']],
    ['is:merged sort:created-asc', ['tidewatch#2', 'tidewatch#7', 'tidewatch#11', 'ferrylight#17']],
    ['is:merged sort:comments', ['tidewatch#11', 'tidewatch#2']],
    ['reactions:>1 sort:reactions', ['ferrylight#14']],
  ])('sorts %j', (text, first) => {
    const names = search(text).results.map(({ url }) => shortName(url));
    expect(names.slice(0, first.length)).toEqual(first);
  });

  it.each(['webhook', '日本語', '"config loader"', 'conf*'])(
    'finds the same for %j in any order',
    (words) => {
      const found = sample.search(words);
      expect(found.length).toBeGreaterThan(0);
      for (const sort of QUALIFIERS.sort.choices) {
        expect([sort, sample.search(`${words} sort:${sort}`)]).toEqual([sort, found]);
      }
    },
  );

  it.each([
    ['is:issue', 4],
    ['station', 1],
    ['the', 3],
    ['the is:open', 1],
  ])('gives for "%s" pages of %i that join without a gap', (text, limit) => {
    const all = search(text).results.map(({ url }) => url);
    const urls: string[] = [];
    let after: string | undefined;
    do {
      const page = searchStore(sample.store.db, text, { limit, after, nowMs: NOW_MS });
      urls.push(...page.results.map(({ url }) => url));
      after = page.after;
    } while (after !== undefined);
    expect(urls.length).toBeGreaterThan(4 * limit);
    expect(urls).toEqual(all);
  });

  it('says if results cannot be ranked as requested', () => {
    expect(search('is:open sort:relevance')).toMatchObject({
      order: { by: 'created' },
      warnings: ['there are no words to rank by, so the newest come first'],
    });
    expect(search('is:open').warnings).toEqual([]);
  });

  it('refuses what is not a search, with the place for programs', () => {
    expect(() => search('is:open is:mergd')).toThrow(
      expect.objectContaining({
        code: 'search-refused',
        message:
          'Cannot search: at character 12, "mergd" is not a value of is:, which takes issue, pr, open, closed, merged, draft, locked, dismissed, fixed, read, unread; did you mean "merged"?',
        details: expect.objectContaining({ position: 12, token: 'mergd', suggestion: 'merged' }),
      }),
    );
    expect(() => searchStore(sample.store.db, 'a', { limit: 1, after: 'x', nowMs: NOW_MS })).toThrow(
      /after "x": unknown page token/,
    );
    const { after } = searchStore(sample.store.db, 'the', { limit: 1, nowMs: NOW_MS });
    for (const [text, owners] of [['a'], ['the', ['yaryna-vitrolom']]] as const) {
      expect(() => searchStore(sample.store.db, text, { limit: 1, after, owners, nowMs: NOW_MS })).toThrow(
        /it is not of a page of this search/,
      );
    }
  });

  it('searches the newest snapshot only, and says so', () => {
    expect(() => search('snapshot:2 a')).toThrow(
      'Cannot search snapshot 2: only the newest one, 1, has an index',
    );
  });
});

function search(text: string, store: SampleStore = sample): SearchResults {
  return searchStore(store.store.db, text, { limit: 100, nowMs: NOW_MS });
}

function issue(number: number) {
  return {
    type: 'issue',
    url: `https://service.example/acme/app/issues/${number}`,
    repository: 'https://service.example/acme/app',
    user: 'https://service.example/mira',
    title: 'Ask the core team',
    labels: [],
    assignees: [],
    reactions: [],
    created_at: '2020-01-01T00:00:00Z',
  };
}

function comment(number: number, body: string, issue = ISSUE) {
  return {
    type: 'issue_comment',
    url: `${issue}#issuecomment-${number}`,
    issue,
    user: 'https://service.example/noor',
    body,
    reactions: [],
    created_at: `2020-01-0${number}T00:00:00Z`,
  };
}

beforeAll(async () => {
  sample = await openSampleStore();
});

describe('completeTitles()', () => {
  it.each([
    ['conf', ['Config loader: 日本語の名前が文字化けする']],
    ['forecast cache ig', ['Forecast cache ignores my settings on the day the clocks change']],
    ['fore cac ig', ['Forecast cache ignores my settings on the day the clocks change']],
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

  it('gives those of one repository, however many newer ones others have', () => {
    const repo = 'yaryna-vitrolom/seedbank';
    const found = completeTitles(sample.store.db, 's', 5, repo);
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.map((one) => one.repo))).toEqual(new Set([repo]));
  });

  it('gives no more than asked for', () => {
    expect(completeTitles(sample.store.db, 't', 2)).toHaveLength(2);
  });
});
