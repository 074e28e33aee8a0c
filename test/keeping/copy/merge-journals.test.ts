import { describe, expect, it } from 'vitest';
import { linesToCopy } from '../../../src/keeping/copy/merge-journals.ts';
import type { JournalFact, JournalLine } from '../../../src/model/journal.ts';

function lineOf(fact: JournalFact): JournalLine {
  return { ...fact, run: 'a', at: '2026-06-01T12:00:00.000Z' };
}

describe('linesToCopy()', () => {
  it.each(['archives-forgotten', 'archives-lost'] as const)(
    'says by %s only what is also gone from the copy, where archives may be encrypted',
    (type) => {
      const archives = ['a.tar.gz', 'b.tar.gz', 'c.tar.gz.age', 'd.tar.gz.age'];
      const copy = new Set(['a.tar.gz.age', 'c.tar.gz']);
      expect(linesToCopy([lineOf({ type, archives })], copy)).toEqual([
        lineOf({ type, archives: ['b.tar.gz', 'd.tar.gz.age'] }),
      ]);
      expect(linesToCopy([lineOf({ type, archives })], new Set(archives))).toEqual([]);
    },
  );

  it('leaves out what is true of one store or journal only', () => {
    const noted = lineOf({ type: 'store-noted', sizeBytes: 1, sha256: 'a', changeCounter: 1 });
    const known = lineOf({ type: 'account-known', account: 'mira' });
    expect(linesToCopy([noted, known], new Set())).toEqual([known]);
  });
});
