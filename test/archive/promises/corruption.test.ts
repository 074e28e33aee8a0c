import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../../../src/base/index.ts';
import { writeSampleArchive } from '../../../src/sandbox/index.ts';
import { type ReadResult, readBytes } from '../support/read-bytes.ts';

/** Ways in which bytes go wrong; positions are shares of the whole. */
const corruption = fc.record({
  way: fc.constantFrom('flip', 'cut', 'insert', 'duplicate', 'remove', 'zero'),
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  length: fc.integer({ min: 1, max: 2_000 }),
  mask: fc.integer({ min: 1, max: 255 }),
});
type Corruption = typeof corruption extends fc.Arbitrary<infer Value> ? Value : never;

function corrupt(bytes: Buffer, { way, at, length, mask }: Corruption): Buffer {
  const start = Math.floor(at * bytes.length);
  const [before, part, after] = [
    bytes.subarray(0, start),
    bytes.subarray(start, start + length),
    bytes.subarray(start + length),
  ];
  switch (way) {
    case 'flip':
      return Buffer.concat([before, Buffer.from([(part[0] ?? 0) ^ mask]), part.subarray(1), after]);
    case 'cut':
      return before;
    case 'insert':
      return Buffer.concat([before, Buffer.alloc(length, mask), part, after]);
    case 'duplicate':
      return Buffer.concat([before, part, part, after]);
    case 'remove':
      return Buffer.concat([before, after]);
    case 'zero':
      return Buffer.concat([before, Buffer.alloc(part.length), after]);
  }
}

/** What is read of damaged bytes; undefined where they are no archive any more. */
async function readDamaged(bytes: Buffer): Promise<ReadResult | undefined> {
  try {
    return await readBytes(bytes, { limits: { entries: 10_000 } });
  } catch (error) {
    expect(error).toBeInstanceOf(Failure);
    expect(error).toMatchObject({ code: 'not-an-archive' });
    return undefined;
  }
}

const textOf = ({ records }: ReadResult) =>
  records.map(({ source, kind }) => `${kind} ${Buffer.from(source).toString('latin1')}`).sort();

let packed: Buffer;
let whole: ReadResult;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-corruption-'));
  const path = join(folder, 'sample.tar.gz');
  const nowMs = Date.parse('2026-01-02T03:04:05Z');
  await writeSampleArchive({
    seed: 'corruption',
    dialect: 'service',
    generation: 'current',
    repositories: 1,
    issues: 6,
    nowMs,
    path,
  });
  packed = readFileSync(path);
  whole = await readBytes(packed);
  await rm(folder, { recursive: true });
});

const numRuns = process.env['SATCHEL_TEST_LONG'] === undefined ? 200 : 2_000;

describe('readArchive()', () => {
  it('ends, and tells or reads the same, whatever happens to the packed bytes', async () => {
    await fc.assert(
      fc.asyncProperty(corruption, async (damage) => {
        const result = await readDamaged(corrupt(packed, damage));
        if (result !== undefined && result.codes.length === 0) {
          expect(result.end.isWhole).toBe(true);
          expect(textOf(result)).toEqual(textOf(whole));
        }
      }),
      { numRuns },
    );
  });

  it('ends, and tells or reads JSON, whatever happens to the tar', async () => {
    const tar = gunzipSync(packed);
    await fc.assert(
      fc.asyncProperty(corruption, async (damage) => {
        const result = await readDamaged(gzipSync(corrupt(tar, damage), { level: 1 }));
        // A change inside a string may leave a valid record, but none may get lost without a word.
        const isComplete = result !== undefined && result.records.length >= whole.records.length;
        expect(result === undefined || result.codes.length > 0 || isComplete).toBe(true);
      }),
      { numRuns },
    );
  });
});
