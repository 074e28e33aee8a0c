/** Every month from the first to the last of an ordered list of months, written as `2026-06`. */
export function fillMonths(months: readonly string[]): readonly string[] {
  const [first] = months;
  const last = months.at(-1);
  const filled: string[] = [];
  for (
    let month = first;
    month !== undefined && last !== undefined && month <= last;
    month = monthAfter(month)
  ) {
    filled.push(month);
  }
  return filled;
}

function monthAfter(month: string): string | undefined {
  const [year, number] = month.split('-').map(Number);
  if (year === undefined || number === undefined || !(year < 9999)) {
    return undefined; // Not a year that times can have.
  }
  return number < 12
    ? `${String(year).padStart(4, '0')}-${String(number + 1).padStart(2, '0')}`
    : `${String(year + 1).padStart(4, '0')}-01`;
}
