import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine, tsvLine } from '../../src/base/separated-values.ts';
import { parseCsv } from '../dump/support/parse-csv.ts';

/** Texts that some spreadsheet evaluates. */
const FORMULAS = [
  '=1+1',
  '+1+cmd|calc',
  '-2+3',
  '@SUM(A1)',
  '\ttab',
  '\rreturn',
  '\nline',
  '＝1+1',
  '＋1+1',
  '－2+3',
  '＠SUM(A1)',
  '\t=1',
  ' =1+1',
  '\u00a0=1+1',
  '\u200b=1+1',
  '\ufeff=1+1',
  '\u0000=1+1',
  '"=1+1"',
  '""=1+1',
  '−2+3',
  '=',
  '-5\n=1',
];

const HARMLESS = ['-5', '+1', '-1.5', '-1e5', '+1.5E-7', 'a=b', '1-2', "'=1", 'a@b.example', '', ' ', '—'];

describe('csvLine() and tsvLine()', () => {
  it.each(FORMULAS)('put an apostrophe before what a spreadsheet would run: %j', (text) => {
    expect(parseCsv(csvLine([text]))).toEqual([[`'${text}`]]);
    expect(tsvLine([text])[0]).toBe("'");
  });

  it.each(HARMLESS)('leave numbers and other texts as they are: %j', (text) => {
    expect(parseCsv(csvLine([text, 'x']))).toEqual([[text, 'x']]);
    expect(tsvLine([text])).toBe(`${text}\n`);
  });

  it('write numbers, bytes, truth values and NULL; an empty text is not NULL', () => {
    const values = [-5, -5n, true, Uint8Array.of(0xfb, 0xff), null, ''];
    expect(csvLine(values)).toBe('-5,-5,true,\'+/8=,,""\r\n');
    expect(tsvLine(values)).toBe("-5\t-5\ttrue\t'+/8=\t\t\n");
  });

  it.each([',', ';', '\t', '"', '\r', '\n'])('quote a text with the separator %j', (separator) => {
    expect(csvLine([`a${separator}=1`])).toMatch(/^"[\s\S]*"\r\n$/);
  });

  it('start no field of a line with a formula, whatever the values are', () => {
    const nasty = fc.string({ unit: fc.constantFrom(...'=+-@＝＠\t\r\n "\',;\\1a') });
    fc.assert(
      fc.property(fc.array(nasty, { minLength: 1, maxLength: 4 }), (values) => {
        const fields = parseCsv(csvLine(values))[0] ?? [];
        const tabbed = tsvLine(values).slice(0, -1).split('\t');
        expect(tabbed).toHaveLength(values.length);
        for (const field of [...fields, ...tabbed]) {
          expect(field ?? '').toMatch(/^(?:[+-]\d+$|(?!\s*"*\s*[=+\-@＝＠]))/);
        }
      }),
    );
  });
});
