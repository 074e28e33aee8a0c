import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPACTED, encodeLines, foldJournal } from '../../../src/keeping/copy/bucket-journal.ts';
import type { JournalLine } from '../../../src/model/journal.ts';

const RUNS = ['20260601T120000Z-aaaaaa', '20260602T120000Z-bbbbbb', '20260603T120000Z-cccccc'];

const LINE: fc.Arbitrary<JournalLine> = fc.record({
  type: fc.constant('trouble'),
  message: fc.string({ unit: 'grapheme', maxLength: 40 }),
  run: fc.constantFrom(...RUNS),
  at: fc
    .date({ min: new Date('2026-06-01'), max: new Date('2026-06-04'), noInvalidDate: true })
    .map((date) => date.toISOString()),
});

const JOURNAL = fc
  .array(fc.array(LINE, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 })
  .map((objects) =>
    objects.map((lines, index) => ({
      // In the order of the keys, the compacted lines first.
      key: index === 0 ? COMPACTED : `20260601T120000Z-aaaaaa/00000${index}.jsonl`,
      lines,
      bytes: encodeLines(lines),
    })),
  );

const textOf = (line: JournalLine) => JSON.stringify(line);

describe('foldJournal()', () => {
  it('returns each line once, the lines of a run in their order', () => {
    fc.assert(
      fc.property(JOURNAL, (objects) => {
        const texts = new Map(objects.map(({ key, bytes }) => [key, bytes]));
        const { lines, damage } = foldJournal(texts);
        expect(damage).toEqual([]);
        expect(new Set(lines.map(textOf)).size).toBe(lines.length);
        for (const run of RUNS) {
          const written = objects.flatMap((object) => object.lines).filter((line) => line.run === run);
          expect(lines.filter((line) => line.run === run).map(textOf)).toEqual([
            ...new Set(written.map(textOf)),
          ]);
        }
      }),
    );
  });

  it('finds every flip of a bit in any object, and keeps all lines that were not changed', () => {
    fc.assert(
      fc.property(JOURNAL, fc.nat(), fc.nat(), fc.nat(7), (objects, object, byte, bit) => {
        const changed = objects[object % objects.length];
        const bytes = Buffer.from(changed?.bytes ?? '');
        const at = byte % bytes.byteLength;
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
        const texts = new Map(objects.map((each) => [each.key, each === changed ? bytes : each.bytes]));
        const { lines, damage } = foldJournal(texts);
        expect(damage).toEqual([expect.stringContaining(changed?.key ?? '?')]);
        const found = new Set(lines.map(textOf));
        const others = objects.filter((each) => each !== changed).flatMap((each) => each.lines);
        expect(others.map(textOf).filter((text) => !found.has(text))).toEqual([]);
        const lost = (changed?.lines ?? []).filter((line) => !found.has(textOf(line)));
        expect(lost.length).toBeLessThanOrEqual(2); // A changed line feed makes two lines one.
      }),
      { numRuns: 1_000 },
    );
  });

  it('believes no line that was written without a checksum', () => {
    const forged = `${JSON.stringify({ type: 'trouble', message: '', run: 'a', at: '2026-06-01T12:00:00Z' })}\n`;
    const { lines, damage } = foldJournal(new Map([['a/000001.jsonl', Buffer.from(forged)]]));
    expect([lines, damage.length]).toEqual([[], 1]);
  });
});
