import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  quoteText,
  quoteTyped,
  shellWord,
  terminalJson,
  terminalLine,
  terminalText,
} from '../../src/base/terminal-text.ts';
import { ANY_CHARACTER } from './support/any-character.ts';

const OBEYED = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u;

const anyText = fc.string({ unit: ANY_CHARACTER, maxLength: 200 });

describe('terminalText()', () => {
  it.each([
    ['a colour', '\u001b[31mred', '\ufffd[31mred'],
    ['a title', '\u001b]0;owned\u0007', '\ufffd]0;owned\ufffd'],
    ['a C1 sequence', '\u009b2J\u0090q\u009c', '\ufffd2J\ufffdq\ufffd'],
    ['reversals', 'a\u202eb\u2066c\u200f\u061c', 'a\ufffdb\ufffdc\ufffd\ufffd'],
    ['nothings', 'a\u200bb\u2060c\ufeffd\u00ade', 'a\ufffdb\ufffdc\ufffdd\ufffde'],
    ['tags', 'a\u{e0041}b', 'a\ufffdb'],
    ['a return to the beginning', 'a\rb', 'a\nb'],
    ['a backspace and DEL', 'a\bb\u007f', 'a\ufffdb\ufffd'],
    ['line breaks and tabs', 'a\r\nb\tc\u2028d', 'a\nb    c\nd'],
    ['joiners between letters that need none', 'pay\u200dpal\u200c', 'pay\ufffdpal\ufffd'],
  ])('makes %s harmless', (_, text, shown) => {
    expect(terminalText(text)).toBe(shown);
  });

  it.each(['👩\u200d💻 👍🏽', '🏳\ufe0f\u200d🌈', 'می\u200cخواهم', 'क्\u200dष', 'Größe, 日本語, é'])(
    'keeps %s',
    (text) => {
      expect(terminalText(text)).toBe(text);
      expect(terminalLine(text)).toBe(text);
    },
  );

  it('leaves no control characters', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(terminalText(text)).not.toMatch(OBEYED);
        expect(terminalLine(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});

describe('terminalJson()', () => {
  it('means the same, and contains nothing that controls a terminal', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const json = terminalJson(JSON.stringify([text], null, 1));
        expect(JSON.parse(json)).toEqual([text]);
        expect(json).not.toMatch(OBEYED);
      }),
    );
  });
});

describe('quoteTyped()', () => {
  it.each([
    ['is:open', '"is:open"'],
    ['"a', `'"a'`],
    ['a\\b', '"a\\b"'],
    ['a\u202eb', '"a\\u202eb"'],
  ])('has the marks that a person typed as they are: %j', (text, quoted) => {
    expect(quoteTyped(text)).toBe(quoted);
  });
});

describe('quoteText()', () => {
  it('leaves plain text unchanged', () => {
    expect(quoteText('issues_000001.json')).toBe('"issues_000001.json"');
    expect(quoteText('Grüße ✿.png')).toBe('"Grüße ✿.png"');
  });

  it('escapes all control characters of terminals', () => {
    expect(quoteText('a\u001b[2J"\n\u0085\u009b\u2028\ud800')).toBe(
      '"a\\u001b[2J\\"\\n\\u0085\\u009b\\u2028\\ud800"',
    );
  });

  it('truncates long text', () => {
    expect(quoteText('x'.repeat(1_000))).toBe(`"${'x'.repeat(200)}…"`);
  });
});

it('shellWord() makes one word of a shell, whatever it contains', () => {
  const words = [
    'plain/path.db',
    "it's 'so'",
    '',
    'a b',
    '$(id) `id` $HOME',
    '-n',
    '\\"',
    '*',
    'a;b&c',
    'ü\n',
  ];
  const script = `for word in ${words.map(shellWord).join(' ')}; do printf '%s\\0' "$word"; done`;
  expect(execFileSync('sh', ['-c', script]).toString().split('\0').slice(0, -1)).toEqual(words);
});
