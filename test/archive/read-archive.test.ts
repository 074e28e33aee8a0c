import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ArchiveEvent } from '../../src/archive/archive-event.ts';
import { archiveSourceFromStream, openArchiveSource } from '../../src/archive/archive-source.ts';
import { readArchive, readTogether } from '../../src/archive/read-archive.ts';
import { Failure } from '../../src/model/failure.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { CURRENT, OLD } from '../house/samples.ts';
import { makeIssues, makeUser } from './support/make-records.ts';
import { makeTar, makeTarGz, recordFile, SCHEMA_PART } from './support/make-tar.ts';
import { collect, readBytes } from './support/read-bytes.ts';

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

  it('reads members of gzip that are joined, and archives that are', async () => {
    const tar = makeTar(PARTS);
    const members = Buffer.concat([gzipSync(tar.subarray(0, 5_000)), gzipSync(tar.subarray(5_000))]);
    expect(await readBytes(members)).toMatchObject({ codes: [], end: { isWhole: true } });
    const joined = Buffer.concat([makeTarGz([SCHEMA_PART]), makeTarGz(PARTS.slice(1, 3))]);
    const { codes, records, end } = await readBytes(joined);
    expect({ codes, isWhole: end.isWhole }).toEqual({ codes: ['tar-trailing-bytes'], isWhole: true });
    expect(records).toHaveLength(150);
  });

  it('reads at the pace of the consumer', async () => {
    const noise = (seed: number) =>
      Buffer.from(Float64Array.from({ length: 8_192 }, (_, at) => Math.sin(seed + at)).buffer);
    const parts = Array.from({ length: 400 }, (_, index) => ({
      name: `attachments/${index}/noise`,
      body: noise(index),
    }));
    const packed = gzipSync(makeTar([SCHEMA_PART, ...parts]), { level: 1 });
    let taken = 0;
    function* chunks(): Generator<Buffer> {
      for (let at = 0; at < packed.length; at += 65_536) {
        taken = Math.min(packed.length, at + 65_536);
        yield packed.subarray(at, at + 65_536);
      }
    }
    const source = await archiveSourceFromStream(Readable.from(chunks()), 'stream');
    for await (const event of readArchive({ source })) {
      if (event.type === 'entry' && event.entry.name === 'attachments/10/noise') {
        expect(taken).toBeLessThan(packed.length / 2);
      }
    }
    expect(taken).toBe(packed.length);
  });

  it('ends with a failure as soon as the signal aborts, also while it waits for a pipe', async () => {
    const silent = new Readable({ read() {} });
    silent.push(makeTarGz([recordFile('issues_000001.json', makeIssues(5_000))]).subarray(0, 70_000));
    silent.push(Buffer.alloc(65_536));
    const source = await archiveSourceFromStream(silent, 'pipe');
    const controller = new AbortController();
    const reason = new Error('no time');
    const reading = (async () => {
      for await (const _ of readArchive({ source, signal: controller.signal })) {
        controller.abort(reason);
      }
    })();
    setImmediate(() => controller.abort(reason));
    await expect(reading).rejects.toBe(reason);
  });

  it("throws the signal's own failure", async () => {
    const reason = new Failure('interrupted', 'Stopped by the person');
    await expect(readBytes(makeTarGz(PARTS), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it('fails if the file is gone', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'a.tar.gz');
    await writeFile(path, makeTarGz(PARTS));
    const source = await openArchiveSource(path);
    await rm(folder, { recursive: true });
    await expect(collect({ source })).rejects.toMatchObject({ code: 'absent' });
  });
});

async function readAll(...paths: readonly string[]): Promise<readonly ArchiveEvent[]> {
  const sources = await Promise.all(paths.map((path) => openArchiveSource(path)));
  const events: ArchiveEvent[] = [];
  for await (const event of readTogether({ sources })) {
    events.push(event);
  }
  return events;
}

function endOf(events: readonly ArchiveEvent[]) {
  const ends = events.filter((event) => event.type === 'end');
  expect(ends).toHaveLength(1);
  return ends[0]?.container;
}

describe('readTogether()', () => {
  it('reads one archive as it is', async () => {
    const sha256 = createHash('sha256')
      .update(await readFile(CURRENT))
      .digest('hex');
    expect(endOf(await readAll(CURRENT))).toMatchObject({ isWhole: true, sha256 });
  });

  it('joins the parts of an export under one end, whatever their order', async () => {
    const one = endOf(await readAll(CURRENT));
    const other = endOf(await readAll(OLD));
    const both = endOf(await readAll(CURRENT, OLD));
    expect(both).toEqual(endOf(await readAll(OLD, CURRENT)));
    expect(both?.entryCount).toBe((one?.entryCount ?? 0) + (other?.entryCount ?? 0));
    expect(both?.packedBytes).toBe((one?.packedBytes ?? 0) + (other?.packedBytes ?? 0));
    expect(both?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect([one?.sha256, other?.sha256]).not.toContain(both?.sha256);
  });

  it('is whole only if all parts are', async () => {
    const folder = fileURLToPath(new URL('../../samples', import.meta.url));
    expect(endOf(await readAll(CURRENT, folder))?.sha256).toBeUndefined();
  });
});
