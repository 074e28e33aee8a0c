import { invariant, type Random } from '../../base/index.ts';

/** The items in a random order; the list itself stays as it was. */
export function shuffle<Item>(items: readonly Item[], random: Random): readonly Item[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = random.integer(0, last);
    const a = shuffled[last];
    const b = shuffled[other];
    invariant(a !== undefined && b !== undefined, 'both places are inside the list');
    shuffled[last] = b;
    shuffled[other] = a;
  }
  return shuffled;
}

/** Up to `count` different items. */
export function pickSome<Item>(items: readonly Item[], count: number, random: Random): readonly Item[] {
  return shuffle(items, random).slice(0, count);
}

/** A count of 0 or more around `average`, now and then a much larger one, as with comments on an issue. */
export function pickCount(average: number, random: Random): number {
  const count = Math.floor(-Math.log(1 - random.next()) * average);
  return Math.min(count, Math.ceil(average * 8));
}

/** A name of a table of weights, the heavier the likelier. */
export function pickWeighted<Name extends string>(
  weights: Readonly<Record<Name, number>>,
  random: Random,
): Name {
  const names = Object.keys(weights) as Name[]; // The record's type has exactly these keys.
  const total = names.reduce((sum, name) => sum + weights[name], 0);
  let left = random.next() * total;
  for (const name of names) {
    left -= weights[name];
    if (left < 0) {
      return name;
    }
  }
  return random.pick(names);
}

/** A moment between two others, more often near the first. */
export function pickEarlyMs(fromMs: number, toMs: number, random: Random): number {
  return fromMs + Math.floor(Math.max(0, toMs - fromMs) * random.next() ** 2);
}

/** An identifier in the form of a version 4 UUID. */
export function pickGuid(random: Random): string {
  const digits = random.hex(32);
  const variant = random.pick(['8', '9', 'a', 'b']);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20),
  ].join('-');
}
