import { describe, expect, it } from 'vitest';
import { createFsckReport } from '../../src/git/fsck-report.ts';

const ID = 'a'.repeat(40);

function remarksOf(lines: readonly string[], maxRemarks = 100): readonly string[] {
  const report = createFsckReport({ directory: '/stage/0.git', maxRemarks });
  for (const line of lines) {
    report.readLine(line);
  }
  return report.remarks().map(({ code, message }) => `${code}: ${message}`);
}

describe('createFsckReport()', () => {
  it('reports damage once, without the path of the stage', () => {
    const line = 'error: packfile /stage/0.git/objects/pack/pack-1.pack cannot be accessed';
    expect(remarksOf([line, line])).toEqual([
      'git-damaged: git fsck reports "packfile objects/pack/pack-1.pack cannot be accessed"',
    ]);
  });

  it('distinguishes non-canonical form from damage', () => {
    expect(
      remarksOf([
        `error in commit ${ID}: missingSpaceBeforeDate: invalid author/committer line`,
        `warning in tree ${ID}: zeroPaddedFilemode: contains zero-padded file modes`,
        `error in tree ${ID}: badTree: cannot be parsed as a tree`,
        'fatal: attempting to allocate 3000000000 over limit 2147483648',
      ]).map((remark) => remark.split(':')[0]),
    ).toEqual(['git-object-odd', 'git-object-untidy', 'git-damaged', 'limit-exceeded']);
  });

  it('ignores notices, and refs, which are checked separately', () => {
    expect(
      remarksOf([
        'notice: No default references',
        'notice: HEAD points to an unborn branch (main)',
        `error: refs/heads/main: invalid sha1 pointer ${ID}`,
        `dangling commit ${ID}`,
        '',
      ]),
    ).toEqual([]);
  });

  it('attributes broken links to the missing object', () => {
    const link = [`broken link from    tree ${ID}`, `              to    blob ${ID}`];
    expect(remarksOf([...link, `missing blob ${ID}`])).toEqual([
      `git-damaged: git fsck reports "missing blob ${ID}"`,
    ]);
    expect(remarksOf(link)).toEqual([
      'git-object-odd: 1 link points to missing objects, from objects that no ref reaches',
    ]);
  });

  it('quotes texts of objects, so that they cannot control a terminal', () => {
    const [remark] = remarksOf([`error in blob ${ID}: gitmodulesUrl: disallowed submodule url: \u001b[2J`]);
    expect(remark).toContain('\\u001b[2J');
  });

  it('keeps no more remarks than its limit', () => {
    const lines = Array.from({ length: 10 }, (_, index) => `missing blob ${index}`);
    expect(remarksOf(lines, 3)).toHaveLength(3);
  });
});
