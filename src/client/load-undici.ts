import { createRequire } from 'node:module';
import type * as Undici from 'undici';

/** Loads the package with the first connection: that takes longer than a command takes that opens none. */
export function loadUndici(): typeof Undici {
  return createRequire(import.meta.url)('undici');
}
