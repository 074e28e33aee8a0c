import { readFileSync } from 'node:fs';

/** The version of this Satchel, as its package says. */
export function satchelVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { version }: { readonly version: string } = JSON.parse(text);
  return version;
}
