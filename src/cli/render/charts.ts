import stringWidth from 'string-width';
import { fitCell } from './text-table.ts';

/** A quantity with its name. */
export interface Bar {
  readonly label: string;
  readonly value: number;
}

interface BarOptions {
  /** How many columns of the terminal a line may take. */
  readonly widthColumns: number;
  /** How values are written; as they are unless given. */
  readonly format?: (value: number) => string;
  /** Colours a bar. */
  readonly paint?: (bar: string) => string;
}

/** Eighths of a character cell, from the left (Unicode block elements, U+2588 to U+258F). */
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;

/** The same from below (U+2581 to U+2588). */
const HEIGHTS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

const MIN_BAR_COLUMNS = 4;
const GAP = '  ';

/** Lines with a bar for each quantity, in proportion to the greatest; a label takes half of the width at most. */
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

/**
 * One character for each value, its height in proportion to the greatest; a blank stands for nothing. Where there are
 * more values than columns, the latest are kept.
 */
export function formatSparkline(values: readonly number[], widthColumns: number): string {
  const shown = values.slice(-Math.max(1, widthColumns));
  const greatest = Math.max(0, ...shown);
  return shown
    .map((value) => (value > 0 ? (HEIGHTS[Math.ceil((value / greatest) * HEIGHTS.length) - 1] ?? ' ') : ' '))
    .join('')
    .trimEnd();
}

/** A bar over a share of the width; what is more than nothing is seen. */
function drawBar(share: number, widthColumns: number): string {
  const eighths = share > 0 ? Math.max(1, Math.round(share * widthColumns * EIGHTHS.length)) : 0;
  return '█'.repeat(Math.floor(eighths / EIGHTHS.length)) + (EIGHTHS[eighths % EIGHTHS.length] ?? '');
}
