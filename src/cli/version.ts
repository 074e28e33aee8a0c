import { readFileSync } from 'node:fs';

/** Satchel's version, read from the package that holds this file. */
export function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { version: string }; // Our own package.json always has one.
  return version;
}
