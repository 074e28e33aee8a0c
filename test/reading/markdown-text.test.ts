import { describe, expect, it } from 'vitest';
import { frontMatter } from '../../src/reading/front-matter.ts';
import { codeBlock, codeSpan, inlineText, loginText, timeText } from '../../src/reading/markdown-text.ts';

describe('inlineText()', () => {
  it('keeps plain text plain, and escapes what would be markup', () => {
    expect(inlineText('read_this_file: 3 * 4 < 13')).toBe('read_this_file: 3 \\* 4 \\< 13');
    expect(inlineText(' [link](x) `code` _word_\n# no heading')).toBe(
      '\\[link\\](x) \\`code\\` \\_word\\_ # no heading',
    );
  });
});

describe('codeSpan() and codeBlock()', () => {
  it('can contain any text', () => {
    expect([codeSpan('a`b'), codeSpan('`a`')]).toEqual(['``a`b``', '`` `a` ``']);
    expect(codeBlock('x\n```\ny\n', 'diff')).toBe('````diff\nx\n```\ny\n````');
  });
});

describe('loginText() and timeText()', () => {
  it('read as people write', () => {
    expect([loginText('builder[bot]'), loginText('a*b')]).toEqual(['builder[bot]', 'a\\*b']);
    expect([timeText('2024-05-06T07:08:09Z'), timeText(null)]).toEqual([
      '2024-05-06 07:08 UTC',
      'an unknown time',
    ]);
  });
});

describe('frontMatter()', () => {
  it('quotes whatever YAML would read as something else', () => {
    const text = frontMatter({
      plain: 'acme/app',
      word: 'No',
      number: 12,
      digits: '012',
      flag: true,
      time: '2024-05-06T07:08:09Z',
      odd: '9999-99-99T99:99:99Z',
      title: 'a: "b" # c\u0000\u2028---',
      list: ['bug', 'a, b'],
      empty: [],
      absent: null,
    });
    expect(text.split('\n')).toEqual([
      '---',
      'plain: acme/app',
      'word: "No"',
      'number: 12',
      'digits: "012"',
      'flag: true',
      'time: 2024-05-06T07:08:09Z',
      'odd: "9999-99-99T99:99:99Z"',
      'title: "a: \\"b\\" # c ---"',
      'list: [bug, "a, b"]',
      '---',
      '',
    ]);
  });
});
