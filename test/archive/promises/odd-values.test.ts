import { describe, expect, it } from 'vitest';
import type { ReadArchiveOptions } from '../../../src/archive/read-archive.ts';
import { SCHEMA_PART, type TarPart } from '../support/make-tar.ts';
import { ALICE, AT, GARDEN } from '../support/trap-records.ts';
import { load, witness } from '../support/witness.ts';

type Splitter = NonNullable<ReadArchiveOptions['splitter']>;
const SPLITTERS: readonly Splitter[] = ['bytes', 'stream-json'];

const ISSUE = `${GARDEN}/issues/1`;
const NOVELTY = `${GARDEN}/novelties/1`;

/** An archive with an issue and a record of a kind without a table, which both have these additional members. */
function archiveWith(members: string): readonly TarPart[] {
  const issue = `{"type":"issue","url":"${ISSUE}","repository":"${GARDEN}","title":"T","created_at":"${AT}",${members}}`;
  const novelty = `{"type":"novelty","url":"${NOVELTY}",${members}}`;
  return [
    SCHEMA_PART,
    { name: './issues_000001.json', body: Buffer.from(`[${issue}]`, 'latin1') },
    { name: './novelties_000001.json', body: Buffer.from(`[\r\n${novelty}\r\n]`, 'latin1') },
  ];
}

/** Codes of findings above the severity `info`. */
async function warningsOf(
  archive: readonly TarPart[],
  splitter: Splitter = 'bytes',
): Promise<readonly string[]> {
  const { findings } = await witness(archive, { splitter });
  return findings.filter(({ severity }) => severity !== 'info').map(({ code }) => code);
}

/** Members without white space between them, which the store returns character for character. */
const EXACT: readonly (readonly [string, string])[] = [
  ['a member that is called __proto__', '"__proto__":{"polluted":true}'],
  ['a deep member that is called __proto__', '"mood":{"__proto__":{"polluted":true},"constructor":7}'],
  [
    'members that every object inherits',
    '"constructor":"c","toString":[1],"hasOwnProperty":null,"valueOf":{}',
  ],
  [
    'numbers beyond 2^53',
    '"size":9007199254740993,"sizes":[-9007199254740995,123456789012345678901234567890]',
  ],
  ['numbers in odd spellings', '"size":1.0,"sizes":[1e0,-0,1E400,0.1000,1e-400]'],
  ['numbers where a text is due below', '"mood":{"deep":[{"deeper":12345678901234567890}]}'],
  ['an escaped NUL', '"body":"a\\u0000b"'],
  ['an escaped NUL in a name', '"a\\u0000b":"c\\u0000d"'],
  ['lone surrogates', '"body":"\\udc00 and \\ud800"'],
  ['lone surrogates in a name', '"\\ud800":"x"'],
  ['CRLF', '"body":"one\\r\\ntwo"'],
  ['mixed newlines', '"body":"one\\r\\ntwo\\nthree\\rfour"'],
  ['empty names and texts', '"":"","body":""'],
];

