/** A count with its noun: `1 repository`, `3 repositories`. */
export function countText(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
