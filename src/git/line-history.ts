import { isUtf8Name, textOfBytes, unescapedName } from '../base/byte-text.ts';
import { type AskGit, cutOf } from './ask-git.ts';
import type { Difference } from './file-difference.ts';
import { readLines } from './file-text.ts';
import { isObjectId } from './ref-name.ts';

/** A range of lines of a file, both ends included. */
export interface LineRange {
  readonly commit: string;
  readonly path: string;
  readonly first: number;
  readonly last: number;
}

interface LineChange {
  readonly commit: string;
  /** The lines of its diff that belong to the range, from the first `@@` on. */
  readonly lines: readonly string[];
}

/** The commits that changed a range of lines, newest first. */
export interface LineHistory {
  readonly changes: readonly LineChange[];
  readonly hasMore: boolean;
  /** With `name`, git cannot be asked, since the path is not UTF-8. */
  readonly cut: Difference['cut'] | 'name';
}

const MAX_CHANGES = 50;
const MAX_BYTES = 4 * 1024 * 1024;
/** Longer diffs of one commit are cut: a range can be a whole file. */
const MAX_LINES = 400;

/** Follows lines back through their history. The lines must exist. */
export async function readLineHistory(ask: AskGit, range: LineRange): Promise<LineHistory> {
  const path = unescapedName(range.path);
  if (!isUtf8Name(path)) {
    return { changes: [], hasMore: false, cut: 'name' };
  }
  const chunks: Uint8Array[] = [];
  const ending = await ask({
    command: ['readLineHistory', { ...range, path, count: MAX_CHANGES + 1 }],
    maxOutputBytes: MAX_BYTES,
    onOutput: (chunk) => chunks.push(chunk),
  });
  const changes = textOfBytes(Buffer.concat(chunks))
    .split('\0')
    .flatMap((part) => readChange(part) ?? []);
  const cut = cutOf(ending, 'the history of lines', changes.length > 0);
  return { changes: changes.slice(0, MAX_CHANGES), hasMore: changes.length > MAX_CHANGES, cut };
}

function readChange(part: string): LineChange | undefined {
  const [commit = '', ...rest] = part.split('\n');
  const start = rest.findIndex((line) => line.startsWith('@@'));
  const lines = start < 0 ? [] : rest.slice(start);
  while (lines.at(-1) === '') {
    lines.pop();
  }
  return isObjectId(commit) ? { commit, lines: readLines(lines.slice(0, MAX_LINES)).lines } : undefined;
}
