/** A number with thousands separators. */
export function countText(count: number): string {
  return count.toLocaleString('en');
}

/** `1 comment`, `12 comments`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}
