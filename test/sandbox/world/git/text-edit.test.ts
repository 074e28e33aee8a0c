import { describe, expect, it } from 'vitest';
import { applyEdit, createDiffHunk, cutDiffHunk } from '../../../../src/sandbox/world/git/text-edit.ts';

const BEFORE = ['function one() {', '  a;', '  b;', '  c;', '  d;', '  e;', '  f;', '}']
  .map((line) => `${line}\n`)
  .join('');

describe('createDiffHunk()', () => {
  it('shows three lines around a change, and the function that it is in', () => {
    const edit = { path: 'x', before: BEFORE, index: 5, removed: ['  e;'], added: ['  E;', '  E2;'] };
    const hunk = createDiffHunk(edit);
    expect([hunk.header, ...hunk.lines.map((line) => line.text)].join('\n')).toBe(
      [
        '@@ -3,6 +3,7 @@ function one() {',
        '   b;',
        '   c;',
        '   d;',
        '-  e;',
        '+  E;',
        '+  E2;',
        '   f;',
        ' }',
      ].join('\n'),
    );
    expect(applyEdit(edit).split('\n')[5]).toBe('  E;');
  });

  it('numbers lines on both sides', () => {
    const hunk = createDiffHunk({ path: 'x', before: BEFORE, index: 1, removed: [], added: ['  new;'] });
    expect(hunk.lines.map(({ oldNumber, newNumber }) => [oldNumber, newNumber])).toEqual([
      [1, 1],
      [undefined, 2],
      [2, 3],
      [3, 4],
      [4, 5],
    ]);
  });

  it('calls the old side of a new file 0,0 and leaves a count of 1 out', () => {
    const edit = { path: 'x', before: undefined, index: 0, removed: [], added: ['only'] };
    expect(createDiffHunk(edit).header).toBe('@@ -0,0 +1 @@');
  });
});

describe('cutDiffHunk()', () => {
  it('ends with the line commented on', () => {
    const hunk = createDiffHunk({ path: 'x', before: BEFORE, index: 1, removed: [], added: ['  new;'] });
    expect(cutDiffHunk(hunk, 2)).toBe('@@ -1,4 +1,5 @@\n function one() {\n+  new;');
  });
});
