import { beforeAll, describe, expect, it } from 'vitest';
import type { IndexList } from '../../../../src/browse/site/engine/index-format.ts';
import { searchSite } from '../../../../src/browse/site/engine/search-site.ts';
import { type IndexedPage, TextIndex } from '../../../../src/browse/site/text-index.ts';

/** The parts of an index, as its script would have them. */
const parts = new Map<string, unknown>();

const ISSUE = { kind: 'issue', state: 'open', author: 'ada', repo: 'acme/kiln', at: '2026-05-31T11:48:00Z' };

const PAGES: readonly IndexedPage[] = [
  {
    kind: 'repository',
    title: 'acme/kiln',
    repo: 'acme/kiln',
    file: '../acme/kiln/index.html',
    text: 'Fires pots',
    isCode: true,
  },
  {
    kind: 'repository',
    title: 'acme/kilnlog',
    repo: 'acme/kilnlog',
    file: '../acme/kilnlog/index.html',
    text: 'Logs',
  },
  {
    kind: 'user',
    title: 'Mira Pérelac',
    author: 'mira-p',
    file: '../mira-p/index.html',
    text: '',
    face: 'f3 MP',
  },
  {
    ...ISSUE,
    title: 'Alarm after a power cut',
    number: 33,
    file: '../acme/kiln/issues/33/index.html',
    text: '# Steps\nThe power went out. The kiln did not ring!\nThanks\nIt rings here, after each power cut.',
    passages: [
      [0, 'opening', 'ada'],
      [58, 'issuecomment-7', 'mira-p'],
    ],
    labels: [['good first issue', 'd73a4a']],
    assignees: ['mira-p'],
    milestone: '1.0',
  },
  {
    ...ISSUE,
    title: 'Cut the power bill',
    number: 34,
    file: 'b',
    text: 'It crashes.',
    state: 'closed',
    at: '2025-01-02T00:00:00Z',
  },
  {
    ...ISSUE,
    title: 'Other',
    repo: 'acme/kilnlog',
    number: 33,
    file: 'c',
    text: 'Nothing',
    kind: 'pull_request',
    state: 'merged',
    author: 'bob',
  },
  {
    kind: 'release',
    title: 'v1',
    repo: 'acme/kiln',
    file: '../acme/kiln/releases/tag/v1/index.html',
    text: 'alarms',
    author: 'ada',
    at: '2026-01-01T00:00:00Z',
  },
  {
    kind: 'wiki',
    title: 'Glazes',
    repo: 'acme/kiln',
    file: 'd',
    text: 'A layer or two of salt',
    isCode: true,
  },
  { kind: 'release', state: 'draft', title: 'v2', repo: 'acme/kiln', file: 'e', text: 'soon', author: 'ada' },
];

const COMMIT = '9dbd0f6a5c1e8b7d9dbd0f6a5c1e8b7d9dbd0f6a';

beforeAll(async () => {
  const index = new TextIndex(async ({ name, content }) => {
    const [, json = ''] = /^.*? = (.*);\n$/s.exec(content) ?? [];
    parts.set(name.replace(/\.js$/, ''), JSON.parse(json));
  });
  for (const page of PAGES) {
    await index.add(page);
  }
  index.addCommit({
    repo: 'acme/kiln',
    id: COMMIT,
    title: 'Fire',
    file: `../acme/kiln/commit/${COMMIT}/index.html`,
  });
  const both = COMMIT.replace(/^9dbd/, '9eee');
  for (const repo of ['acme/kiln', 'acme/kilnlog']) {
    index.addCommit({ repo, id: both, title: 'Log', file: `../${repo}/commit/${both}/index.html` });
  }
  await index.end();
});

async function search(query: string) {
  const answer = await searchSite({
    list: parts.get('index') as IndexList,
    load: async (name) => parts.get(name),
    origins: ['https://service.example'],
    query,
    nowMs: Date.parse('2026-06-01'),
  });
  const { hits } = await answer.hitsFrom(0, 10);
  const shown = hits.map((hit) => hit.title.map(({ text }) => text).join(''));
  return { ...answer, hits, shown };
}

const [KILN, KILNLOG, MIRA, ALARM, BILL, OTHER, RELEASE] = PAGES.map(({ title }) => title);

