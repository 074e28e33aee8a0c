import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createScratchFile } from '../../../src/archive/checks/scratch-file.ts';
import { SpillingTable } from '../../../src/archive/checks/spilling-table.ts';
import { temporaryFolder } from '../../house/afterwards.ts';

let directory: string;
beforeAll(() => {
  directory = temporaryFolder();
});

const keys = fc.array(fc.record({ high: fc.constantFrom(-2, -1, 1, 2), low: fc.integer() }), {
  maxLength: 60,
});

describe('SpillingTable', () => {
  it('returns all keys in order, however often it moved them to the disk', () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 1, max: 70 }), (added, maxRows) => {
        const scratch = createScratchFile(directory);
        const table = new SpillingTable({ scratch, maxRows, payloadWords: 1 });
        added.forEach((key, index) => {
          const at = table.insert(key);
          table.words[at + 2] = index;
        });
        const rows = [...table.sorted()].map(([high = 0, low = 0]) => high * 2 ** 32 + low);
        scratch.close();
        expect(rows).toEqual([...rows].sort((a, b) => a - b));
        expect(new Set(rows)).toEqual(new Set(added.map(({ high, low }) => high * 2 ** 32 + low)));
      }),
      { numRuns: 200 },
    );
  });

  it('keeps the payload of a key, and returns equal keys in the order in which they were moved', () => {
    const scratch = createScratchFile(directory);
    const table = new SpillingTable({ scratch, maxRows: 1, payloadWords: 1 });
    [5, 7, 5, 5].forEach((low, index) => {
      const at = table.insert({ high: 1, low });
      table.words[at + 2] = index;
    });
    expect([...table.sorted()].map((row) => [...row])).toEqual([
      [1, 5, 0],
      [1, 5, 3],
      [1, 7, 1],
    ]);
    expect([...table.sorted()]).toHaveLength(3);
    scratch.close();
  });

  it('reads runs that are longer than its buffer', () => {
    const scratch = createScratchFile(directory);
    const table = new SpillingTable({ scratch, maxRows: 5_000 });
    for (let low = 0; low < 20_000; low += 1) {
      table.insert({ high: 1 + (low % 7), low });
    }
    expect([...table.sorted()]).toHaveLength(20_000);
    scratch.close();
  });

  it('touches the disk only beyond its limit', () => {
    const scratch = createScratchFile(directory);
    const table = new SpillingTable({ scratch, maxRows: 2 });
    table.insert({ high: 1, low: 1 });
    table.insert({ high: 1, low: 2 });
    table.insert({ high: 1, low: 2 });
    expect(table.hasSpilled).toBe(false);
    expect(readdirSync(directory)).toEqual([]);
    table.insert({ high: 1, low: 3 });
    expect(table.hasSpilled).toBe(true);
    expect(readdirSync(directory)).toEqual([]); // The file is unlinked, so that it does not survive a killed process.
    scratch.close();
    expect(readdirSync(directory)).toEqual([]);
  });
});
