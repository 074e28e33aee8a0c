const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Formats a byte count for people: `0 B`, `1.4 KiB`, `2.30 GiB` (three significant digits). */
export function formatSize(sizeBytes: number): string {
  let value = sizeBytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(value)));
  return `${value.toFixed(digits)} ${UNITS[unit]}`;
}

const FACTORS: Readonly<Record<string, number>> = {
  '': 1,
  k: 1024,
  m: 1024 ** 2,
  g: 1024 ** 3,
  t: 1024 ** 4,
};

/**
 * Parses a byte count such as `1500`, `64KiB`, `1.5G` or `2 TB`; units are powers of 1024, whatever their spelling.
 * Returns undefined for any other text.
 */
export function parseSize(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b)?$/i.exec(text.trim());
  const factor = FACTORS[match?.[2]?.toLowerCase() ?? 'none'];
  return factor === undefined ? undefined : Math.floor(Number(match?.[1]) * factor);
}

/** A count with its noun: `1 repository`, `3 repositories`. */
export function countText(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

/** The sum of counts by name, such as records by kind. */
export function totalOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
