import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_COLUMNS,
  MAX_ROWS,
  readTable,
  separatorIn,
} from '../../../../src/browse/show/preview/read-table.ts';

const rowsOf = (text: string, separator: ',' | ';' | '\t' = ',') =>
  readTable(text, separator).rows.map(({ cells }) => cells);

describe('readTable()', () => {
  it.each([
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a\rb', [['a'], ['b']]],
    ['"a ""b"", c",d', [['a "b", c', 'd']]],
    ['"two\nlines",x\ny', [['two\nlines', 'x'], ['y']]],
    ['a,,\n', [['a', '', '']]],
    ['""', [['']]],
    ['"a"b,c', [['ab', 'c']]],
    ['"never closed, a\nb', [['never closed, a\nb']]],
    ['', []],
  ])('reads %j', (text, expected) => {
    expect(rowsOf(text)).toEqual(expected);
  });

  it.each([
    ['a;b;c\n1;2,5;3', ';'],
    ['a,b;c\n1;2;3;4', ','],
    ['"a;b;c",d', ','],
    ['a', ','],
  ] as const)('finds the separator of %j', (text, separator) => {
    expect(separatorIn(text)).toBe(separator);
  });

  it('separates at semicolons', () => {
    expect(rowsOf('a;2,5;"x;y"', ';')).toEqual([['a', '2,5', 'x;y']]);
  });

  it('separates at tabs', () => {
    expect(rowsOf('a\tb,c\n"x\ty"\tz', '\t')).toEqual([
      ['a', 'b,c'],
      ['x\ty', 'z'],
    ]);
  });

  it('returns the line at which each row starts', () => {
    const { rows } = readTable('a,b\n"1\n2",3\n4\n', ',');
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 4]);
  });

  it('counts the rows and columns that it leaves out', () => {
    const text = `${`${'x,'.repeat(MAX_COLUMNS + 4)}x\n`.repeat(MAX_ROWS + 30)}`;
    const { rows, rowCount, columnCount } = readTable(text, ',');
    expect([rows.length, rowCount]).toEqual([MAX_ROWS, MAX_ROWS + 30]);
    expect([rows[0]?.cells.length, columnCount]).toEqual([MAX_COLUMNS, MAX_COLUMNS + 5]);
  });

  it('reads back any table that is written with quotes', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', '\t') });
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 8 }), (table) => {
        const text = table
          .map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(','))
          .join('\n');
        expect(rowsOf(text)).toEqual(table);
      }),
    );
  });
});
