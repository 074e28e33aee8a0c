import { csvLine, tsvLine } from '../../base/separated-values.ts';
import { safeJson } from '../output/json-names.ts';
import { type CellValue, cellJson, cellText } from './cell-text.ts';
import { arrayOf, type ListTexts, linesOf } from './write-list.ts';

type Row = readonly CellValue[];

const nothing = { foot: () => '' };

interface RowFormat {
  readonly summary: string;
  readonly texts: (columns: readonly string[]) => ListTexts<Row>;
}

/** All row formats that can be written row by row; `table` lays out many rows together, so it is not included. */
export const ROW_FORMATS = {
  json: {
    summary: 'one array of objects',
    texts: (columns) => arrayOf((row) => objectText(row, columns)),
  },
  ndjson: {
    summary: 'one JSON object per line',
    texts: (columns) => linesOf((row) => objectText(row, columns)),
  },
  csv: {
    summary: 'comma-separated values (RFC 4180), guarded against spreadsheet formulas',
    texts: (columns) => ({ ...nothing, head: csvLine(columns), item: (row) => csvLine(row) }),
  },
  tsv: {
    summary: 'tab-separated values, guarded like CSV; tabs and line breaks become \\t and \\n',
    texts: (columns) => ({ ...nothing, head: tsvLine(columns), item: (row) => tsvLine(row) }),
  },
  markdown: {
    summary: 'a Markdown table',
    texts: (columns) => ({
      ...nothing,
      head: `${markdownRow(columns)}|${columns.map(() => ' --- |').join('')}\n`,
      item: markdownRow,
    }),
  },
} as const satisfies Record<string, RowFormat>;

export type RowFormatName = keyof typeof ROW_FORMATS;

function objectText(row: Row, columns: readonly string[]): string {
  const members = columns.map((column, index) => `${safeJson(column)}: ${cellJson(row[index] ?? null)}`);
  return `{${members.join(', ')}}`;
}

function markdownRow(row: Row): string {
  return `| ${row.map((value) => markdownField(cellText(value))).join(' | ')} |\n`;
}

function markdownField(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll('⏎', '<br>');
}
