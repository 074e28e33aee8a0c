import { readFileSync } from 'node:fs';

/** What the reader's script adds to pages that work without it. It is served as it was written: nothing builds it. */
export function readClientScript(): string {
  // The compiler puts the address of a map below the copy that it makes, and nobody serves the map.
  return readFileSync(new URL('./reader.js', import.meta.url), 'utf8').replace(
    /\n\/\/# sourceMappingURL=.*\s*$/,
    '\n',
  );
}
