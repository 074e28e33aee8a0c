import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ArchiveLimits } from '../../../src/model/archive-limits.table.ts';
import { makeIssue, makeIssues } from '../support/make-records.ts';
import { makeTar, makeTarGz, recordFile, SCHEMA_PART } from '../support/make-tar.ts';
import { readBytes } from '../support/read-bytes.ts';

const PARTS = [
  SCHEMA_PART,
  recordFile('issues_000001.json', makeIssues(3)),
  recordFile('issues_000002.json', []),
];
const unpackedBytes = makeTar(PARTS).length;

async function codesAt(limits: Partial<ArchiveLimits>, bytes = makeTarGz(PARTS)) {
  const { codes, records, names, end } = await readBytes(bytes, { limits });
  return { codes, recordCount: records.length, entryCount: names.length, end };
}

describe('ArchiveLimits', () => {
  it('unpackedBytes ends the reading', async () => {
    expect((await codesAt({ unpackedBytes })).codes).toEqual([]);
    const beyond = await codesAt({ unpackedBytes: unpackedBytes - 1 });
    expect(beyond.codes).toContain('limit-exceeded');
    expect(beyond.end).toMatchObject({ isWhole: false, sha256: undefined });
  });

  it('entries ends the reading', async () => {
    expect((await codesAt({ entries: 3 })).codes).toEqual([]);
    const beyond = await codesAt({ entries: 2 });
    expect(beyond).toMatchObject({ codes: ['limit-exceeded'], entryCount: 2, recordCount: 3 });
    expect(beyond.end).toMatchObject({ isWhole: false, sha256: undefined, entryCount: 2 });
  });

  it('entryBytes skips the entry', async () => {
    const entryBytes = String(PARTS[1]?.body).length;
    expect((await codesAt({ entryBytes: entryBytes + 10 })).codes).toEqual([]);
    expect(await codesAt({ entryBytes: entryBytes - 10 })).toMatchObject({
      codes: ['limit-exceeded'],
      recordCount: 0,
      entryCount: 2,
    });
  });

  it('decompressionRatio ends the reading once the grace is used up', async () => {
    const zeros = makeTar([...PARTS, { name: 'attachments/1/zeros', body: Buffer.alloc(3_000_000) }]);
    const bomb = gzipSync(zeros, { level: 9 });
    expect(zeros.length / bomb.length).toBeGreaterThan(300);
    expect((await codesAt({ decompressionRatio: 2_000, ratioGraceBytes: 1_000 }, bomb)).codes).toEqual([]);
    expect((await codesAt({ decompressionRatio: 100, ratioGraceBytes: 10_000_000 }, bomb)).codes).toEqual([]);
    const beyond = await codesAt({ decompressionRatio: 100, ratioGraceBytes: 1_000 }, bomb);
    expect(beyond.codes).toContain('limit-exceeded');
    expect(beyond.end).toMatchObject({ isWhole: false, sha256: undefined });
  });

  it('recordBytes skips the record, in an array and elsewhere', async () => {
    const large = makeIssue(2, { body: 'x'.repeat(5_000) });
    const list = [makeIssue(1), large, makeIssue(3)];
    for (const document of [list, { issues: list }]) {
      const bytes = makeTarGz([SCHEMA_PART, { name: 'issues_000001.json', body: JSON.stringify(document) }]);
      expect((await codesAt({ recordBytes: 6_000 }, bytes)).recordCount).toBe(3);
      const beyond = await codesAt({ recordBytes: 5_000 }, bytes);
      expect(beyond.recordCount).toBe(2);
      expect(beyond.codes.filter((code) => code !== 'json-wrapped')).toEqual(['limit-exceeded']);
      expect(beyond.end.isWhole).toBe(true);
    }
  });

  it('recordNesting skips the record, in an array and elsewhere', async () => {
    const deep = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
    const list = [makeIssue(1), makeIssue(2, { extra: deep(50) }), makeIssue(3)];
    for (const document of [list, { issues: list }]) {
      const bytes = makeTarGz([SCHEMA_PART, { name: 'issues_000001.json', body: JSON.stringify(document) }]);
      expect((await codesAt({ recordNesting: 51 }, bytes)).recordCount).toBe(3);
      const beyond = await codesAt({ recordNesting: 50 }, bytes);
      expect(beyond.recordCount).toBe(2);
      expect(beyond.codes).toContain('limit-exceeded');
    }
  });

  it('recordNesting stops JSON that is made to exhaust the stack', async () => {
    const body = `[{"type":"issue","a":${'['.repeat(400_000)}${']'.repeat(400_000)}},${JSON.stringify(makeIssue(1))}]`;
    const { codes, recordCount } = await codesAt(
      {},
      makeTarGz([SCHEMA_PART, { name: 'issues_000001.json', body }]),
    );
    expect(codes).toEqual(['limit-exceeded']);
    expect(recordCount).toBe(1);
  });

  it('recordBytes and recordNesting apply while a record is being read', async () => {
    const endless = {
      string: `[{"a":"${'x'.repeat(3_000_000)}"},${JSON.stringify(makeIssue(1))}]`,
      escapes: `[{"a":"${'\\"'.repeat(1_500_000)}"},${JSON.stringify(makeIssue(1))}]`,
      tokens: `[{"a":[${'1,'.repeat(1_500_000)}1]},${JSON.stringify(makeIssue(1))}]`,
      wrapped: `{"a":[{"b":"${'x'.repeat(3_000_000)}"},${JSON.stringify(makeIssue(1))}]}`,
    };
    for (const body of Object.values(endless)) {
      const bytes = makeTarGz([SCHEMA_PART, { name: 'issues_000001.json', body }]);
      const { codes, recordCount } = await codesAt({ recordBytes: 1_000_000 }, bytes);
      expect(codes.filter((code) => code !== 'json-wrapped')).toEqual(['limit-exceeded']);
      expect(recordCount).toBe(1);
    }
    const nested = `{"a":${'['.repeat(100_000)}`;
    const { codes } = await codesAt(
      {},
      makeTarGz([SCHEMA_PART, { name: 'issues_000001.json', body: nested }]),
    );
    expect(codes).toEqual(['json-wrapped', 'limit-exceeded']);
  });

  it('documentBytes leaves the document out', async () => {
    const documentBytes = String(SCHEMA_PART.body).length;
    expect((await codesAt({ documentBytes })).codes).toEqual([]);
    expect((await codesAt({ documentBytes: documentBytes - 1 })).codes).toEqual(['limit-exceeded']);
  });

  it('entryNameBytes skips the entry', async () => {
    expect((await codesAt({ entryNameBytes: 18 })).codes).toEqual([]);
    expect(await codesAt({ entryNameBytes: 17 })).toMatchObject({
      codes: ['entry-name-unsafe', 'entry-name-unsafe'],
      recordCount: 0,
    });
  });

  it('stops after a thousand faults in one file', async () => {
    const body = `[${'1,{},'.repeat(5_000)}{}]`;
    const { codes } = await codesAt({}, makeTarGz([SCHEMA_PART, { name: 'novelties_000001.json', body }]));
    expect(codes.filter((code) => code === 'record-not-object')).toHaveLength(999);
    expect(codes.filter((code) => code === 'limit-exceeded')).toHaveLength(1);
  });

  it('counts up to a limit of kinds and fields separately', async () => {
    const records = Array.from({ length: 1_500 }, (_, index) => ({
      type: `kind_${letters(index)}`,
      url: `u${index}`,
    }));
    const fields = Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`field ${index}`, 1]));
    const long = { ['x'.repeat(10_000)]: 1 };
    const { findings } = await readBytes(
      makeTarGz([
        SCHEMA_PART,
        recordFile('novelties_000001.json', records),
        recordFile('issues_000001.json', [makeIssue(1, long), makeIssue(2, fields)]),
      ]),
    );
    const counts = (code: string) => findings.filter((finding) => finding.code === code).length;
    expect(counts('kind-unknown')).toBe(1_001);
    expect(counts('field-unknown')).toBe(1_000);
    expect(Math.max(...findings.map(({ message }) => message.length))).toBeLessThan(500);
  });
});

/** A number in letters, since kinds contain no digits. */
function letters(number: number): string {
  return [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
}
