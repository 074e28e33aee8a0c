import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { highlightLines } from '../../../../src/browse/code/highlight-code.ts';
import { markPart } from '../../../../src/browse/show/code/difference-lines.ts';
import { parseHtml } from '../../markdown/support/parse-html.ts';

describe('markPart()', () => {
  it.each([
    ['abc', [1, 2], 'a<ins>b</ins>c'],
    ['abc', [0, 3], '<ins>abc</ins>'],
    ['abc', [1, 1], 'abc'],
    ['a&lt;b&#x27;', [1, 2], 'a<ins>&lt;</ins>b&#x27;'],
    ['<span class="x">ab</span>c', [1, 3], '<span class="x">a</span><ins><span class="x">b</span>c</ins>'],
  ] as const)('marks in %s the part %j', (html, part, expected) => {
    expect(markPart(html, part, 'ins')).toBe(expected);
  });

  it('keeps every line of code whole and marks exactly the part', () => {
    const line = fc
      .array(fc.constantFrom('/*', '*/', '`', '${', '}', '"', 'const', '<b>', '&', ' ', '🌳'), {
        maxLength: 20,
      })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(line, fc.nat(40), fc.nat(40), (text, from, length) => {
        const html = highlightLines(text, 'ts')?.[0] ?? '';
        const start = Math.min(from, text.length);
        const end = Math.min(start + length, text.length);
        const marked = markPart(html, [start, end], 'del');
        const parsed = parseHtml(marked);
        expect(parsed.isBalanced).toBe(true);
        expect(parsed.text).toBe(text);
        const within = /<del>([\s\S]*)<\/del>/.exec(marked)?.[1] ?? '';
        expect(parseHtml(within).text).toBe(text.slice(start, end));
      }),
    );
  });
});
