import stringWidth from 'string-width';
import { fitColumns, GAP } from '../fit-columns.ts';
import type { MarkdownLayout } from './markdown-layout.ts';
import type { Block, Side } from './parse-blocks.ts';
import { parseSpans } from './parse-spans.ts';
import type { Span } from './span.ts';
import { wrapSpans } from './wrap-spans.ts';

type Table = Extract<Block, { kind: 'table' }>;

const MIN_COLUMNS = 6;

/** A table with its columns aligned; cells break where the table would be wider than the terminal. */
export function formatMarkdownTable({ rows, sides }: Table, layout: MarkdownLayout): readonly string[] {
  const cells = rows.map((row, index) => row.map((text) => parseSpans(text, index === 0 ? ['bold'] : [])));
  const needed = sides.map((_, column) => {
    const natural = Math.max(1, ...cells.map((row) => widthOf(row[column] ?? [])));
    return { natural, least: Math.min(natural, MIN_COLUMNS) };
  });
  const widths = fitColumns(needed, layout.widthColumns ?? Number.POSITIVE_INFINITY);
  const rule = widths.map((width) => '─'.repeat(width)).join(GAP);
  const [head = [], ...body] = cells.map((row) => formatRow(row, { widths, sides, layout }));
  return [...head, layout.paint(['dim'], rule), ...body.flat()];
}

function widthOf(spans: readonly Span[]): number {
  return stringWidth(spans.map(({ text }) => text).join(''));
}

interface RowLayout {
  readonly widths: readonly number[];
  readonly sides: readonly Side[];
  readonly layout: MarkdownLayout;
}

function formatRow(
  cells: readonly (readonly Span[])[],
  { widths, sides, layout }: RowLayout,
): readonly string[] {
  const wrapped = widths.map((width, column) => wrapSpans(cells[column] ?? [], width));
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    widths
      .map((width, column) => {
        const spans = wrapped[column]?.[line] ?? [];
        const painted = spans.map(({ text, styles }) => layout.paint(styles, text)).join('');
        return pad(painted, Math.max(0, width - widthOf(spans)), sides[column] ?? 'left');
      })
      .join(GAP)
      .trimEnd(),
  );
}

function pad(text: string, blanks: number, side: Side): string {
  const before = side === 'left' ? 0 : side === 'right' ? blanks : Math.floor(blanks / 2);
  return `${' '.repeat(before)}${text}${' '.repeat(blanks - before)}`;
}
