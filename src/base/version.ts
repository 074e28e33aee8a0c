import { readFileSync } from 'node:fs';

/** The version in our package.json. */
export function satchelVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { version }: { readonly version: string } = JSON.parse(text);
  return version;
}
