import stringWidth from 'string-width';
import { fitCell } from '../../render/text-table.ts';

export interface Bar {
  readonly label: string;
  readonly value: number;
}

interface BarOptions {
  readonly widthColumns: number;
  /** Formats a value; `String` by default. */
  readonly format?: (value: number) => string;
  readonly paint?: (bar: string) => string;
}

/** Eighths of a character cell, from the left (Unicode block elements, U+2588 to U+258F). */
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;

/** Eighths from the bottom (U+2581 to U+2588). */
const HEIGHTS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

const MIN_BAR_COLUMNS = 4;
const GAP = '  ';

/** Draws a line with a bar for each quantity, relative to the largest; labels take at most half of the width. */
export function formatBars(bars: readonly Bar[], options: BarOptions): string {
  const { widthColumns, format = String, paint = (bar: string) => bar } = options;
  const values = bars.map((bar) => format(bar.value));
  const valueWidth = Math.max(0, ...values.map((value) => value.length));
  const widest = Math.max(0, ...bars.map((bar) => stringWidth(bar.label)));
  const room = widthColumns - valueWidth - 2 * GAP.length - MIN_BAR_COLUMNS;
  const labelWidth = Math.max(1, Math.min(widest, room, Math.floor(widthColumns / 2)));
  const barWidth = Math.max(MIN_BAR_COLUMNS, widthColumns - labelWidth - valueWidth - 2 * GAP.length);
  const greatest = Math.max(0, ...bars.map((bar) => bar.value));
  return bars
    .map((bar, index) => {
      const value = (values[index] ?? '').padStart(valueWidth);
      const drawn = drawBar(bar.value / greatest, barWidth);
      return `${fitCell(bar.label, labelWidth, false)}${GAP}${value}${drawn === '' ? '' : GAP + paint(drawn)}\n`;
    })
    .join('');
}

/** Draws one character for each value, its height relative to the largest; a space means zero. */
export function formatSparkline(values: readonly number[]): string {
  const greatest = Math.max(0, ...values);
  return values
    .map((value) => (value > 0 ? (HEIGHTS[Math.ceil((value / greatest) * HEIGHTS.length) - 1] ?? ' ') : ' '))
    .join('')
    .trimEnd();
}

/** The sums of `size` values each. The first is of what remains, so that the last one does not appear to drop. */
export function sumGroups(values: readonly number[], size: number): readonly number[] {
  const offset = Math.ceil(values.length / size) * size - values.length;
  const sums: number[] = [];
  for (const [index, value] of values.entries()) {
    const group = Math.floor((index + offset) / size);
    sums[group] = (sums[group] ?? 0) + value;
  }
  return sums;
}

/** Draws a bar over a share of the width; any share above zero is visible. */
function drawBar(share: number, widthColumns: number): string {
  const eighths = share > 0 ? Math.max(1, Math.round(share * widthColumns * EIGHTHS.length)) : 0;
  return '█'.repeat(Math.floor(eighths / EIGHTHS.length)) + (EIGHTHS[eighths % EIGHTHS.length] ?? '');
}
