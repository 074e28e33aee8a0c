import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeMistake } from '../../src/search/language/search-mistake.ts';
import { wordForms } from '../../src/search/language/word-forms.ts';
import {
  MAX_SEARCH_CHARACTERS,
  MAX_SEARCH_DEPTH,
  MAX_SEARCH_TERMS,
  parseSearch,
} from '../../src/search/parse-search.ts';
import { QUALIFIERS, type QualifierName } from '../../src/search/qualifiers.table.ts';
import { ANY_CHARACTER } from '../base/support/any-character.ts';
import { IS_LONG } from '../house/long-run.ts';
import { MALFORMED_SEARCHES } from './support/malformed-searches.table.ts';
import { NOW_MS } from './support/sample-store.ts';

describe('parseSearch()', () => {
  it.each(MALFORMED_SEARCHES)('says what is wrong with %j', (text, message) => {
    expect(mistakeIn(text)).toBe(message);
  });

  it('binds adjacent terms more closely than OR, and NOT more closely than both', () => {
    expect(filterOf('a b OR -c AND d')).toEqual({
      kind: 'or',
      nodes: [
        { kind: 'and', nodes: [words('a'), words('b')] },
        { kind: 'and', nodes: [{ kind: 'not', node: words('c') }, words('d')] },
      ],
    });
    expect(filterOf('a (b OR c)')).toEqual({
      kind: 'and',
      nodes: [words('a'), { kind: 'or', nodes: [words('b'), words('c')] }],
    });
  });

  it('treats two negations as none', () => {
    expect(filterOf('NOT -a')).toEqual(words('a'));
  });

  it('keeps operators in small letters, parentheses and colons of prose as words', () => {
    expect(filterOf('and')).toEqual(words('and', wordForms('and')));
    expect(filterOf('main()')).toEqual(words('main()'));
    expect(filterOf('std::vector')).toEqual(words('std::vector'));
    expect(filterOf('https://a.example/b')).toEqual(words('https://a.example/b'));
    expect(filterOf('Note: x')).toEqual({ kind: 'and', nodes: [words('Note:'), words('x')] });
    expect(filterOf('--force')).toEqual(words('--force'));
    expect(filterOf('(call(a) b)')).toEqual({ kind: 'and', nodes: [words('call(a)'), words('b')] });
  });

  it('reads phrases and prefixes', () => {
    expect(filterOf('"a (b"')).toEqual(words('a (b'));
    expect(filterOf('ab*')).toEqual({ ...words('ab'), isPrefix: true });
    expect(filterOf('"a b"*')).toEqual({ ...words('a b'), isPrefix: true });
  });

  it('puts settings aside', () => {
    expect(parseSearch('in:title,body a sort:comments-asc snapshot:7', NOW_MS)).toEqual({
      query: {
        filter: words('a'),
        scopes: ['title', 'body'],
        sort: { by: 'comments', isAscending: true },
        snapshot: 7,
      },
    });
  });

  it.each([
    ['sort:newest', { by: 'created', isAscending: false }],
    ['sort:oldest', { by: 'created', isAscending: true }],
  ])('knows the orders by the words of menus: %s', (text, sort) => {
    expect(parseSearch(text, NOW_MS)).toMatchObject({ query: { sort } });
  });

  it('treats an empty text as a search for everything', () => {
    expect(parseSearch(' \n', NOW_MS)).toMatchObject({ query: { filter: undefined, scopes: [] } });
  });

  it('reads the example of every qualifier', () => {
    for (const [name, { example }] of Object.entries(QUALIFIERS)) {
      expect([name, 'query' in parseSearch(example, NOW_MS)]).toEqual([name, true]);
      expect(example).toContain(`${name}:`);
    }
  });

  it.each([
    ...['author:john.doe', 'assignee:old-', 'commenter:_a', 'involves:.a-b.c', 'reviewed-by:app/renovate'],
    ...['user:grp.x', 'org:old-', 'user:~ada', 'team:grp.x/core', 'team:old-/a.b'],
    ...['repo:grp.x/sub/app', 'repo:~ada/notes', 'repo:a.b/c', 'repo:old-/c/d.e/f_g'],
  ])('reads names of other services and of old accounts in %j', (text) => {
    const [name, value = ''] = text.split(':');
    expect(filterOf(text)).toMatchObject({
      name,
      value: { texts: [value.replace('app/renovate', 'renovate[bot]')] },
    });
  });

  it.each([
    ['label:"say ""hi"""', ['say "hi"']],
    ['label:"""hi"""', ['"hi"']],
    ['label:"a""b",c,"d, e"', ['a"b', 'c', 'd, e']],
    ['label:a"b c"', ['ab c']],
  ])('reads the values of %j', (text, texts) => {
    expect(filterOf(text)).toMatchObject({ name: 'label', value: { texts } });
  });

  it('counts characters as the text does that was given', () => {
    expect(mistakeIn('日本 🚀 a')).toContain('at character 4, "🚀"');
  });

  it('limits depth and length', () => {
    const nested = (depth: number) => `${'('.repeat(depth)}a${')'.repeat(depth)}`;
    expect('query' in parseSearch(nested(MAX_SEARCH_DEPTH), NOW_MS)).toBe(true);
    expect(mistakeIn(nested(MAX_SEARCH_DEPTH + 1))).toContain(`at character ${MAX_SEARCH_DEPTH + 1}`);
    expect('query' in parseSearch('a '.repeat(MAX_SEARCH_TERMS), NOW_MS)).toBe(true);
    expect(mistakeIn('a '.repeat(MAX_SEARCH_TERMS + 1))).toContain(
      `exceeds the limit of ${MAX_SEARCH_TERMS}`,
    );
    expect('query' in parseSearch('a'.repeat(MAX_SEARCH_CHARACTERS), NOW_MS)).toBe(true);
    expect(mistakeIn('a'.repeat(MAX_SEARCH_CHARACTERS + 1))).toBe(
      `at character ${MAX_SEARCH_CHARACTERS + 1}, "a" exceeds the limit of ${MAX_SEARCH_CHARACTERS} characters`,
    );
  });

  it.each([
    '(',
    ')',
    '-',
    '"',
    ' ',
    'NOT ',
    'a(',
    'a:',
    ':',
    'is:',
    'label:,',
    '--',
    '*',
    'label:"',
    'created:last ',
  ])('is done soon with 100 kB of %j', (piece) => {
    const parsed = parseSearch(piece.repeat(100_000 / piece.length), NOW_MS);
    expect('query' in parsed || parsed.mistake.position > 0).toBe(true);
  });

  it('gives a query or a place in the text for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const parsed = parseSearch(text, NOW_MS);
        if ('mistake' in parsed) {
          const { position, token, reason } = parsed.mistake;
          expect(reason).not.toBe('');
          expect(position).toBeGreaterThan(0);
          expect(position).toBeLessThanOrEqual(text.length + 1);
          expect(token === ',' || text.includes(token) || token !== '').toBe(true);
        }
      }),
      { numRuns: IS_LONG ? 100_000 : 2_000 },
    );
  });
});

