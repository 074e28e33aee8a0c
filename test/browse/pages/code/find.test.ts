import { describe, expect, it } from 'vitest';
import { rankPaths } from '../../../../src/browse/pages/code/find.ts';

const PATHS = ['src/alert-mailer.ts', 'alert/readme.md', 'docs/a-l-e-r-t.md', 'test/mailer.test.ts'];

describe('rankPaths()', () => {
  it('puts names of files before folders, and words before scattered letters', () => {
    expect(rankPaths(PATHS, 'alert', 10)).toEqual([
      'src/alert-mailer.ts',
      'alert/readme.md',
      'test/mailer.test.ts',
      'docs/a-l-e-r-t.md',
    ]);
  });

  it('matches letters in their order, in any case', () => {
    expect(rankPaths(PATHS, 'SRC mts', 10)).toEqual(['src/alert-mailer.ts']);
    expect(rankPaths(PATHS, 'zzz', 10)).toEqual([]);
  });

  it('returns the first ones for an empty search', () => {
    expect(rankPaths(PATHS, ' ', 2)).toEqual(PATHS.slice(0, 2));
  });
});
