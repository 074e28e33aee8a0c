import { csvField } from '../../base/index.ts';
import { safeJson } from '../json-names.ts';
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
    summary: 'comma-separated values (RFC 4180)',
    head: (columns) => `${columns.map(csvField).join(',')}\r\n`,
    row: (row) => `${row.map((value) => csvField(plainText(value))).join(',')}\r\n`,
    foot: nothing,
  },
  tsv: {
    summary: 'tab-separated values; tabs and line breaks become \\t and \\n',
    head: (columns) => `${columns.map(tsvField).join('\t')}\n`,
    row: (row) => `${row.map((value) => tsvField(plainText(value))).join('\t')}\n`,
    foot: nothing,
  },
  markdown: {
    summary: 'a Markdown table',
    head: (columns) =>
      `| ${columns.map(markdownField).join(' | ')} |\n|${columns.map(() => ' --- |').join('')}\n`,
    row: (row) => `| ${row.map((value) => markdownField(cellText(value))).join(' | ')} |\n`,
    foot: nothing,
  },
} as const satisfies Record<string, RowFormat>;

export type RowFormatName = keyof typeof ROW_FORMATS;

function objectText(row: Row, columns: readonly string[]): string {
  const members = columns.map((column, index) => `${safeJson(column)}: ${cellJson(row[index] ?? null)}`);
  return `{${members.join(', ')}}`;
}

/** The complete value as text, with bytes as base64. */
export function plainText(value: CellValue): string {
  if (value === null) {
    return '';
  }
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : String(value);
}

function tsvField(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', '\\t')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r');
}

function markdownField(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll('⏎', '<br>');
}