const names = Object.keys(QUALIFIERS) as QualifierName[];
const anyPiece = fc.oneof(
  fc.constantFrom(
    '(',
    ')',
    '-',
    '"',
    '*',
    ' ',
    ',',
    ':',
    'AND',
    'OR',
    'NOT',
    '>',
    '<=',
    '..',
    'a',
    '2023',
    '日',
  ),
  fc.constantFrom(...names).map((name) => `${name}:`),
  fc.constantFrom(...names).map((name) => QUALIFIERS[name].example),
  fc.string({ unit: ANY_CHARACTER, maxLength: 4 }),
);
const anyText = fc.oneof(
  fc.string({ unit: ANY_CHARACTER }),
  fc.array(anyPiece, { maxLength: 12 }).map((pieces) => pieces.join('')),
);

function words(text: string, forms: readonly string[] = []): object {
  return { kind: 'words', text, isPrefix: false, forms };
}

function filterOf(text: string): unknown {
  const parsed = parseSearch(text, NOW_MS);
  return 'query' in parsed ? parsed.query.filter : describeMistake(parsed.mistake);
}

function mistakeIn(text: string): string | undefined {
  const parsed = parseSearch(text, NOW_MS);
  return 'mistake' in parsed ? describeMistake(parsed.mistake) : undefined;
}
