import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readTree } from './house-rules.ts';

/**
 * Documents contain constants with their values: `FOREIGN_STALE_MS` (15 minutes). This test fails if only one of them
 * changes. In the decisions of a room, its own constants have precedence.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const tree = readTree(root, 'src');
const DECISIONS = readdirSync(`${root}src`)
  .map((room) => `src/${room}/decisions.md`)
  .filter((path) => existsSync(`${root}${path}`));

const FIGURE = /`([A-Z][A-Z0-9_]+)`\s+\((\d[\d.,]*)(?: (\w+))?/g;

/** Units in documents, as multiples of the constant's unit; nouns of counted things have the factor one. */
const UNITS: Readonly<Record<string, number>> = {
  seconds: 1_000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
  million: 1_000_000,
};

interface Figure {
  readonly path: string;
  readonly name: string;
  readonly told: number;
}

function figuresIn(path: string, text: string): readonly Figure[] {
  return [...text.matchAll(FIGURE)].map(([, name = '', number = '', unit = '']) => ({
    path,
    name,
    told: Number(number.replaceAll(',', '')) * (UNITS[unit] ?? 1),
  }));
}

/** The values of all constants of this name below a folder. */
function valuesOf(name: string, folder: string): readonly number[] {
  const declaration = new RegExp(`\\bconst ${name}(?:: \\w+)? = ([\\d_ *.]+)[;,]`, 'g');
  return [...tree]
    .filter(([path]) => path.startsWith(folder))
    .flatMap(([, text]) => [...text.matchAll(declaration)])
    .map(([, expression = '']) => productOf(expression));
}

function productOf(expression: string): number {
  const factors = expression.replaceAll('_', '').split(/(?<!\*)\*(?!\*)/);
  return factors.reduce((product, factor) => {
    const [base = '1', exponent = '1'] = factor.split('**');
    return product * Number(base) ** Number(exponent);
  }, 1);
}

function findWrong({ path, name, told }: Figure): string | undefined {
  const room = /^src\/\w+\//.exec(path)?.[0] ?? 'src/';
  const own = valuesOf(name, room);
  const values = own.length > 0 ? own : valuesOf(name, 'src/');
  return values.includes(told) ? undefined : `${path}: ${name} is ${values.join(' or ')}, not ${told}`;
}

describe('figures of documents', () => {
  const figures = ['ARCHITECTURE.md', 'CONTRIBUTING.md', ...DECISIONS].flatMap((path) =>
    figuresIn(path, readFileSync(`${root}${path}`, 'utf8')),
  );

  it('are those of the constants that they name', () => {
    expect(figures.length).toBeGreaterThanOrEqual(9);
    expect(figures.map(findWrong).filter((wrong) => wrong !== undefined)).toEqual([]);
  });

  it('would be found wrong', () => {
    const text = 'silent for `FOREIGN_STALE_MS` (30 minutes), or `NO_SUCH_LIMIT` (5)';
    expect(figuresIn('ARCHITECTURE.md', text).map(findWrong)).toEqual([
      'ARCHITECTURE.md: FOREIGN_STALE_MS is 900000, not 1800000',
      'ARCHITECTURE.md: NO_SUCH_LIMIT is , not 5',
    ]);
  });
});
