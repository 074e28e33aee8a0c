import { createReadStream } from 'node:fs';
import { GIT_LIMITS } from './git-limits.table.ts';
import { createLineSplitter } from './line-splitter.ts';

/** The lines of a file, as many at a time as a piece of it holds. */
export async function* readLineBatches(path: string): AsyncGenerator<readonly string[]> {
  let lines: string[] = [];
  const splitter = createLineSplitter({
    maxLineBytes: GIT_LIMITS.lineBytes,
    onLine: (line) => lines.push(line),
  });
  for await (const chunk of createReadStream(path)) {
    splitter.push(chunk);
    yield lines;
    lines = [];
  }
  splitter.end();
  yield lines;
}
