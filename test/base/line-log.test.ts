import { createHash } from 'node:crypto';
import { appendFile, readFile, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSystemDisk } from '../../src/base/disk.ts';
import type { JsonObject } from '../../src/base/json.ts';
import { MAX_LOG_LINE_BYTES, openLineLog, readLineLog } from '../../src/base/line-log.ts';
import { temporaryFolder } from '../house/afterwards.ts';

const LINES: readonly JsonObject[] = [
  { type: 'one' },
  { type: 'two', text: 'line\nbreak ✓' },
  { type: 'three' },
];

async function createLog(lines: readonly JsonObject[] = LINES): Promise<string> {
  const directory = temporaryFolder();
  const path = join(directory, 'deep', 'test.log');
  await appendAll(path, lines);
  return path;
}

async function appendAll(path: string, lines: readonly JsonObject[]): Promise<void> {
  const { log } = await openLineLog(path, createSystemDisk());
  for (const line of lines) {
    await log.append(line, { isLasting: true });
  }
  await log.close();
}

describe('openLineLog()', () => {
  it('reads what was appended, even in several sessions', async () => {
    const path = await createLog();
    await appendAll(path, [{ type: 'four' }]);
    const { log, content } = await openLineLog(path, createSystemDisk());
    await log.close();
    expect(content).toEqual({
      lines: [...LINES, { type: 'four' }],
      damagedLines: [],
      gaps: [],
      isTorn: false,
    });
  });

  it('writes over nothing that somebody else appended', async () => {
    const path = await createLog();
    const { log } = await openLineLog(path, createSystemDisk());
    await appendAll(path, [{ type: 'four' }]);
    await expect(log.append({ type: 'five' }, { isLasting: true })).rejects.toMatchObject({ code: 'locked' });
    await log.close();
    expect((await readLineLog(path)).lines).toEqual([...LINES, { type: 'four' }]);
  });

  it('keeps the order of appends that were not awaited', async () => {
    const path = await createLog([]);
    const { log } = await openLineLog(path, createSystemDisk());
    const lines = Array.from({ length: 50 }, (_, number) => ({ number }));
    await Promise.all(lines.map((line) => log.append(line, { isLasting: line.number % 7 === 0 })));
    await log.close();
    expect((await readLineLog(path)).lines).toEqual(lines);
  });

  it('cuts off what an interrupted write left before it appends', async () => {
    const path = await createLog();
    for (const rest of ['0123456789abcdef {"type":"fo', '\0'.repeat(4096), '\0\n\0\0']) {
      await appendFile(path, rest);
      expect(await readLineLog(path)).toEqual({ lines: LINES, damagedLines: [], gaps: [], isTorn: true });
      const { log } = await openLineLog(path, createSystemDisk());
      await log.close();
      expect(await readLineLog(path)).toEqual({ lines: LINES, damagedLines: [], gaps: [], isTorn: false });
    }
  });

  it('is resumable wherever it is cut', async () => {
    const path = await createLog();
    const whole = await readFile(path);
    const ends = [...whole].flatMap((byte, index) => (byte === 0x0a ? [index + 1] : []));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: whole.byteLength }), async (cutBytes) => {
        await writeFile(path, whole);
        await truncate(path, cutBytes);
        await appendAll(path, [{ type: 'after' }]);
        const kept = ends.filter((end) => end <= cutBytes).length;
        expect(await readLineLog(path)).toEqual({
          lines: [...LINES.slice(0, kept), { type: 'after' }],
          damagedLines: [],
          gaps: [],
          isTorn: false,
        });
      }),
      { numRuns: 40 },
    );
  });

  it('refuses a line longer than it would believe', async () => {
    const path = await createLog();
    const { log } = await openLineLog(path, createSystemDisk());
    const line = { text: 'x'.repeat(MAX_LOG_LINE_BYTES) };
    await expect((async () => await log.append(line, { isLasting: true }))()).rejects.toThrow(RangeError);
    await log.close();
  });

  it('fails with the path if the file cannot be written', async () => {
    const { log } = await openLineLog('/dev/full', createFullDisk());
    await expect(log.append({ type: 'one' }, { isLasting: true })).rejects.toMatchObject({
      code: 'disk-full',
    });
    await expect(log.append({ type: 'two' }, { isLasting: true })).rejects.toMatchObject({
      code: 'disk-full',
    });
    await log.close();
  });
});

