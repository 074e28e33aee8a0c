const NUMBER = String.raw`(\d+(?:\.\d+)?|\.\d+)`;
const COMPARISON = new RegExp(`^(>=|<=|>|<|)${NUMBER}$`);
const RANGE = new RegExp(`^${NUMBER}\\.\\.${NUMBER}$`);

/**
 * Reads a filter by chance of exploitation: `n`, `>n`, `<n`, `>=n`, `<=n` or `n..n` with both ends included, each n
 * from 0 to 1, as the real service takes them. `undefined` for anything else.
 */
export function readEpssRange(text: string): ((percentage: number) => boolean) | undefined {
  const [, low, high] = RANGE.exec(text) ?? [];
  if (low !== undefined && high !== undefined) {
    const isWithin = (value: number) => value >= Number(low) && value <= Number(high);
    return isShare(low) && isShare(high) ? isWithin : undefined;
  }
  const [, sign = '', bound] = COMPARISON.exec(text) ?? [];
  return bound !== undefined && isShare(bound) ? compareBy(sign, Number(bound)) : undefined;
}

function isShare(text: string): boolean {
  return Number(text) <= 1;
}

function compareBy(sign: string, bound: number): (value: number) => boolean {
  switch (sign) {
    case '>':
      return (value) => value > bound;
    case '<':
      return (value) => value < bound;
    case '>=':
      return (value) => value >= bound;
    case '<=':
      return (value) => value <= bound;
    default:
      return (value) => value === bound;
  }
}
