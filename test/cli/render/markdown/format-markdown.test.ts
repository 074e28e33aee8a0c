import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { formatMarkdown } from '../../../../src/cli/render/markdown/format-markdown.ts';
import type { Paint } from '../../../../src/cli/render/painter.ts';

const plain: Paint = (_styles, text) => text;

/** Shows styles by their first letters. */
const marked: Paint = (styles, text) =>
  styles.length === 0 ? text : `{${styles.map(([letter]) => letter).join('')}:${text}}`;

const format = (text: string, widthColumns?: number, paint = plain) =>
  formatMarkdown(text, { widthColumns, paint });

const RUNS = process.env['SATCHEL_TEST_LONG'] === '1' ? 10_000 : 300;

describe('formatMarkdown()', () => {
  it.each([
    ['**bold** __too__ *it* _it_ ***both*** ~~gone~~', '{b:bold too} {i:it it} {bi:both} {s:gone}'],
    ['2 * 3 * 4, snake_case_name, **open, \\*plain\\*', '2 * 3 * 4, snake_case_name, **open, *plain*'],
    ['`a b` or ``a`b`` `open', '{c:a b} or {c:a`b} `open'],
    ['[text](https://e.example/a_(b) "title")', '{u:text} {d:(https://e.example/a_(b))}'],
    ['[**a** b](<x y>)', '{ub:a} {u:b} {d:(x y)}'],
    ['[https://e.example](https://e.example)', '{u:https://e.example}'],
    ['see https://e.example/x?y=1.', 'see {u:https://e.example/x?y=1}.'],
    ['<https://e.example> <b>x</b> a<br>b', '{u:https://e.example} x a\nb'],
    [
      '![shot](a.png) <img alt="shot" src="a.png">',
      '{d:[image: shot]} {u:a.png} {d:[image: shot]} {u:a.png}',
    ],
    ['a &lt;b&gt; &amp;amp; &copy;', 'a <b> &amp; &copy;'],
    ['# One #\n## Two', '{bu:One}\n\n{b:Two}'],
    ['One\n===', '{bu:One}'],
    ['a\nb\n\n\nc', 'a\nb\n\nc'],
    ['> a\nb\n\n> c', '{d:│ }a\n{d:│ }b\n\n{d:│ }c'],
    ['- a\n- b\n  - c\n- [ ] d\n- [x] e', '• a\n• b\n  • c\n☐ d\n☑ e'],
    ['9. a\n10. b', ' 9. a\n10. b'],
    ['- a\n\n- b', '• a\n\n• b'],
    ['```ts\nconst x = 1;\n```', '    {c:const x = 1;}'],
    ['~~~\nopen', '    {c:open}'],
    ['```diff\n+a\n-b\n c\n```', '    {g:+a}\n    {r:-b}\n     c'],
    ['```suggestion\na\n```', '{d:Suggested change:}\n    {c:a}'],
    ['a<!-- hidden\nlines -->b', 'ab'],
    ['<details>\n\na\n\n</details>', 'a'],
    ['***', `{d:${'─'.repeat(40)}}`],
  ])('formats %j', (text, lines) => {
    expect(format(text, undefined, marked).join('\n')).toBe(lines);
  });

  it('aligns tables by columns of the terminal, and breaks cells where they do not fit', () => {
    const table = '| Name | Count |\n|:--|--:|\n| 日本語 | 1 |\n| two words | 100 |';
    expect(format(table)).toEqual([
      'Name       Count',
      '─────────  ─────',
      '日本語         1',
      'two words    100',
    ]);
    expect(format('| a | b |\n|---|---|\n| one two three | x |', 12)).toEqual([
      'a          b',
      '─────────  ─',
      'one two    x',
      'three',
    ]);
  });

  it('breaks lines at blanks and between East Asian characters, and never within an address', () => {
    expect(format('one two three', 9)).toEqual(['one two', 'three']);
    expect(format('日本語の名前が文字化けする', 20)).toEqual(['日本語の名前が文字化', 'けする']);
    expect(format(`a https://e.example/${'x'.repeat(30)} b`, 20)).toEqual([
      'a',
      `https://e.example/${'x'.repeat(30)}`,
      'b',
    ]);
  });

  it('lets nothing through that a terminal obeys', () => {
    const hostile = fc.array(
      fc.oneof(
        fc.constantFrom('\u001b[31m', '\u009b', '\u202e', '\u0007', '\r', '\t', '\n', '&#27;', '\\\u001b'),
        fc.constantFrom('**', '`', '[', '](', ')', '> ', '- ', '|', '\n|-|\n', '```\n', '<b>', '    ', '# '),
        fc.string(),
      ),
    );
    fc.assert(
      fc.property(hostile, fc.constantFrom(undefined, 20, 80), (parts, width) => {
        expect(format(parts.join(''), width).join('\n')).not.toMatch(
          /[^\P{Cc}\n]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/u,
        );
      }),
      { numRuns: RUNS },
    );
  });

  it('keeps every word of plain text, in lines that fit', () => {
    const word = fc.stringMatching(/^[a-z日本語é]{1,12}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), fc.integer({ min: 20, max: 100 }), (words, width) => {
        const lines = format(words.join(' '), width);
        expect(lines.join('').replaceAll(' ', '')).toBe(words.join(''));
        expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(width);
      }),
      { numRuns: RUNS },
    );
  });

  it.each([
    ['*a '],
    ['_a '],
    ['**a '],
    ['[a'],
    ['![a'],
    ['[a]('],
    ['`a ``'],
    ['<!--'],
    ['<a '],
    ['> '],
    ['- '],
    ['|a\n|-'],
    ['\\'],
    ['('],
    ['~~a'],
    ['***a** '],
    ['a\n```\n'],
    ['http://'],
  ])('reads 60,000 characters of %j', (part) => {
    expect(format(part.repeat(60_000 / part.length), 80).length).toBeGreaterThan(0);
  });
});
