import { describe, expect, it } from 'vitest';
import { createMarkdownParser } from '../../src/model/create-markdown-parser.ts';
import { createBodyTexts, markdownOf } from '../../src/reading/body-text.ts';

const texts = createBodyTexts();
const md = createMarkdownParser();

describe('document()', () => {
  it.each([
    ['closed', '```js\nx\n```', ''],
    ['a fence', 'a\n```js\nx', '\n```'],
    ['a fence of tildes', '~~~~\n~~~', '\n~~~~'],
    ['a fence in a fence', '````\n```\nx\n````', ''],
    ['a code span', 'use ```x``` here', ''],
    ['a fence in a list', '- a\n  ```\n  b', ''],
    ['a fence in a quote', '> ```\n> b', ''],
    ['a fence in a block of HTML', '<pre>\n```\n</pre>', ''],
    ['a comment', '<!-- hidden', ' -->'],
    ['a comment in a line, which is text', 'see <!-- that', ''],
    ['a comment in code', 'see `<!--` and\n\n```\n<!--\n```', ''],
    ['a comment in a fence', '```\n<!--', '\n```'],
    ['a <pre>', '<pre>\na\n\nb', '\n</pre>'],
    ['a <script>', 'a\n\n<script>\n\nb', '\n</script>'],
    ['an instruction', '<?php\n\necho', ' ?>'],
    ['<details>', '<details><summary>a</summary>\n\n*b*', '\n\n</details>'],
    ['closed <details>', '<details><summary>a</summary>\n\n*b*\n\n</details>', ''],
    ['elements in elements', '<div><table><tr><td>a', '\n\n</td></tr></table></div>'],
    ['bold', 'a <b>b', '\n\n</b>'],
    ['no element', 'List<String> and <br> <img src=x> `<b>`', ''],
    ['a tag that is shown', 'a <textarea> b', ''],
  ])('closes what is open: %s', (_name, body, end) => {
    const text = texts.document()(body);
    expect(text).toBe(`${body}${end}`);
    const tokens = md.parse(`${text}\n\nnext`, {});
    expect(tokens.at(-2)?.content).toBe('next');
  });

  it('keeps the indentation of the first line, and no other space around a text', () => {
    expect(texts.document()('\ufeff\r\n  \n    code\r\n\n')).toBe('    code');
    expect(texts.document()('a\u0000b\tc\u001b[31m')).toBe('a\ufffdb\tc\ufffd[31m');
    expect(texts.document()('')).toBe('');
  });

  it('gives the definitions of each text their own labels', () => {
    const bodyOf = texts.document();
    const one = bodyOf('[a][1], [1], [1][], ![b][ 1 ] [c](1) [^1] `[1]` \\[1] [2]\n\n[1]: x "y"\n[^1]: note');
    const two = bodyOf('> [1] and [*a* [b]][1]: c\n>\n> [1]: z\n\n```\n[1]\n```');
    const three = bodyOf('[1] [^1] - [ ] [x]');
    expect(one).toBe(
      '[a][1-1], [1][1-1], [1][1-1], ![b][1-1] [c](1) [^1-1] `[1]` \\[1] [2]\n\n[1-1]: x "y"\n[^1-1]: note',
    );
    expect(two).toBe('> [1][1-2] and [*a* [b]][1-2]: c\n>\n> [1-2]: z\n\n```\n[1]\n```');
    expect(three).toBe('[1] [^1] - [ ] [x]');
  });
});

it('mapLines() leaves blocks of code as they are, wherever they begin and end', () => {
  const text = '<pre>\n```\n</pre>\na\n- b\n  ```\n  c\nd\n\n    e\n~~~\nf';
  expect(texts.mapLines(text, (line) => line.toUpperCase())).toBe(
    '<PRE>\n```\n</PRE>\nA\n- B\n  ```\n  c\nD\n\n    e\n~~~\nf',
  );
});

it('markdownOf() shows a reply by mail as it was written, with links', () => {
  const body =
    '# no *heading*\n  1. https://e.example/a_b\n2) <b> [x](y)\n> quoted\n---\n- :tada: | $a$ &amp; _c_\n\n\nEnd';
  const html = createMarkdownParser({ breaks: true }).render(markdownOf({ body, isMail: true }));
  const link = '<a href="https://e.example/a_b">https://e.example/a_b</a>';
  expect(html.replaceAll('<br>', '').replaceAll('\u00a0', ' ')).toBe(
    `<p># no *heading*\n  1. ${link}\n2) &lt;b&gt; [x](y)\n&gt; quoted\n---\n- :tada: | $a$ &amp;amp; _c_</p>\n<p>End</p>\n`,
  );
  expect(markdownOf({ body })).toBe(body);
});
