import { csvLine, tsvLine } from '../../base/separated-values.ts';
import { safeJson } from '../output/json-names.ts';
import { type CellValue, cellJson, cellText } from './cell-text.ts';

type Row = readonly CellValue[];

interface RowFormat {
  readonly summary: string;
  /** Text before the first row. */
  readonly head: (columns: readonly string[]) => string;
  readonly row: (row: Row, columns: readonly string[], index: number) => string;
  readonly foot: (rowCount: number) => string;
}

const nothing = () => '';

/** All row formats that can be written row by row; `table` needs all rows at once, so it is not included. */
export const ROW_FORMATS = {
  json: {
    summary: 'one array of objects',
    head: () => '[',
    row: (row, columns, index) => `${index === 0 ? '\n' : ',\n'}  ${objectText(row, columns)}`,
    foot: (rowCount) => (rowCount === 0 ? ']\n' : '\n]\n'),
  },
  ndjson: {
    summary: 'one JSON object per line',
    head: nothing,
    row: (row, columns) => `${objectText(row, columns)}\n`,
    foot: nothing,
  },
  csv: {
    summary: 'comma-separated values (RFC 4180), guarded against spreadsheet formulas',
    head: (columns) => csvLine(columns),
    row: (row) => csvLine(row),
    foot: nothing,
  },
  tsv: {
    summary: 'tab-separated values, guarded like CSV; tabs and line breaks become \\t and \\n',
    head: (columns) => tsvLine(columns),
    row: (row) => tsvLine(row),
    foot: nothing,
  },
  markdown: {
    summary: 'a Markdown table',
    head: (columns) =>
      `| ${columns.map((name) => markdownField(cellText(name))).join(' | ')} |\n|${columns.map(() => ' --- |').join('')}\n`,
    row: (row) => `| ${row.map((value) => markdownField(cellText(value))).join(' | ')} |\n`,
    foot: nothing,
  },
} as const satisfies Record<string, RowFormat>;

export type RowFormatName = keyof typeof ROW_FORMATS;

function objectText(row: Row, columns: readonly string[]): string {
  const members = columns.map((column, index) => `${safeJson(column)}: ${cellJson(row[index] ?? null)}`);
  return `{${members.join(', ')}}`;
}

function markdownField(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll('⏎', '<br>');
}