describe('readLineLog()', () => {
  it('reads an absent log as empty', async () => {
    const path = join(tmpdir(), 'satchel-no-such-log');
    expect(await readLineLog(path)).toEqual({ lines: [], damagedLines: [], gaps: [], isTorn: false });
  });

  it('rejects a line in which any byte was changed, and reports it', async () => {
    const path = await createLog();
    const whole = await readFile(path);
    const firstEnd = whole.indexOf(0x0a);
    await fc.assert(
      fc.asyncProperty(fc.nat(firstEnd - 1), fc.integer({ min: 1, max: 255 }), async (place, change) => {
        const bytes = Buffer.from(whole);
        bytes[place] = (bytes[place] ?? 0) ^ change;
        fc.pre(bytes[place] !== 0x0a);
        await writeFile(path, bytes);
        const { lines, damagedLines, gaps } = await readLineLog(path);
        expect({ lines, damagedLines, gaps }).toEqual({ lines: LINES.slice(1), damagedLines: [1], gaps: [] });
      }),
      { numRuns: 60 },
    );
  });

  it('reports every line that was removed, moved or repeated', async () => {
    const path = await createLog();
    await appendAll(path, [{ type: 'four' }, { type: 'five' }, { type: 'six' }]);
    const rows = (await readFile(path, 'utf8')).split('\n').slice(0, -1);
    const order = fc.oneof(
      fc.subarray([...rows.keys()], { minLength: 1 }),
      fc.array(fc.nat(rows.length - 1), { minLength: 1, maxLength: 8 }),
    );
    await fc.assert(
      fc.asyncProperty(order, async (numbers) => {
        await writeFile(path, numbers.map((number) => `${rows[number]}\n`).join(''));
        const expected = numbers.flatMap((number, index) =>
          number === (numbers[index - 1] ?? -1) + 1 ? [] : [index + 1],
        );
        const { lines, damagedLines, gaps } = await readLineLog(path);
        expect({ count: lines.length, damagedLines, gaps }).toEqual({
          count: numbers.length,
          damagedLines: [],
          gaps: expected,
        });
        await appendAll(path, [{ type: 'after' }]);
        expect((await readLineLog(path)).gaps).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });

  it('reports lines that do not refer to the line before', async () => {
    const path = await createLog();
    const json = JSON.stringify(LINES[0]);
    const checksum = createHash('sha256').update(json).digest('hex').slice(0, 16);
    await writeFile(path, `${checksum} ${json}\n${await readFile(path, 'utf8')}`);
    expect(await readLineLog(path)).toEqual({ lines: LINES, damagedLines: [1], gaps: [], isTorn: false });
  });

  it('distinguishes a flipped bit from an interrupted write in every line, including the last one and its end', async () => {
    const path = await createLog();
    const whole = await readFile(path);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.byteLength - 1), fc.nat(7), async (place, bit) => {
        const bytes = Buffer.from(whole);
        bytes[place] = (bytes[place] ?? 0) ^ (1 << bit);
        await writeFile(path, bytes);
        const { damagedLines, gaps } = await readLineLog(path);
        expect(damagedLines).not.toEqual([]);
        expect(gaps).toEqual([]);
        await appendAll(path, [{ type: 'after' }]);
        const after = await readLineLog(path);
        expect(after.lines.at(-1)).toEqual({ type: 'after' });
        // Only the end of the last line can be put right: its checksum tells that the rest is whole.
        expect(after.damagedLines).toEqual(place === whole.byteLength - 1 ? [] : damagedLines);
        expect(after.gaps).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

/** A disk whose one file takes no bytes: this device of Linux answers every write with ENOSPC. */
function createFullDisk() {
  const disk = createSystemDisk();
  return {
    ...disk,
    makeDirectory: async () => undefined,
    syncDirectory: async () => undefined,
    open: openFull,
  };
  async function openFull(path: string) {
    const file = await disk.open(path);
    return { ...file, sizeBytes: async () => 0, sync: async () => undefined };
  }
}
