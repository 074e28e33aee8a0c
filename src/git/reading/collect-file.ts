import type { DifferenceLine, FileDifference, Hunk } from '../file-difference.ts';
import { readLines } from '../file-text.ts';
import { READING_LIMITS } from '../git-limits.table.ts';
import { parseHunkHead } from '../hunk-head.ts';
import { unreadable } from './unreadable.ts';

/** Collects the lines of one file of a patch. */
export interface FileCollector {
  /** Whether the current hunk is incomplete, so that a line that looks like a header belongs to the file. */
  isInHunk(): boolean;
  takeHead(line: string): void;
  /** Adds a line to the hunk, or only counts it if `hasRoom` is false. */
  takeLine(line: string, hasRoom: boolean): void;
  /** The blob ids in the header of the patch (`OLD..NEW`); undefined if the content did not change. */
  ids(): string | undefined;
  end(): Pick<FileDifference, 'isBinary' | 'encoding' | 'addedCount' | 'removedCount' | 'hunks' | 'omitted'>;
}

const KINDS: Readonly<Record<string, DifferenceLine['kind']>> = { '+': 'added', '-': 'removed', ' ': 'same' };

interface OpenHunk extends Hunk {
  readonly lines: DifferenceLine[];
}

export function createFileCollector(): FileCollector {
  const hunks: OpenHunk[] = [];
  let ids: string | undefined;
  let isBinary = false;
  let omitted: FileDifference['omitted'] = null;
  let counts = { added: 0, removed: 0, kept: 0 };
  let place = { oldLine: 0, newLine: 0, oldLeft: 0, newLeft: 0 };

  function begin(line: string): void {
    const head = parseHunkHead(line);
    if (head === undefined) {
      throw unreadable('a diff', 'a hunk has an invalid header');
    }
    const { oldStart, newStart, section } = head;
    place = { oldLine: oldStart, newLine: newStart, oldLeft: head.oldCount, newLeft: head.newCount };
    if (omitted === null) {
      hunks.push({ oldStart, newStart, section, lines: [] });
    }
  }

  /** `\ No newline at end of file` refers to the line before it. */
  function endWithoutLineFeed(): void {
    const lines = hunks.at(-1)?.lines;
    const last = lines?.pop();
    if (last !== undefined && lines !== undefined) {
      lines.push({ ...last, isUnended: true });
    }
  }

  function advance(kind: DifferenceLine['kind']): Pick<DifferenceLine, 'oldLine' | 'newLine'> {
    const numbers = {
      oldLine: kind === 'added' ? null : place.oldLine,
      newLine: kind === 'removed' ? null : place.newLine,
    };
    const [old, fresh] = [kind === 'added' ? 0 : 1, kind === 'removed' ? 0 : 1];
    place = {
      oldLine: place.oldLine + old,
      newLine: place.newLine + fresh,
      oldLeft: place.oldLeft - old,
      newLeft: place.newLeft - fresh,
    };
    if (place.oldLeft < 0 || place.newLeft < 0) {
      throw unreadable('a diff', 'a hunk has more lines than its header says');
    }
    return numbers;
  }

  return {
    isInHunk: () => place.oldLeft > 0 || place.newLeft > 0,
    takeHead(line) {
      if (line.startsWith('@@ ')) {
        begin(line);
      } else if (line.startsWith('\\')) {
        endWithoutLineFeed();
      } else if (line.startsWith('Binary files ')) {
        isBinary = true;
      } else if (line.startsWith('index ')) {
        ids ??= line.split(' ')[1];
      }
    },
    ids: () => ids,
    takeLine(line, hasRoom) {
      if (line.startsWith('\\')) {
        endWithoutLineFeed();
        return;
      }
      const kind = KINDS[line[0] ?? ' '];
      if (kind === undefined) {
        throw unreadable('a diff', 'a hunk has an invalid line');
      }
      const numbers = advance(kind);
      counts = {
        added: counts.added + (kind === 'added' ? 1 : 0),
        removed: counts.removed + (kind === 'removed' ? 1 : 0),
        kept: counts.kept + 1,
      };
      if (counts.kept > READING_LIMITS.diffLinesOfFile || !hasRoom) {
        omitted ??= hasRoom ? 'long-file' : 'long-difference';
        return;
      }
      hunks.at(-1)?.lines.push({ kind, text: line.slice(1), ...numbers, isUnended: false });
    },
    end: () => ({
      isBinary,
      addedCount: counts.added,
      removedCount: counts.removed,
      ...decodeHunks(hunks.filter(({ lines }) => lines.length > 0)),
      omitted,
    }),
  };
}

/** Lines are collected as bytes, because only all of them show their encoding. */
function decodeHunks(hunks: readonly Hunk[]): Pick<FileDifference, 'hunks' | 'encoding'> {
  const texts = hunks.flatMap(({ section, lines }) => [section, ...lines.map(({ text }) => text)]);
  const { lines: decoded, encoding } = readLines(texts);
  let next = 0;
  const take = () => clip(decoded[next++] ?? '');
  return {
    encoding,
    hunks: hunks.map((hunk) => ({
      ...hunk,
      section: take(),
      lines: hunk.lines.map((line) => ({ ...line, text: take() })),
    })),
  };
}

function clip(text: string): string {
  return text.length > READING_LIMITS.diffLineChars
    ? `${text.slice(0, READING_LIMITS.diffLineChars)}…`
    : text;
}
