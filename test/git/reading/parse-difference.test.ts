import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Difference } from '../../../src/git/file-difference.ts';
import { READING_LIMITS } from '../../../src/git/git-limits.table.ts';
import { createDifferenceParser } from '../../../src/git/reading/parse-difference.ts';
import { Failure } from '../../../src/model/failure.ts';

const [OLD, NEW] = ['a'.repeat(40), 'b'.repeat(40)];

function rawOf(status: string, ...names: readonly string[]): string {
  return `:100644 100644 ${OLD} ${NEW} ${status}\0${names.join('\0')}\0`;
}

const PATCH = [
  'diff --git a/one b/one',
  `index ${OLD}..${NEW} 100644`,
  '--- a/one',
  '+++ b/one',
  '@@ -1,2 +1,3 @@ section',
  ' same',
  '-diff --git a/two b/two',
  '+@@ -1 +1 @@',
  '+é\u202e',
  '\\ No newline at end of file',
  'diff --git "a/t\\two" "b/t\\two"',
  'Binary files differ',
  '',
].join('\n');
const OUTPUT = Buffer.from(`${rawOf('M', 'one')}${rawOf('R100', 'old', 't\two')}\0${PATCH}`);

function parse(bytes: Uint8Array, chunkBytes = bytes.length): Difference {
  const parser = createDifferenceParser();
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    parser.push(bytes.subarray(start, start + chunkBytes));
  }
  return parser.end(null);
}

describe('createDifferenceParser()', () => {
  it('reads names from the raw part and lines from the patches', () => {
    const { files, cut } = parse(OUTPUT);
    expect(cut).toBeNull();
    expect(files).toMatchObject([
      { path: 'one', status: 'changed', addedCount: 2, removedCount: 1, isBinary: false },
      { path: 't\two', oldPath: 'old', status: 'renamed', isBinary: true, hunks: [] },
    ]);
    expect(files[0]?.hunks[0]).toMatchObject({
      section: 'section',
      lines: [
        { kind: 'same', text: 'same', oldLine: 1, newLine: 1 },
        { kind: 'removed', text: 'diff --git a/two b/two', oldLine: 2, newLine: null },
        { kind: 'added', text: '@@ -1 +1 @@', oldLine: null, newLine: 2 },
        { kind: 'added', text: 'é\u202e', newLine: 3, isUnended: true },
      ],
    });
  });

  it('reads the same from pieces of any size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: OUTPUT.length }), (chunkBytes) => {
        expect(parse(OUTPUT, chunkBytes)).toEqual(parse(OUTPUT));
      }),
    );
  });

  it('fails with git-unreadable at most, whatever the bytes are', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc
        .constantFrom(
          rawOf('M', 'x'),
          rawOf('T', 'x'),
          '\0',
          'diff --git a b\n',
          '@@ -1,3 +1 @@\n',
          '@@ x\n',
          ' a\n',
          '+b\n',
          '\\ c\n',
          ':1 2 3',
        )
        .map((text) => Buffer.from(text)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        try {
          parse(Buffer.concat(pieces));
        } catch (error) {
          expect(error).toBeInstanceOf(Failure);
        }
      }),
    );
  });

  it('keeps as many lines of a file as are shown, and counts all', () => {
    const count = READING_LIMITS.diffLinesOfFile + 5;
    const lines = '+x\n'.repeat(count);
    const { files } = parse(
      Buffer.from(`${rawOf('M', 'long')}\0diff --git a b\n@@ -0,0 +1,${count} @@\n${lines}`),
    );
    expect(files[0]).toMatchObject({ addedCount: count, omitted: 'long-file' });
    expect(files[0]?.hunks[0]?.lines).toHaveLength(READING_LIMITS.diffLinesOfFile);
  });

  it('cuts lines that are too long to show', () => {
    const { files } = parse(
      Buffer.from(`${rawOf('M', 'wide')}\0diff --git a b\n@@ -0,0 +1 @@\n+${'x'.repeat(100_000)}\n`),
    );
    expect(files[0]?.hunks[0]?.lines[0]?.text).toHaveLength(READING_LIMITS.diffLineChars + 1);
  });
});
