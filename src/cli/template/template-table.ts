import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { fitWidths, GAP } from '../render/fit-widths.ts';
import { fitCell } from '../render/text-table.ts';

/** The least width that has room for an ellipsis. */
const MIN_ELLIPSIS_COLUMNS = 5;

/** The rows that `tablerow` collects until `tablerender`. */
export class TemplateTable {
  readonly #columns: number | undefined;
  #rows: (readonly string[])[] = [];

  constructor(columns: number | undefined) {
    this.#columns = columns;
  }

  /** Prints nothing yet. */
  add(cells: readonly string[]): '' {
    this.#rows.push(cells.map((cell) => cell.replace(/[\r\n].*$/s, '...')));
    return '';
  }

  /** Prints the rows with aligned columns, truncated to the width of the terminal. */
  render(): string {
    const rows = this.#rows;
    this.#rows = [];
    const count = Math.max(0, ...rows.map((cells) => cells.length));
    const naturals = Array.from({ length: count }, (_, column) =>
      rows.reduce((width, cells) => Math.max(width, stringWidth(cells[column] ?? '')), 0),
    );
    const leasts = naturals.map((width) => Math.min(width, MIN_ELLIPSIS_COLUMNS));
    const widths = fitWidths(naturals, this.#columns ?? Number.POSITIVE_INFINITY, leasts);
    return rows.map((cells) => `${lineOf(cells, widths)}\n`).join('');
  }
}

function lineOf(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, column) => {
      const width = widths[column] ?? 0;
      // A style would lose its end.
      const shown = stringWidth(cell) > width ? stripVTControlCharacters(cell) : cell;
      return fitCell(shown, width, false);
    })
    .join(GAP)
    .trimEnd();
}

/** Truncates a text to a width in columns, with three dots if there is room for them. */
export function truncateText(text: string, columns: number): string {
  if (stringWidth(text) <= columns) {
    return text;
  }
  const ellipsis = columns < MIN_ELLIPSIS_COLUMNS ? '' : '...';
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (stringWidth(kept + segment) > columns - ellipsis.length) {
      break;
    }
    kept += segment;
  }
  return kept + ellipsis;
}
