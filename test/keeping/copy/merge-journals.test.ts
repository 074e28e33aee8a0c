import { describe, expect, it } from 'vitest';
import { linesToCopy, mergeJournals } from '../../../src/keeping/copy/merge-journals.ts';
import type { JournalFact, JournalLine } from '../../../src/model/journal.ts';

function lineOf(fact: JournalFact): JournalLine {
  return { ...fact, run: 'a', at: '2026-06-01T12:00:00.000Z' };
}

describe('mergeJournals()', () => {
  it('has each line once, runs by their beginnings, and new lines before the one that follows them', () => {
    const line = (text: string): JournalLine => {
      const [run = '', account = ''] = text;
      return { ...lineOf({ type: 'account-known', account }), run, at: `2026-06-0${run}T12:00:00.000Z` };
    };
    const merge = (own: string, others: string) => {
      const [first, second] = [own, others].map((texts) => texts.split(' ').map(line));
      return mergeJournals(first ?? [], second ?? [])
        .map((each) => `${each.run}${'account' in each ? each.account : ''}`)
        .join(' ');
    };
    expect(merge('2a 2c 4a', '1a 2a 2b 2c 2d 3a 5a')).toBe('1a 2a 2b 2c 2d 3a 4a 5a');
    expect(merge('1a 2a 2b 2c 2d 3a 5a', '2a 2c 4a')).toBe('1a 2a 2b 2c 2d 3a 4a 5a');
    expect(merge('2a 2b', '2a 2b')).toBe('2a 2b');
  });
});

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
