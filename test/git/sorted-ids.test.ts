import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nextTurn } from '../../src/base/clock.ts';
import { areIdsIn, idsWithout, type SortedIds } from '../../src/git/sorted-ids.ts';
import { temporaryFolder } from '../house/afterwards.ts';

const folder = temporaryFolder();
const ID_BYTES = 20;

function writeIds(name: string, numbers: readonly number[]): SortedIds {
  const bytes = Buffer.alloc(numbers.length * ID_BYTES);
  for (const [at, number] of numbers.entries()) {
    bytes.writeUInt32BE(number, at * ID_BYTES);
  }
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return { path, offsetBytes: 0, count: numbers.length, idBytes: ID_BYTES };
}

const numbersTo = (end: number) => Array.from({ length: end }, (_, number) => number);

/** How often others had their turn while something was awaited. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let isDone = false;
  let turns = 0;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await nextTurn();
    turns += 1;
  }
  await done;
  return turns;
}

describe('idsWithout()', () => {
  it('finds what no other list has', async () => {
    const whole = writeIds('whole', numbersTo(10_000));
    const even = writeIds(
      'even',
      numbersTo(5_000).map((number) => 2 * number),
    );
    const odd = writeIds(
      'odd',
      numbersTo(5_000).map((number) => 2 * number + 1),
    );
    const ends = writeIds('ends', [0, 9_999]);
    expect(await areIdsIn(whole, [even, odd])).toBe(true);
    expect(await areIdsIn(ends, [whole])).toBe(true);
    expect(await areIdsIn(whole, [odd, ends])).toBe(false);
    expect(await areIdsIn(writeIds('beyond', [10_000]), [whole])).toBe(false);
    const left: string[] = [];
    for await (const id of idsWithout(whole, [odd, ends])) {
      left.push(id);
    }
    expect(left.length).toBe(4_999);
    expect(left[0]).toBe('00000002'.padEnd(40, '0'));
  });

  it('lets others run meanwhile, however many ids there are', async () => {
    const whole = writeIds('many', numbersTo(100_000));
    const last = writeIds('last', [99_999]);
    expect(await turnsDuring(areIdsIn(whole, [whole]))).toBeGreaterThan(20);
    expect(await turnsDuring(areIdsIn(last, [whole]))).toBeGreaterThan(20);
  });
});
