import { readFileSync } from 'node:fs';

/**
 * What the reader's script adds to pages that work without it. It is a classic script, as the pages of the static site
 * are opened from files, where browsers load no modules: the build copies it as it was written.
 */
export function readClientScript(): string {
  return readFileSync(new URL('./reader.js', import.meta.url), 'utf8');
}
