import type { Fingerprint } from '../fingerprints.ts';

/** Keeps descriptions of the first of many open cases, so that those left open at the end can be reported. */
export interface ExampleBook<Value> {
  /** Keeps a case of a key that has none yet; once the book is full of open cases, nothing more. */
  keep(key: Fingerprint, describe: () => Value): void;
  /** The kept cases in the order in which they came, by the number of their key. */
  cases(): IterableIterator<[number: number, value: Value]>;
  has(number: number): boolean;
}

/** How many cases are kept in words at once. */
const MAX_CASES = 10_000;

/** Creates an empty book. `isSettled` recognises cases that have been answered since; they make room. */
export function createExampleBook<Value>(isSettled: (key: Fingerprint) => boolean): ExampleBook<Value> {
  const cases = new Map<number, { readonly key: Fingerprint; readonly value: Value }>();
  let isFull = false;

  function makeRoom(): void {
    for (const [number, { key }] of cases) {
      if (isSettled(key)) {
        cases.delete(number);
      }
    }
    isFull = 2 * cases.size > MAX_CASES;
  }

  return {
    keep(key, describe) {
      if (!isFull && cases.size === MAX_CASES) {
        makeRoom();
      }
      if (!isFull && !cases.has(numberOfKey(key))) {
        cases.set(numberOfKey(key), { key, value: describe() });
      }
    },
    *cases() {
      for (const [number, { value }] of cases) {
        yield [number, value];
      }
    },
    has: (number) => cases.has(number),
  };
}

/** A key as one exact number: 48 bits of its text and all 5 of its tag. */
export function numberOfKey({ high, low }: Fingerprint): number {
  return high * 2 ** 21 + (low >>> 16) * 2 ** 5 + (low & 31);
}

/** The number of a row's key. */
export function numberOfRow(row: Int32Array): number {
  return numberOfKey({ high: row[0] ?? 0, low: row[1] ?? 0 });
}
