import { randomFillSync } from 'node:crypto';
import { invariant } from './failure.ts';

/** A source of random values: the system's, or a seeded one for repeatable runs. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** An integer from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  /** A random item; the list must not be empty. */
  pick<Item>(items: readonly Item[]): Item;
  /** True with this probability (0 to 1). */
  chance(probability: number): boolean;
  /** A string of `length` lower-case hexadecimal digits. */
  hex(length: number): string;
}

export function createSystemRandom(): Random {
  const word = new Uint32Array(1);
  return randomFrom(() => {
    randomFillSync(word);
    return (word[0] ?? 0) / 2 ** 32;
  });
}

/**
 * Creates a generator with the same sequence for the same seed on every machine.
 * It is Marsaglia's xorshift128, seeded by FNV-1a and a splitmix step. Never use it for secrets.
 */
export function createSeededRandom(seed: string | number): Random {
  let [x = 0, y = 0, z = 0, w = 0] = seedState(String(seed));
  return randomFrom(() => {
    const t = x ^ (x << 11);
    x = y;
    y = z;
    z = w;
    w = w ^ (w >>> 19) ^ (t ^ (t >>> 8));
    return (w >>> 0) / 2 ** 32;
  });
}

function seedState(seed: string): Uint32Array {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(seed)) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return Uint32Array.from({ length: 4 }, (_, index) => {
    let mixed = (hash + Math.imul(index + 1, 0x9e3779b9)) >>> 0;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad) >>> 0;
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97) >>> 0;
    return (mixed ^ (mixed >>> 15)) | 1;
  });
}

const HEX_DIGITS = '0123456789abcdef';

function randomFrom(next: () => number): Random {
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    integer,
    pick(items) {
      const item = items[integer(0, items.length - 1)];
      if (item === undefined) {
        throw new RangeError('Cannot pick from an empty list');
      }
      return item;
    },
    chance: (probability) => next() < probability,
    hex(length) {
      let digits = '';
      while (digits.length < length) {
        digits += HEX_DIGITS.charAt(integer(0, 15));
      }
      return digits;
    },
  };
}

/** A copy of a list in random order. */
export function shuffle<Item>(items: readonly Item[], random: Random): readonly Item[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = random.integer(0, last);
    const a = shuffled[last];
    const b = shuffled[other];
    invariant(a !== undefined && b !== undefined, 'both indexes are in the list');
    shuffled[last] = b;
    shuffled[other] = a;
  }
  return shuffled;
}
