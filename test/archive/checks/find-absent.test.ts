import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { numberOfKey, numberOfRow } from '../../../src/archive/checks/example-book.ts';
import { findAbsent } from '../../../src/archive/checks/find-absent.ts';
import { createScratchFile } from '../../../src/archive/checks/scratch-file.ts';
import { SpillingTable } from '../../../src/archive/checks/spilling-table.ts';
import { taggedKey } from '../../../src/archive/fingerprints.ts';
import { temporaryFolder } from '../../house/afterwards.ts';

let directory: string;
beforeAll(() => {
  directory = temporaryFolder();
});

const named = fc.array(
  fc.record({ text: fc.constantFrom(...'abcdefghij'), tag: fc.integer({ min: 0, max: 3 }) }),
  { maxLength: 40 },
);

/** A tag accepts itself and the next one. */
const accepts = (tag: number) => (1 << tag) | (1 << (tag + 1));

describe('findAbsent()', () => {
  it('finds what a plain set finds, in memory and through the disk', () => {
    const limits = fc.constantFrom(1, 2, 5, 1_000);
    fc.assert(
      fc.property(named, named, limits, limits, (wants, haves, maxWanted, maxPresent) => {
        const scratch = createScratchFile(directory);
        const wanted = new SpillingTable({ scratch, maxRows: maxWanted, payloadWords: 1 });
        const present = new SpillingTable({ scratch, maxRows: maxPresent, payloadWords: 1 });
        for (const { text, tag } of wants) {
          const at = wanted.insert(taggedKey(text, tag)) + 2;
          wanted.words[at] = (wanted.words[at] ?? 0) + 1;
        }
        for (const { text, tag } of haves) {
          present.insert(taggedKey(text, tag));
        }
        const found = new Map(
          [...findAbsent({ wanted, present, accepts })].map((row) => [numberOfRow(row), row[2]]),
        );
        scratch.close();

        const there = new Set(haves.map(({ text, tag }) => `${text}${tag}`));
        const expected = new Map<number, number>();
        for (const { text, tag } of wants) {
          if (!there.has(`${text}${tag}`) && !there.has(`${text}${tag + 1}`)) {
            const number = numberOfKey(taggedKey(text, tag));
            expected.set(number, (expected.get(number) ?? 0) + 1);
          }
        }
        expect(found).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });
});
