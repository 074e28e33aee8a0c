import { describe, expect, it } from 'vitest';
import { ARCHIVE_LIMITS } from '../../src/model/archive-limits.table.ts';
import { makeIssue, makeIssues, makeUser } from './support/make-records.ts';
import { makeTarGz, recordFile, SCHEMA_PART, type TarPart } from './support/make-tar.ts';
import { readBytes } from './support/read-bytes.ts';

const read = (...parts: readonly TarPart[]) => readBytes(makeTarGz([SCHEMA_PART, ...parts]));
const rawFile = (body: string | Uint8Array, name = 'issues_000001.json') => ({ name, body });

describe('RecordCutter', () => {
  it('recognizes the kind by type, then by prefix, then by fields', async () => {
    const { records, codes } = await read(
      recordFile('bots_000001.json', [makeUser('bot[bot]')]),
      recordFile('issues_000001.json', [makeIssue(1, { type: undefined }), makeUser('among-issues')]),
      recordFile('review_comments_000001.json', []),
      recordFile('novelties_000001.json', [
        { url: 'u1' },
        { url: 'u2', type: 'novelty' },
        { url: 'u3', type: 'no kind!' },
      ]),
    );
    expect(records.map(({ kind }) => kind)).toEqual([
      'user',
      'issue',
      'user',
      'novelties',
      'novelty',
      'novelties',
    ]);
    expect(codes).toEqual(['kind-unknown', 'kind-unknown']);
  });

  it('gives records of mixed kinds in order, in batches of one kind', async () => {
    const { events } = await read(
      recordFile('issues_000001.json', [makeIssue(1), makeIssue(2), makeUser('a'), makeIssue(3)]),
    );
    const batches = events.flatMap((event) => (event.type === 'records' ? [event.batch] : []));
    expect(batches.map(({ kind, records }) => [kind, records.map(({ index }) => index)])).toEqual([
      ['issue', [0, 1]],
      ['user', [2]],
      ['issue', [3]],
    ]);
  });

  it('cuts a file of many records into batches of bounded size', async () => {
    const { events, records } = await read(recordFile('issues_000001.json', makeIssues(5_000)));
    const sizes = events.flatMap((event) => (event.type === 'records' ? [event.batch.records.length] : []));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000);
    expect(records.map(({ index }) => index)).toEqual(Array.from({ length: 5_000 }, (_, index) => index));
  });

  it('rejects a record that breaks its schema, with pointer, place and url', async () => {
    const { records, rejected, events } = await read(
      recordFile('issues_000001.json', [
        makeIssue(1),
        makeIssue(2, { title: 7 }),
        makeIssue(3, { url: undefined }),
      ]),
    );
    expect(records).toHaveLength(1);
    expect(rejected.map(({ index, findings }) => [index, findings])).toEqual([
      [
        1,
        [
          {
            code: 'record-invalid',
            severity: 'error',
            message:
              '"https://service.example/alice/garden/issues/2" is not a valid issue: /title must be string',
            entryName: 'issues_000001.json',
            recordIndex: 1,
            url: 'https://service.example/alice/garden/issues/2',
            pointer: '/title',
          },
        ],
      ],
      [
        2,
        [
          {
            code: 'record-invalid',
            severity: 'error',
            message: 'Record 2 of "issues_000001.json" is not a valid issue: /url must be present',
            entryName: 'issues_000001.json',
            recordIndex: 2,
            pointer: '/url',
          },
        ],
      ],
    ]);
    expect(JSON.parse(Buffer.from(rejected[0]?.source ?? []).toString())).toMatchObject({ title: 7 });
    expect(events.filter((event) => event.type === 'finding')).toEqual([]);
  });

  it('rejects a record that is not JSON, and accepts its neighbours', async () => {
    const [first, third] = [makeIssue(1), makeIssue(3)].map((issue) => JSON.stringify(issue));
    const { records, rejected } = await read(rawFile(`[${first},{"secret": nul},${third}]`));
    expect(records.map(({ index }) => index)).toEqual([0, 2]);
    expect(rejected).toMatchObject([{ index: 1, findings: [{ code: 'json-syntax', recordIndex: 1 }] }]);
    expect(rejected[0]?.findings[0]?.message).not.toContain('secret');
  });

  it('lets raw control characters in strings through, with a warning', async () => {
    const text = JSON.stringify(makeIssue(1)).replace('line 1', 'tab\there \\" \u0001\n');
    const { records, codes } = await read(rawFile(`[${text}]`));
    expect(records[0]?.value['body']).toBe('tab\there " \u0001\n\r\nline 2 ✿');
    expect(codes).toEqual(['json-control-character']);
  });

  it('replaces bytes that are not UTF-8, with a warning, and keeps them in the source', async () => {
    const bytes = Buffer.from(`[${JSON.stringify(makeIssue(1, { body: 'a?b' }))}]`);
    bytes[bytes.indexOf('?')] = 0xff;
    const { records, codes } = await read(rawFile(bytes));
    expect(records[0]?.value['body']).toBe('a\ufffdb');
    expect(Buffer.from(records[0]?.source ?? []).includes(0xff)).toBe(true);
    expect(codes).toEqual(['text-invalid-utf8']);
    expect((await read(recordFile('issues_000001.json', [makeIssue(1, { body: '\ufffd' })]))).codes).toEqual(
      [],
    );
  });

  it('keeps what JavaScript would change in the source', async () => {
    const record = JSON.stringify(makeIssue(1)).replace(
      '{',
      '{"big":12345678901234567890,"s":"\\ud800\\u0000",',
    );
    const { records } = await read(rawFile(`[${record}]`));
    expect(Buffer.from(records[0]?.source ?? []).toString()).toBe(record);
  });

  it('keeps __proto__ and constructor as ordinary fields', async () => {
    const { records } = await read(
      rawFile('[{"__proto__":{"a":1},"constructor":2,"url":"u"}]', 'novelties_000001.json'),
    );
    expect(Object.keys(records[0]?.value ?? {})).toEqual(['__proto__', 'constructor', 'url']);
    expect({}).not.toHaveProperty('a');
  });

  it('reads records inside an object and one after another', async () => {
    const list = makeIssues(3);
    const lines = list.map((issue) => JSON.stringify(issue)).join('\n');
    for (const body of [JSON.stringify({ issues: list }), lines]) {
      const { records, codes } = await read(rawFile(body));
      expect(records.map(({ value }) => value)).toEqual(list);
      expect(codes).toEqual(['json-wrapped']);
    }
  });

  it('skips a record beyond the window of the scanner, and reads all that follow with their places', async () => {
    const list = [makeIssue(1), makeIssue(2, { body: 'x'.repeat(200_000) }), makeIssue(3)];
    const tar = makeTarGz([SCHEMA_PART, recordFile('issues_000001.json', list)]);
    const limits = { ...ARCHIVE_LIMITS, recordBytes: 100_000 };
    const { records, findings } = await readBytes(tar, { limits });
    expect(records.map(({ value, index }) => [index, value])).toEqual([
      [0, list[0]],
      [2, list[2]],
    ]);
    expect(findings).toMatchObject([{ code: 'limit-exceeded', recordIndex: 1 }]);
  });

  it('counts unknown fields once for each kind and field', async () => {
    const { findings } = await read(
      recordFile('issues_000001.json', [
        makeIssue(1),
        makeIssue(2, { 'new/er': 1, newest: 2 }),
        makeIssue(3, { newest: 3 }),
      ]),
      recordFile('users_000001.json', [makeUser('a', { newest: 4 })]),
    );
    expect(
      findings.map(({ code, message, pointer, recordIndex }) => [code, message, pointer, recordIndex]),
    ).toEqual([
      [
        'field-unknown',
        'The schema of the kind "issue" lacks the field "new/er", found in 1 record',
        '/new~1er',
        1,
      ],
      [
        'field-unknown',
        'The schema of the kind "issue" lacks the field "newest", found in 2 records',
        '/newest',
        1,
      ],
      [
        'field-unknown',
        'The schema of the kind "user" lacks the field "newest", found in 1 record',
        '/newest',
        0,
      ],
    ]);
  });
});
