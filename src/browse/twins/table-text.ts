import { csvField } from '../../base/index.ts';
import type { TwinTable } from '../page.ts';

/** A list as CSV (RFC 4180), with the names of the columns in its first line. */
export function tableText({ columns, rows }: TwinTable): string {
  const line = (cells: readonly (string | number | boolean | null)[]) =>
    `${cells.map((cell) => csvField(cell === null ? '' : String(cell))).join(',')}\r\n`;
  return line(columns) + rows.map(line).join('');
}
