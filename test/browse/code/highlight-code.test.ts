import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  HIGHLIGHT_LIMITS,
  highlightCode,
  highlightLines,
  languageOfPath,
} from '../../../src/browse/code/highlight-code.ts';
import { parseHtml } from '../markdown/support/parse-html.ts';

describe('highlightLines()', () => {
  it('makes lines that are complete by themselves and contain the code', () => {
    const code = fc
      .array(fc.constantFrom('/*', '*/', '`', '${', '}', '"', 'const', '<b>', '&', '\n', ' ', 'é'), {
        maxLength: 40,
      })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(code, fc.constantFrom('ts', 'html', 'py', 'md', 'css', 'yaml', 'sh'), (text, language) => {
        const lines = highlightLines(text, language) ?? [];
        const parsed = lines.map(parseHtml);
        expect(parsed.every(({ isBalanced }) => isBalanced)).toBe(true);
        expect(parsed.map((line) => line.text).join('\n')).toBe(text);
        expect(parsed.flatMap(({ elements }) => elements).every(({ tag }) => tag === 'span')).toBe(true);
      }),
    );
  });
});

describe('highlightCode()', () => {
  it.each([
    ['no language', 'x', 'nolanguage'],
    ['a language by the name of a member', 'x', '__proto__'],
    ['a long line', 'x'.repeat(HIGHLIGHT_LIMITS.lineChars + 1), 'js'],
    ['long code', 'x\n'.repeat(HIGHLIGHT_LIMITS.chars), 'js'],
  ])('leaves %s as it is', (_, code, language) => {
    expect(highlightCode(code, language)).toBeUndefined();
  });
});

describe('highlightCode() of empty lines', () => {
  it('keeps them all, as they are', () => {
    const code = 'a = 1\n\n\n \t\n\nb = "x"\n\n\n';
    expect(parseHtml(highlightCode(code, 'python') ?? '').text).toBe(code);
    expect(highlightCode('\n'.repeat(65_000), 'haskell')).toBe('\n'.repeat(65_000));
  });
});

describe('languageOfPath()', () => {
  it.each([
    ['src/a.ts', 'ts'],
    ['Dockerfile', 'dockerfile'],
    ['a/Makefile', 'makefile'],
    ['noending', 'noending'],
  ])('recognizes %s as %s', (path, language) => {
    expect(languageOfPath(path)).toBe(language);
  });
});
