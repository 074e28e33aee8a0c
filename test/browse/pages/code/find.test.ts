import { describe, expect, it } from 'vitest';
import { rankPaths } from '../../../../src/browse/pages/code/find.ts';

const PATHS = ['src/alert-mailer.ts', 'alert/readme.md', 'docs/a-l-e-r-t.md', 'test/mailer.test.ts'];

describe('rankPaths()', () => {
  it('puts names of files before folders, and scattered letters only where no path has the words', () => {
    expect(rankPaths(PATHS, 'alert', 10)).toEqual(['src/alert-mailer.ts', 'alert/readme.md']);
    expect(rankPaths(PATHS, 'mailer test', 10)).toEqual(['test/mailer.test.ts']);
    expect(rankPaths(PATHS, 'aert', 10)).toEqual([
      'alert/readme.md',
      'src/alert-mailer.ts',
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
