import stringWidth from 'string-width';
import { fitWidths, GAP } from '../text-table.ts';
import type { MarkdownElement, MarkdownNode } from './read-markdown.ts';
import { spansOf, trimSpans } from './spans-of.ts';
import { formatWords, type Span, type TextLayout, wrapSpans } from './text-layout.ts';

const MIN_COLUMNS = 6;
const MAX_SPANNED_COLUMNS = 20;

/** Wider cells overhang where lines are not wrapped: one of them must not widen all rows. */
const MAX_PADDED_COLUMNS = 60;

type Side = 'left' | 'center' | 'right';

interface Cell {
  readonly spans: readonly Span[];
  readonly side: Side;
}

/** Formats a table with aligned columns; cells wrap if the table would be wider than the terminal. */
export function formatMarkdownTable(table: MarkdownElement, layout: TextLayout): readonly string[] {
  const rows = rowsOf(table);
  const cells = rows.map((row) => row.children.flatMap(cellsOf));
  const natural: number[] = [];
  for (const row of cells) {
    for (const [column, { spans }] of row.entries()) {
      natural[column] = wrapSpans(spans, undefined).reduce(
        (widest, line) => Math.max(widest, widthOf(line)),
        natural[column] ?? 1,
      );
    }
  }
  const { widthColumns } = layout;
  const widths =
    widthColumns === undefined
      ? natural.map((width) => Math.min(width, MAX_PADDED_COLUMNS))
      : fitWidths(
          natural,
          widthColumns,
          natural.map(() => MIN_COLUMNS),
        );
  const lines = cells.map((row) => formatRow(row, widths, layout));
  if (rows[0]?.children.some((cell) => typeof cell !== 'string' && cell.tag === 'th') === true) {
    lines.splice(1, 0, [layout.paint(['dim'], widths.map((width) => '─'.repeat(width)).join(GAP))]);
  }
  return [...captionOf(table, layout), ...lines.flat()];
}

function rowsOf({ children }: MarkdownElement): readonly MarkdownElement[] {
  return children.flatMap((child) =>
    typeof child === 'string' ? [] : child.tag === 'tr' ? [child] : isSection(child) ? rowsOf(child) : [],
  );
}

function isSection(node: MarkdownNode): boolean {
  return typeof node !== 'string' && ['thead', 'tbody', 'tfoot'].includes(node.tag);
}

/** The contents of a table that are not in any of its rows. */
function captionOf({ children }: MarkdownElement, layout: TextLayout): readonly string[] {
  const rest = children.filter(
    (child) => typeof child === 'string' || !(child.tag === 'tr' || isSection(child)),
  );
  return formatWords(spansOf(rest, ['bold']), layout).filter((line) => line !== '');
}

/** A cell, followed by empty ones if it spans several columns. */
function cellsOf(node: MarkdownNode): readonly Cell[] {
  if (typeof node === 'string') {
    return [];
  }
  const { tag, attributes, children } = node;
  const [, side = 'left'] =
    /\b(left|center|right)\b/.exec(`${attributes['style']} ${attributes['align']}`) ?? [];
  const count = Math.min(MAX_SPANNED_COLUMNS, Math.max(1, Number(attributes['colspan'] ?? 1) || 1));
  // The pattern allows no other side.
  const cell = { spans: trimSpans(spansOf(children, tag === 'th' ? ['bold'] : [])), side: side as Side };
  return [cell, ...Array.from({ length: count - 1 }, () => ({ spans: [], side: cell.side }))];
}

function widthOf(line: readonly Span[]): number {
  return stringWidth(line.map(({ text }) => text).join(''));
}

function formatRow(
  cells: readonly Cell[],
  widths: readonly number[],
  { paint, widthColumns }: TextLayout,
): readonly string[] {
  const wrapped = cells.map(({ spans }, column) =>
    wrapSpans(spans, widthColumns === undefined ? undefined : widths[column]),
  );
  const height = wrapped.reduce((highest, { length }) => Math.max(highest, length), 0);
  return Array.from({ length: height }, (_, line) =>
    cells
      .map(({ side }, column) => {
        const spans = wrapped[column]?.[line] ?? [];
        const painted = spans.map(({ text, styles }) => paint(styles, text)).join('');
        return pad(painted, Math.max(0, (widths[column] ?? 0) - widthOf(spans)), side);
      })
      .join(GAP)
      .trimEnd(),
  );
}

function pad(text: string, blanks: number, side: Side): string {
  const before = side === 'left' ? 0 : side === 'right' ? blanks : Math.floor(blanks / 2);
  return `${' '.repeat(before)}${text}${' '.repeat(blanks - before)}`;
}
