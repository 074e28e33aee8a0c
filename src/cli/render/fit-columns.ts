/** The width that a column would take, and the least that it may get: the same for what must stay whole. */
export interface ColumnWidth {
  readonly natural: number;
  readonly least: number;
  /** Narrowed before the others. */
  readonly isFirst?: boolean;
}

/** Blanks between two columns. */
export const GAP = '  ';

/** The width of a line of these columns. */
export function lineWidth(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1));
}

/** Narrows columns until a line has at most `room`, or nothing is left to narrow: the widest first, in two turns. */
export function fitColumns(columns: readonly ColumnWidth[], room: number): readonly number[] {
  const widths = columns.map(({ natural }) => natural);
  for (const isFirst of [true, false]) {
    const turn = [...columns.entries()].filter(([, column]) => (column.isFirst ?? false) === isFirst);
    for (let excess = lineWidth(widths) - room; excess > 0; excess = lineWidth(widths) - room) {
      const [widest, next] = turn
        .filter(([index, { least }]) => (widths[index] ?? 0) > least)
        .map(([index, { least }]) => ({ index, least, width: widths[index] ?? 0 }))
        .sort((a, b) => b.width - a.width);
      if (widest === undefined) {
        break;
      }
      const least = Math.max(widest.least, Math.min(next?.width ?? 0, widest.width - 1));
      widths[widest.index] = Math.max(least, widest.width - excess);
    }
  }
  return widths;
}
