/** Narrows the widest columns of a table until all of them together take no more than `room`, but none below `least`. */
export function fitWidths(widths: readonly number[], room: number, least: number): readonly number[] {
  const totalAt = (cap: number) => sumOf(widths.map((width) => Math.min(width, cap)));
  let low = least;
  let high = widths.reduce((widest, width) => Math.max(widest, width), least);
  if (totalAt(high) <= room) {
    return widths;
  }
  while (low < high) {
    const cap = Math.ceil((low + high) / 2);
    if (totalAt(cap) <= room) {
      low = cap;
    } else {
      high = cap - 1;
    }
  }
  let spare = Math.max(0, room - totalAt(low));
  return widths.map((width) => {
    const hasMore = width > low && spare > 0;
    spare -= hasMore ? 1 : 0;
    return Math.min(width, hasMore ? low + 1 : low);
  });
}

export function sumOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0);
}
