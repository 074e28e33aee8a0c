import { describe, expect, it } from 'vitest';
import type { CellValue } from '../../../src/cli/render/cell-text.ts';
import { chooseRowFormat, type RowsFormat, writeRows } from '../../../src/cli/render/write-rows.ts';
import { createRecordedContext } from '../support/recorded-context.ts';

async function written(
  format: RowsFormat,
  columns: readonly string[],
  rows: readonly (readonly CellValue[])[],
  terminalColumns = 80,
): Promise<string> {
  const context = createRecordedContext(terminalColumns === 0 ? {} : { terminalColumns });
  await writeRows(context, { columns, rows }, format);
  context.stdout.end();
  await new Promise((resolve) => context.stdout.once('close', resolve));
  return context.out();
}

const columns = ['number', 'title'];

const rows = [
  [1, 'Fix "quotes", commas'],
  [12, 'Two\nlines | and a\ttab'],
  [2n ** 60n, null],
];

describe('writeRows()', () => {
  it('writes a table with numbers to the right', async () => {
    expect(await written('table', columns, rows)).toBe(
      [
        '             number  title',
        '───────────────────  ─────────────────────',
        '                  1  Fix "quotes", commas',
        '                 12  Two⏎lines | and a tab',
        '1152921504606846976',
        '',
      ].join('\n'),
    );
  });

  it('lines up wide characters', async () => {
    const text = await written(
      'table',
      ['title', 'n'],
      [
        ['日本語', 1],
        ['emoji 🎒', 2],
      ],
    );
    expect(text).toBe('title     n\n────────  ─\n日本語    1\nemoji 🎒  2\n');
  });

  it('says that a result has no rows, and writes its head for programs', async () => {
    expect(await written('table', columns, [])).toBe('No rows\n');
    expect(await written('csv', columns, [])).toBe('number,title\r\n');
  });

  it('writes tab-separated values to a pipe or a file', async () => {
    expect(await written('table', columns, rows.slice(0, 1), 0)).toBe(
      'number\ttitle\n1\tFix "quotes", commas\n',
    );
  });

  it('cuts prose alone to fit the terminal', async () => {
    const whole = ['2026-06-01 12:00:00', '01982f6a-7c3e-7d55-9d0b-7b1f4e1f0a11'];
    const text = await written('table', ['taken', 'id', 'note'], [[...whole, 'long '.repeat(50)]], 80);
    expect(text.split('\n').every((line) => line.length <= 80)).toBe(true);
    expect(text).toContain(`${whole.join('  ')}  long long long long …\n`);
  });

  it('omits less important columns, one after the other, before it writes one value per line', async () => {
    const draw = async (terminalColumns: number) => {
      const context = createRecordedContext({ terminalColumns });
      const table = { columns: ['id', 'began', 'result'], rows: [['a'.repeat(20), '2026-05-01', 'done']] };
      await writeRows(context, { ...table, omitFirst: ['id', 'began'] }, 'table');
      context.stdout.end();
      await new Promise((resolve) => context.stdout.once('close', resolve));
      return context.out().split('\n')[0];
    };
    expect(await draw(40)).toBe('id                    began       result');
    expect(await draw(39)).toBe('began       result');
    expect(await draw(17)).toBe('result');
  });

  it('writes one value per line if the terminal is too narrow', async () => {
    const digest = 'c71f9c54a9be94721f9666b64570a29a0689b4505819195dd49ce8d0fcb4bbae';
    const records = [
      [digest, 'whole', 'first'],
      [digest, '', 'second'],
    ];
    expect(await written('table', ['sha256', 'state', 'name'], records, 70)).toBe(
      [
        `sha256  ${digest}`,
        'state   whole',
        'name    first',
        '',
        `sha256  ${digest}`,
        'name    second',
        '',
      ].join('\n'),
    );
  });

  it('breaks long values between words if it writes one value per line', async () => {
    const id = 'x'.repeat(30);
    expect(await written('table', ['id', 'words'], [[id, 'one two three four five six seven']], 38)).toBe(
      [`id     ${id}`, 'words  one two three four five six', '       seven', ''].join('\n'),
    );
  });

  it('lets no control character of the data reach a terminal', async () => {
    const text = await written('table', ['title'], [['\u001b[2J\u009b31m red \u202e over']]);
    expect([...text].filter((character) => '\u001b\u009b\u202e'.includes(character))).toEqual([]);
  });

  it('writes JSON that restores the values', async () => {
    const text = await written('json', columns, rows.slice(0, 2));
    expect(JSON.parse(text)).toEqual([
      { number: 1, title: 'Fix "quotes", commas' },
      { number: 12, title: 'Two\nlines | and a\ttab' },
    ]);
    expect(await written('json', columns, [])).toBe('[]\n');
    expect(await written('json', ['n'], [[2n ** 60n]])).toContain('1152921504606846976');
    expect(await written('json', ['b'], [[new Uint8Array([1, 2])]])).toContain('"encoded":"AQI="');
  });

  it('numbers columns of equal name in objects', async () => {
    expect(JSON.parse(await written('json', ['n', 'n', 'n'], [[1, 2, 3]]))).toEqual([
      { n: 1, n_2: 2, n_3: 3 },
    ]);
  });

  it('writes an object a line', async () => {
    const lines = (await written('ndjson', columns, rows.slice(0, 2))).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).number)).toEqual([1, 12]);
  });

  it('quotes CSV by RFC 4180', async () => {
    expect(await written('csv', columns, rows.slice(0, 2))).toBe(
      'number,title\r\n1,"Fix ""quotes"", commas"\r\n12,"Two\nlines | and a\ttab"\r\n',
    );
  });

  it('escapes TSV and Markdown', async () => {
    expect(await written('tsv', columns, rows.slice(1, 2))).toBe(
      'number\ttitle\n12\tTwo\\nlines | and a\\ttab\n',
    );
    expect(await written('markdown', columns, rows.slice(1, 2))).toBe(
      '| number | title |\n| --- | --- |\n| 12 | Two<br>lines \\| and a tab |\n',
    );
  });

  it('guards texts and column names against spreadsheets, and lets numbers be', async () => {
    const cells = [['=1+1', -5, '-5']];
    expect(await written('csv', ['@a', 'b', 'c'], cells)).toBe("'@a,b,c\r\n'=1+1,-5,-5\r\n");
    expect(await written('tsv', ['@a', 'b', 'c'], cells)).toBe("'@a\tb\tc\n'=1+1\t-5\t-5\n");
    expect(await written('table', ['@a', 'b', 'c'], cells, 0)).toContain("'=1+1\t");
  });

  it('keeps a Markdown table whole, whatever its columns are called', async () => {
    expect(await written('markdown', ['a|b', 'c\nd'], [['|', '\r\n']])).toBe(
      '| a\\|b | c<br>d |\n| --- | --- |\n| \\| | <br> |\n',
    );
  });

  it('writes one raw value, byte for byte', async () => {
    expect(await written('raw', ['body'], [['line 1\r\nline 2'], ['other']])).toBe('line 1\r\nline 2');
    expect(await written('raw', ['bytes'], [[new Uint8Array([65, 66])]])).toBe('AB');
    expect(await written('raw', ['none'], [])).toBe('');
  });
});

describe('chooseRowFormat()', () => {
  it('is a table for people unless one format was asked for', () => {
    expect(chooseRowFormat({})).toBe('table');
    expect(chooseRowFormat({ csv: true })).toBe('csv');
    expect(chooseRowFormat({ raw: true })).toBe('raw');
  });

  it('refuses two at once', () => {
    expect(() => chooseRowFormat({ csv: true, json: true })).toThrow(
      'Cannot write rows with --json and --csv at once',
    );
  });
});