describe('searchSite()', () => {
  it.each([
    // Names and numbers come first.
    ['#33', [ALARM, OTHER]],
    ['acme/kiln', [KILN, KILNLOG]],
    ['kilnlog', [KILNLOG]],
    ['mira-p', [MIRA]],
    ['@mira-p', [MIRA]],
    ['perelac', [MIRA]],
    // Words, their other forms and beginnings; a phrase.
    ['alarm', [ALARM, RELEASE]],
    ['crash', [BILL]],
    ['power cut', [ALARM, BILL]],
    ['"power cut"', [ALARM]],
    ['kil', [KILN, KILNLOG, ALARM]],
    ['in:title power', [ALARM, BILL]],
    ['alarm -power', [RELEASE]],
    ['alarm OR crashes', [ALARM, BILL, RELEASE]],
    ['(alarm OR crashes) NOT type:release', [ALARM, BILL]],
    // Qualifiers of the reader.
    ['is:issue is:open', [ALARM]],
    ['is:closed', [OTHER, BILL]],
    ['is:merged', [OTHER]],
    ['is:draft', ['v2']],
    ['type:wiki', ['Glazes']],
    ['type:person', [MIRA]],
    ['type:release', [RELEASE, 'v2']],
    ['author:bob', [OTHER]],
    ['repo:acme/kilnlog is:pr', [OTHER]],
    ['repo:kilnlog is:pr', [OTHER]],
    ['org:acme type:pr', [OTHER]],
    ['label:"good first issue",other', [ALARM]],
    ['assignee:mira-p', [ALARM]],
    ['milestone:1.0', [ALARM]],
    ['no:label type:issue', [BILL]],
    ['created:2025', [BILL]],
    ['is:issue created:>2026-05-30', [ALARM]],
    ['is:issue sort:created-asc', [BILL, ALARM]],
  ] as const)('finds for %j', async (query, expected) => {
    expect((await search(query)).shown).toEqual(expected);
  });

  it.each([
    ['kiln#33', '../acme/kiln/issues/33/index.html'],
    ['acme/kiln#33', '../acme/kiln/issues/33/index.html'],
    [
      'https://service.example/acme/kiln/issues/33#issuecomment-7',
      '../acme/kiln/issues/33/index.html#issuecomment-7',
    ],
    ['service.example/acme/kiln/pull/33', '../acme/kiln/issues/33/index.html'],
    ['/acme/kiln/issues/33', '../acme/kiln/issues/33/index.html'],
    ['acme/kiln/pull/33#issuecomment-7', '../acme/kiln/issues/33/index.html#issuecomment-7'],
    ['https://api.service.example/repos/acme/kiln/issues/33', '../acme/kiln/issues/33/index.html'],
    ['https://service.example/acme/kiln', '../acme/kiln/index.html'],
    ['https://service.example/mira-p', '../mira-p/index.html'],
    ['https://service.example/acme/kiln/releases/tag/v1', '../acme/kiln/releases/tag/v1/index.html'],
    ['9dbd0f6', `../acme/kiln/commit/${COMMIT}/index.html`],
    [COMMIT.toUpperCase(), `../acme/kiln/commit/${COMMIT}/index.html`],
    [`https://service.example/acme/kiln/commit/${COMMIT}`, `../acme/kiln/commit/${COMMIT}/index.html`],
    ['kilnlog@9eee0f6', `../acme/kilnlog/commit/9eee${COMMIT.slice(4)}/index.html`],
  ])('leads from %s to its page', async (query, file) => {
    expect((await search(query)).goTo).toBe(file);
  });

  it('says that the index lacks the page of an address, and shows its repository', async () => {
    const address = 'https://service.example/acme/kiln/blob/main/a.py';
    expect(await search(address)).toMatchObject({ unknownAddress: address, shown: [KILN] });
    expect(await search('https://service.example/mira-p/lost/issues/3')).toMatchObject({
      pages: [],
      goTo: undefined,
    });
  });

  it.each([
    ['alram', 'alarm', 'alarm'],
    ['is:open ccrashes', 'crashes', 'is:open crashes'],
    ['author:boob', 'bob', 'author:bob'],
    ['assignee:mira', 'mira-p', 'assignee:mira-p'],
    ['label:"good furst issue"', 'good first issue', 'label:"good first issue"'],
    ['is:opne', 'open', 'is:open'],
    ['atuhor:bob', 'author', 'author:bob'],
  ])('guesses what %j means', async (query, right, other) => {
    const { guesses } = await search(query);
    expect(guesses).toEqual([{ wrong: expect.any(String), right, query: other }]);
  });

  it('says what a site cannot answer, and answers the rest', async () => {
    const { leftOut, shown } = await search(
      'alarm review:approved is:locked updated:>2024 in:comments sort:comments type:code',
    );
    expect(leftOut).toEqual([
      'review:approved',
      'is:locked',
      'updated',
      'type:code',
      'in:comments',
      'sort:comments',
    ]);
    expect(shown).toEqual([ALARM, RELEASE]);
  });

  it.each([
    ['( review:approved )', true],
    ['(review:approved OR is:locked)', true],
    ['review:approved alarm', false],
    ['review:approved author:bob', false],
    ['alarm', false],
  ])('says whether nothing of %j was searched for', async (query, isAll) => {
    const { isAllLeftOut } = await search(query);
    expect(isAllLeftOut).toBe(isAll);
  });

  it('has its orders', async () => {
    const { orders } = await search('alarm sort:created-desc is:open');
    expect(orders).toEqual([
      { name: 'Best match', search: 'alarm is:open sort:relevance', isChosen: false },
      { name: 'Newest', search: 'alarm is:open sort:created', isChosen: true },
      { name: 'Oldest', search: 'alarm is:open sort:created-asc', isChosen: false },
    ]);
    expect((await search('alarm sort:relevance')).leftOut).toEqual([]);
    const { orders: named, shown } = await search('alarm sort:oldest');
    expect(named.filter(({ isChosen }) => isChosen).map(({ name }) => name)).toEqual(['Oldest']);
    expect(shown).toEqual((await search('alarm sort:created-asc')).shown);
  });

  it('lists a commit that is in several repositories', async () => {
    const { commits, goTo } = await search('9eee0f6');
    expect(goTo).toBeUndefined();
    expect(commits.map(({ repo, title }) => [repo, title])).toEqual([
      ['acme/kiln', 'Log'],
      ['acme/kilnlog', 'Log'],
    ]);
    expect((await search('9eee0f7')).commits).toEqual([]);
  });

  it('knows the number of pages with a phrase, and that their kinds add up to it', async () => {
    const { pages, isAtMost, facets } = await search('"layer or two"');
    expect([pages.length, isAtMost]).toEqual([1, false]);
    const [kinds] = await facets();
    expect(kinds?.values.map(({ value, count }) => [value, count])).toEqual([['wiki', 1]]);
    const all = await search('kiln OR alarm OR power OR mira OR soon');
    const [every] = await all.facets();
    expect(every?.values.reduce((sum, { count }) => sum + count, 0)).toBe(all.pages.length);
  });

  it('offers only kinds that it has pages of', async () => {
    const { mistake } = await search('type:nothing-like-it');
    expect(mistake?.reason).toBe(
      'is not a value of type:, which takes issue, pr, release, repository, wiki, person',
    );
  });

  it('says what is wrong in a search', async () => {
    expect((await search('is:nothing-like-it')).mistake).toMatchObject({ token: 'nothing-like-it' });
    expect((await search('(alarm')).mistake).toMatchObject({ token: '(', reason: 'is never closed' });
  });

  it('counts words that pages have, but not together', async () => {
    const { alone } = await search('alarms crashes nowhere');
    expect(alone.map(({ text, count }) => [text, count])).toEqual([
      ['alarms', 2],
      ['crashes', 1],
    ]);
  });

  it('marks words in titles and in sentences of one person, and leads to that', async () => {
    const [hit] = (await search('"power cut"')).hits;
    const written = (parts: readonly { text: string; isHit: boolean }[] = []) =>
      parts.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join('');
    expect(written(hit?.title)).toBe('Alarm after a [power] [cut]');
    expect(written(hit?.passage.parts)).toBe('It rings here, after each [power] [cut].');
    expect(hit).toMatchObject({
      href: '../acme/kiln/issues/33/index.html#issuecomment-7',
      passage: { author: 'mira-p' },
      labels: [['good first issue', 'd73a4a']],
      date: '31 May 2026',
    });
    const [other] = (await search('is:open')).hits;
    expect(written(other?.passage.parts)).toBe('The power went out. The kiln did not ring! Thanks');
  });

  it('counts the values that narrow it', async () => {
    const facets = await (await search('is:issue')).facets();
    const values = Object.fromEntries(
      facets.map(({ term, values: all }) => [term, all.map(({ value, count }) => [value, count])]),
    );
    expect(values).toEqual({
      type: [['issue', 2]],
      repo: [['acme/kiln', 2]],
      is: [
        ['closed', 1],
        ['open', 1],
      ],
      author: [['ada', 2]],
      label: [['good first issue', 1]],
      created: [
        ['2026', 1],
        ['2025', 1],
      ],
    });
  });
});
