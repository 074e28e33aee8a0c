import { type Fingerprint, tagOfKey } from '../fingerprints.ts';

/** Keeps descriptions of the first of many open cases, in order to report those that are still open at the end. */
export interface ExampleBook<Value> {
  /** Adds a case for a key that has none yet; ignored once the book is full of open cases. */
  keep(key: Fingerprint, describe: () => Value): void;
  /** The cases in the order of insertion, by the number of their key. */
  cases(): IterableIterator<[number: number, value: Value]>;
  has(number: number): boolean;
}

/** The maximum number of cases. */
const MAX_CASES = 10_000;

/** Creates an empty book. `isSettled` detects cases that are no longer open, which are removed to make room. */
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

/** A key as one safe integer: 48 bits for its text and 5 for its tag. */
export function numberOfKey(key: Fingerprint): number {
  return key.high * 2 ** 21 + (key.low >>> 16) * 2 ** 5 + tagOfKey(key);
}

/** The number of a row's key. */
export function numberOfRow(row: Int32Array): number {
  return numberOfKey({ high: row[0] ?? 0, low: row[1] ?? 0 });
}
