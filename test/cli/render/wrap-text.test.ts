import { describe, expect, it } from 'vitest';
import { wrapText } from '../../../src/cli/render/wrap-text.ts';
import { createRecordedContext } from '../support/recorded-context.ts';

const wrapped = (text: string, terminalColumns?: number) =>
  wrapText(text, createRecordedContext(terminalColumns === undefined ? {} : { terminalColumns }).stdout);

describe('wrapText()', () => {
  it('breaks between words, and indents like the text that a line began with', () => {
    expect(wrapped('satchel: Cannot call the service', 20)).toBe('satchel: Cannot call\nthe service');
    expect(wrapped('  complete   yes, by five comparisons', 30)).toBe(
      '  complete   yes, by five\n             comparisons',
    );
    expect(wrapped('  one two three four', 12)).toBe('  one two\n  three four');
  });

  it('leaves words whole that are longer than a line, and lines that fit as they are', () => {
    expect(wrapped('see /a/very/long/path/to/something now', 12)).toBe(
      'see\n/a/very/long/path/to/something\nnow',
    );
    expect(wrapped('a  b   c\n', 12)).toBe('a  b   c\n');
    expect(wrapped('日本語の 名前が', 10)).toBe('日本語の\n名前が');
  });

  it('changes nothing if there is no terminal', () => {
    expect(wrapped('satchel: Cannot call the service')).toBe('satchel: Cannot call the service');
  });
});
