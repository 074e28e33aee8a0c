import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { formatMarkdown } from '../../../../src/cli/render/markdown/format-markdown.ts';
import { createMarkdownReader } from '../../../../src/cli/render/markdown/read-markdown.ts';
import type { Paint } from '../../../../src/cli/render/painter.ts';
import { AMPLIFIERS } from '../../../browse/markdown/amplifiers.table.ts';
import { sampled } from '../../../house/long-only.ts';
import { IS_LONG } from '../../../house/long-run.ts';

const plain: Paint = (_styles, text) => text;

/** Marks styles by their initials. */
const marked: Paint = (styles, text) =>
  styles.length === 0 ? text : `{${styles.map(([letter]) => letter).join('')}:${text}}`;

const readMarkdown = createMarkdownReader();

const format = (text: string, widthColumns?: number, paint = plain) =>
  formatMarkdown(text, { widthColumns, paint, readMarkdown });

const RUNS = IS_LONG ? 3_000 : 100;
const MANY_CHARACTERS = IS_LONG ? 60_000 : 20_000;

describe('formatMarkdown()', () => {
  it.each([
    ['**bold** __too__ *it* _it_ ***both*** ~~gone~~', '{b:bold too} {i:it it} {ib:both} {s:gone}'],
    ['2 * 3 * 4, snake_case_name, **open, \\*plain\\*', '2 * 3 * 4, snake_case_name, **open, *plain*'],
    ['`a b` or ``a`b`` `open', '{c:a b} or {c:a`b} `open'],
    ['[text](https://e.example/a_(b) "title")', '{u:text} {d:(https://e.example/a_(b))}'],
    ['[**a** b](<x y>)', '{ub:a} {u:b} {d:(x y)}'],
    ['[https://e.example](https://e.example)', '{u:https://e.example}'],
    ['see https://e.example/x?y=1.', 'see {u:https://e.example/x?y=1}.'],
    ['<https://e.example> <b>x</b> a<br>b', '{u:https://e.example} {b:x} a\nb'],
    [
      '![shot](a.png) <img alt="shot" src="a.png">',
      '{d:[image: shot]} {u:a.png} {d:[image: shot]} {u:a.png}',
    ],
    ['a &lt;b&gt; &amp;amp;', 'a <b> &amp;'],
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

  it.each([
    [
      'a reference link',
      '[text][a] and [a]\n\n[a]: https://e.example "title"',
      ['{u:text} {d:(https://e.example)} and {u:a} {d:(https://e.example)}'],
    ],
    ['entities', '&copy; &mdash; &#8364; &#x27; &nosuch;', ["© — € ' &nosuch;"]],
    [
      'a table in HTML',
      '<table>\n<tr><th>Name<th align="right">Count\n<tr><td><b>one</b> &lt;<td>10\n</table>',
      ['{b:Name}   {b:Count}', '{d:─────  ─────}', '{b:one} <  10'],
    ],
    [
      'footnotes',
      'Text[^1] and more[^long]\n\n[^1]: The *note*.\n[^long]: One.\n\n    Two.',
      ['Text{d:[1]} and more{d:[2]}', '', '[1] The {i:note}.', '', '[2] One.', '', '    Two.'],
    ],
    [
      'an alert',
      '> [!WARNING]\n> Take care.\n>\n> - a',
      ['{y:│ }{yb:Warning}', '{y:│ }Take care.', '{y:│ }', '{y:│ }• a'],
    ],
    ['emoji', 'Done :tada: `:tada:` 10:30:00', ['Done 🎉 {c::tada:} 10:30:00']],
    [
      'addresses of mail',
      '<mira@acme.example> [us](mailto:us@acme.example)',
      ['{u:mira@acme.example us} {d:(mailto:us@acme.example)}'],
    ],
    [
      'details with a summary',
      '<details><summary>The <i>log</i></summary>\n\n```\nx\n```\n\n</details>',
      ['▾ {b:The} {bi:log}', '', '    {c:x}'],
    ],
    [
      'lists in HTML',
      '<ol start="9">\n<li>one\n<ul><li>inner</li></ul>\n<li><p>two</p></li>\n</ol>',
      [' 9. one', '    • inner', '', '10. two'],
    ],
    [
      'inline HTML',
      '<kbd>Ctrl</kbd> <b>b <i>bi</i></b> <del>gone</del> <a href="https://e.example">text</a>',
      ['{c:Ctrl} {b:b} {bi:bi} {s:gone} {u:text} {d:(https://e.example)}'],
    ],
    [
      'headings in HTML',
      '<h1 align="center"><img src="a.png"> Title</h1>\ntext',
      ['{bud:[image]} {bu:a.png Title}', '', 'text'],
    ],
    ['emphasis within emphasis', '*a **b*** and **a *b***', ['{i:a} {ib:b} and {b:a} {bi:b}']],
    ['brackets within a link', '[a [b] c](x)', ['{u:a [b] c} {d:(x)}']],
    ['preformatted text in HTML', '<pre>a &lt;\n  <b>b</b></pre>', ['    {c:a <}', '    {c:  b}']],
    ['what looks like a tag', 'List<String> and <T extends Foo>', ['List<String> and <T extends Foo>']],
    [
      'a script',
      'a\n\n<script>\nalert(1)\n</script>\n\nb <style>i {}</style>',
      ['a', '', '<script> alert(1) </script>', '', 'b <style>i {}</style>'],
    ],
    [
      'the rest after tags that hide it',
      '<textarea> <title> <template> a\n\nb',
      ['<textarea> <title> a', '', 'b'],
    ],
    ['addresses', '_https://e.example/a_ a@e.example', ['{iu:https://e.example/a} {u:a@e.example}']],
  ])('shows %s', (_, text, lines) => {
    expect(format(text, undefined, marked)).toEqual(lines);
  });

  it('joins the lines of a paragraph in a file, and keeps them in a comment', () => {
    const layout = { widthColumns: undefined, paint: plain, readMarkdown };
    expect(formatMarkdown('a\nb  \nc', { ...layout, isFile: true })).toEqual(['a b', 'c']);
    expect(formatMarkdown('a\nb', layout)).toEqual(['a', 'b']);
  });

  it('aligns tables by columns of the terminal, and breaks cells if they do not fit', () => {
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

  it('removes all control characters', () => {
    const hostile = fc.array(
      fc.oneof(
        fc.constantFrom('\u001b[31m', '\u009b', '\u202e', '\u0007', '\r', '\t', '\n', '&#27;', '\\\u001b'),
        fc.constantFrom(
          '&#x202e;',
          '&#8203;',
          '&Tab;',
          '&NewLine;',
          '<td>',
          '<li>',
          '</',
          '[^1]',
          '[^1]: ',
          ':tada:',
          '<!--',
        ),
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
    ['<td>'],
    ['<ul><li>'],
    ['<div>\n<a "'],
    ['<b>'],
    ['</b>'],
    ['[^1]'],
    ['[^1]: '],
    [':a'],
    ['[a]: b\n'],
    ['&#'],
    ['a@'],
    ['www.'],
    ['1. '],
    ['  - a\n'],
    ['~~~\n'],
  ])('reads many times %j', (part) => {
    expect(format(`first\n\n${part.repeat(MANY_CHARACTERS / part.length)}`, 80)[0]).toBe('first');
  });
});

it.each(sampled(AMPLIFIERS, 5))('formats $name with a bounded length', ({ body }) => {
  for (const columns of [undefined, 80]) {
    const chars = format(body, columns, marked).reduce((sum, line) => sum + line.length + 1, 0);
    // Less than where the rest is cut: what limits each of them has to hold by itself.
    expect(chars).toBeLessThan(2 * 1024 * 1024);
  }
});

it('cuts what becomes too long though nothing in it is', () => {
  const lines = format(`|${'w'.repeat(60)}|b|\n|-|-|\n${'|a|b|\n'.repeat(80_000)}`);
  expect(lines.reduce((sum, line) => sum + line.length + 1, 0)).toBeLessThan(5 * 1024 * 1024);
  expect(lines.at(-1)).toBe('The rest of this text is too long when it is formatted.');
});

it.each([
  ['> ', '│ '],
  ['- ', '  '],
  ['1. ', '   '],
])('indents what is nested in fifteen "%s" as often as in twelve', (marker, indent) => {
  expect(format(`${marker.repeat(15)}a\nb`).at(-1)).toBe(`${indent.repeat(12)}b`);
  expect(format(`${marker.repeat(11)}a\nb`).at(-1)).toBe(`${indent.repeat(11)}b`);
});

it.each(['> ', '- ', '1. ', '> - '])('shows what is nested too deeply in "%s"', (marker) => {
  const lines = format(`${marker.repeat(200)}inner\n\nafter`, 80);
  expect(lines.join('\n')).toContain('inner');
  expect(lines.at(-1)).toBe('after');
});
