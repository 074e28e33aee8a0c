import { expect } from 'vitest';

/** Compares bytes natively. Vitest itself compares them one by one, which takes seconds for a megabyte. */
expect.addEqualityTesters([
  (one, other) =>
    one instanceof Uint8Array && other instanceof Uint8Array && one.constructor === other.constructor
      ? Buffer.compare(one, other) === 0
      : undefined,
]);
