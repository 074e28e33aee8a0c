/** Space between two columns. */
export const GAP = '  ';

/** The width of a line with these columns. */
export function lineWidth(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1));
}

/** Narrows the widest columns until a line fits into `room`, but no column below its minimum in `leasts`. */
export function fitWidths(
  widths: readonly number[],
  room: number,
  leasts: readonly number[],
): readonly number[] {
  const cappedAt = (cap: number) =>
    widths.map((width, column) => Math.min(width, Math.max(cap, leasts[column] ?? 0)));
  let low = 0;
  let high = Math.max(0, ...widths);
  while (low < high) {
    const cap = Math.ceil((low + high) / 2);
    if (lineWidth(cappedAt(cap)) <= room) {
      low = cap;
    } else {
      high = cap - 1;
    }
  }
  const capped = cappedAt(low);
  let spare = Math.max(0, room - lineWidth(capped));
  return capped.map((width, column) => {
    const hasMore = width === low && width < (widths[column] ?? 0) && spare > 0;
    spare -= hasMore ? 1 : 0;
    return hasMore ? width + 1 : width;
  });
}