describe('an archive with unusual values', () => {
  it.each(EXACT)('restores %s', async (_, members) => {
    const archive = archiveWith(members);
    expect(await warningsOf(archive)).toEqual([]);
    const { json } = await load(archive);
    for (const url of [ISSUE, NOVELTY]) {
      expect(json.get(url)).toMatch(/^\{.*\}$/s);
      expect(json.get(url)).toContain(members);
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it.each([
    ['at the top', '"body":"first","body":"second"'],
    ['of a spelling with escapes', '"body":"first","b\\u006fdy":"second"'],
    ['that are unknown', '"mood":1,"mood":2'],
    ['in an object', '"mood":{"deep":[{"a":1,"a":2}]}'],
    ['in items that have rows', '"reactions":[{"content":"smile","content":"tada"}]'],
  ])('reports members of the same name %s', async (_, members) => {
    const archive = archiveWith(members);
    expect(await warningsOf(archive)).toEqual(['json-duplicate-key', 'json-duplicate-key']);
    const { values } = await load(archive);
    expect(values.get(ISSUE)).toMatchObject(JSON.parse(`{${members}}`));
    expect(values.get(NOVELTY)).toMatchObject(JSON.parse(`{${members}}`));
  });

  it('does not report the same name in different objects or in texts', async () => {
    const body = 'not { \\"a\\": 1, \\"a\\": 2 } :::';
    const archive = archiveWith(`"body":"${body}","mood":[{"a":1},{"a":2},{"b":{"a":3,"c":{}}}]`);
    expect(await warningsOf(archive)).toEqual([]);
  });

  it.each([
    ['in a column', '"body":"a@b"'],
    ['in a field without a column', '"mood":["a@b",{"c@d":"@"}]'],
    ['in items that have rows', `"labels":["${GARDEN}/labels/a@b"]`],
  ])('reports raw control characters %s, and keeps them', async (_, pattern) => {
    for (const control of ['\u0000', '\u0001', '\t', '\r\n', '\u001f']) {
      const archive = archiveWith(pattern.replaceAll('@', control));
      expect(await warningsOf(archive)).toEqual(['json-control-character', 'json-control-character']);
      const { values, rows } = await load(archive);
      const expected = JSON.parse(`{${pattern.replaceAll('@', JSON.stringify(control).slice(1, -1))}}`);
      expect(values.get(ISSUE)).toMatchObject(expected);
      expect(values.get(NOVELTY)).toMatchObject(expected);
      expect(rows('SELECT count(*) FROM issues WHERE instr(body, char(0)) OR NOT json_valid(extra)')).toEqual(
        [[0]],
      );
    }
  });

  it.each([
    ['a broken sequence', Buffer.from([0xc3, 0x28])],
    ['an overlong sequence', Buffer.from([0xc0, 0xaf])],
    ['a surrogate in UTF-8', Buffer.from([0xed, 0xa0, 0x80])],
    ['a lone continuation', Buffer.from([0x80])],
    ['Latin-1', Buffer.from('caf\u00e9', 'latin1')],
  ])('reports %s, and replaces it with U+FFFD', async (_, bytes) => {
    const archive = archiveWith(`"body":"a${bytes.toString('latin1')}z"`);
    expect(await warningsOf(archive)).toEqual(['text-invalid-utf8', 'text-invalid-utf8']);
    const { values } = await load(archive);
    const body = JSON.parse(`"a${bytes.toString()}z"`);
    expect(values.get(ISSUE)).toMatchObject({ body });
    expect(values.get(NOVELTY)).toMatchObject({ body });
  });

  it('accepts U+FFFD that is in the text', async () => {
    const archive = archiveWith(`"body":"${Buffer.from('\ufffd').toString('latin1')}"`);
    expect(await warningsOf(archive)).toEqual([]);
    expect((await load(archive)).values.get(ISSUE)).toMatchObject({ body: '\ufffd' });
  });

  it('keeps each record whose url is unusual', async () => {
    const urls = ['a\\u0000b', '\\ud800', '\\ud801', '__proto__', 'constructor'];
    const users = urls.map((url) => `{"type":"user","url":"${url}","login":"alice","home":"${ALICE}"}`);
    const archive = [SCHEMA_PART, { name: './users_000001.json', body: `[${users.join(',')}]` }];
    expect(await warningsOf(archive)).toEqual([]);
    const { rows } = await load(archive);
    const count = 'SELECT (SELECT count(*) FROM users) + (SELECT count(*) FROM other_records)';
    expect(rows(count)).toEqual([[urls.length]]);
  });

  it.each(EXACT)('restores %s with the token splitter too', async (_, members) => {
    const archive = archiveWith(members);
    expect(await warningsOf(archive, 'stream-json')).toEqual([]);
    const { values } = await load(archive, { splitter: 'stream-json' });
    for (const url of [ISSUE, NOVELTY]) {
      expect(JSON.stringify(values.get(url))).toContain(
        JSON.stringify(JSON.parse(`{${members}}`)).slice(1, -1),
      );
    }
  });

  it.each(SPLITTERS)('reports what is altered with the splitter %s', async (splitter) => {
    expect(await warningsOf(archiveWith('"mood":{"a":1,"a":"2"}'), splitter)).toEqual([
      'json-duplicate-key',
      'json-duplicate-key',
    ]);
    expect(await warningsOf(archiveWith('"body":"\u00c3("'), splitter)).toEqual([
      'text-invalid-utf8',
      'text-invalid-utf8',
    ]);
  });

  it('reports broken bytes of records in a wrapped array, which the token splitter reads', async () => {
    const user = `{"type":"user","url":"${ALICE}","login":"alice","name":"\u00c3("}`;
    const body = Buffer.from(`{"users":[${user}]}`, 'latin1');
    const codes = await warningsOf([SCHEMA_PART, { name: 'users_000001.json', body }]);
    expect([...codes].sort()).toEqual(['json-wrapped', 'text-invalid-utf8']);
  });

  it('never loses raw control characters silently with the token splitter', async () => {
    for (const control of ['\u0000', '\t', '\n']) {
      const archive = archiveWith(`"body":"a${control}b"`);
      const { findings, records } = await witness(archive, { splitter: 'stream-json' });
      const isKept = records.some(({ value }) => value['body'] === `a${control}b`);
      expect(isKept || findings.some(({ severity }) => severity !== 'info')).toBe(true);
    }
  });
});
