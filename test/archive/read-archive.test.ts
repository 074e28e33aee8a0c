import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeIssues, makeUser } from './support/make-records.ts';
import { makeTar, makeTarGz, recordFile, SCHEMA_PART } from './support/make-tar.ts';
import { readBytes } from './support/read-bytes.ts';

const PARTS = [
  { name: './', type: 'Directory' as const },
  recordFile('./issues_000001.json', makeIssues(100)),
  recordFile('./issues_000002.json', makeIssues(150).slice(100)),
  recordFile('./bots_000001.json', [makeUser('gardener[bot]')]),
  SCHEMA_PART,
  { name: './repositories/alice/garden.git/HEAD', body: 'ref: refs/heads/main\n' },
];

describe('readArchive()', () => {
  it('yields entries, records, documents and one end of a tar.gz', async () => {
    const bytes = makeTarGz(PARTS);
    const { records, names, codes, end, events } = await readBytes(bytes);
    expect(codes).toEqual([]);
    expect(records).toHaveLength(151);
    expect(records[100]).toMatchObject({ kind: 'issue', entryName: 'issues_000002.json', index: 0 });
    expect(records[150]).toMatchObject({ kind: 'user', value: { login: 'gardener[bot]' } });
    expect(names).toEqual([
      'issues_000001.json',
      'issues_000002.json',
      'bots_000001.json',
      'schema.json',
      'repositories/alice/garden.git/HEAD',
    ]);
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'document', value: expect.objectContaining({ version: '1.0.1' }) }),
    );
    expect(end).toEqual({
      isWhole: true,
      packedBytes: bytes.length,
      unpackedBytes: makeTar(PARTS).length,
      entryCount: 6,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
  });

  it('keeps the source bytes of every record', async () => {
    const { records } = await readBytes(makeTarGz(PARTS));
    for (const { source, value } of records) {
      expect(JSON.parse(Buffer.from(source).toString())).toEqual(value);
    }
    expect(Buffer.from(records[0]?.source ?? []).toString()).toMatch(/^\{\n {4}"type": "issue",/);
  });

  it('gives the same of a plain tar and for any size of chunk', async () => {
    const whole = await readBytes(makeTarGz(PARTS));
    for (const chunkBytes of [1, 511, 513, 100_000]) {
      const chunked = await readBytes(makeTar(PARTS), { chunkBytes });
      expect(chunked.records).toEqual(whole.records);
      expect(chunked.codes).toEqual([]);
      expect(chunked.end.isWhole).toBe(true);
    }
  });
});
