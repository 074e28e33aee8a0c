import { textOfBytes } from '../../base/byte-text.ts';
import { nameOfField } from '../ask-git.ts';
import type { Difference, FileDifference } from '../file-difference.ts';
import { GIT_LIMITS, READING_LIMITS } from '../git-limits.table.ts';
import { createLineSplitter } from '../line-splitter.ts';
import { kindOfMode } from '../parse-tree.ts';
import { createFileCollector, type FileCollector } from './collect-file.ts';
import { unreadable } from './unreadable.ts';

const STATUSES: Readonly<Record<string, FileDifference['status']>> = {
  A: 'added',
  D: 'removed',
  M: 'changed',
  R: 'renamed',
  C: 'copied',
  T: 'retyped',
};

const HEAD = /^:(\d{6}) (\d{6}) ([0-9a-f]{40,64}) ([0-9a-f]{40,64}) ([A-Z])\d*$/;

/** Parses the output of `git diff-tree --raw -z -p` as a stream. */
export interface DifferenceParser {
  /** Accepts bytes of the output; throws `git-unreadable` if they are invalid. */
  push(chunk: Uint8Array): void;
  /** Returns what was parsed; `cut` is the reason why it is incomplete. */
  end(cut: Difference['cut']): Difference;
}

/**
 * The raw part comes first: names, modes and ids separated by NUL, so that no name needs unquoting. The patches follow
 * in the same order, two for a file whose type changed, none for one that only differs in ignored whitespace.
 */
export function createDifferenceParser(): DifferenceParser {
  const names = createNameReader();
  const patches = createPatchReader();
  return {
    push(chunk) {
      const rest = names.push(chunk);
      if (rest !== undefined && rest.length > 0) {
        patches.push(rest, names.files);
      }
    },
    end(cut) {
      const { files } = names;
      const isCut = files.length > READING_LIMITS.diffFiles;
      return {
        files: patches.end(files.slice(0, READING_LIMITS.diffFiles), cut),
        cut: cut ?? (isCut ? 'size' : null),
      };
    },
  };
}

interface NameReader {
  readonly files: readonly RawDifference[];
  /** Returns the first bytes of the patches; undefined as long as more names follow. */
  push(chunk: Uint8Array): Buffer | undefined;
}

function createNameReader(): NameReader {
  const files: RawDifference[] = [];
  let held = Buffer.alloc(0);
  let fields: string[] = [];
  let isOver = false;
  return {
    files,
    push(chunk) {
      if (isOver) {
        return Buffer.from(chunk);
      }
      held = Buffer.concat([held, chunk]);
      for (let end = held.indexOf(0); end >= 0; end = held.indexOf(0)) {
        const field = nameOfField(held.subarray(0, end));
        held = held.subarray(end + 1);
        if (field === '' && fields.length === 0) {
          isOver = true; // An empty field separates names and patches.
          return held;
        }
        fields.push(field);
        const [head = '', ...paths] = fields;
        if (paths.length === countNames(head)) {
          files.push(parseRawDifference(head, paths));
          fields = [];
        }
      }
      return undefined;
    },
  };
}

interface PatchReader {
  push(bytes: Buffer, files: readonly RawDifference[]): void;
  end(files: readonly RawDifference[], cut: Difference['cut']): readonly FileDifference[];
}

function createPatchReader(): PatchReader {
  const collectors: FileCollector[] = [];
  let files: readonly RawDifference[] = [];
  let linesLeft: number = READING_LIMITS.diffLines;
  let patchesOfFile = 0;

  function takeLine(line: string): void {
    const current = collectors.at(-1);
    if (current?.isInHunk() === true) {
      linesLeft -= 1;
      current.takeLine(line, linesLeft >= 0);
    } else if (line.startsWith('diff --git ')) {
      const expected = files[collectors.length - 1]?.status === 'retyped' ? 2 : 1;
      if (current === undefined || patchesOfFile === expected) {
        collectors.push(createFileCollector());
        patchesOfFile = 0;
      }
      patchesOfFile += 1;
    } else {
      current?.takeHead(line);
    }
  }

  const splitter = createLineSplitter({
    maxLineBytes: GIT_LIMITS.lineBytes,
    onLine: takeLine,
    decode: textOfBytes,
  });
  return {
    push(bytes, known) {
      files = known;
      splitter.push(bytes);
    },
    end(known, cut) {
      splitter.end();
      let next = 0;
      return known.map((file) => {
        const candidate = collectors[next];
        const collector = candidate !== undefined && isPatchOf(file, candidate) ? candidate : undefined;
        next += collector === undefined ? 0 : 1;
        return collector === undefined
          ? { ...file, ...createFileCollector().end(), omitted: cut === null ? null : 'long-difference' }
          : { ...file, ...collector.end() };
      });
    },
  };
}

/** Whether a patch belongs to a file: files that only differ in ignored whitespace have no patch. */
function isPatchOf({ status, oldId, newId }: RawDifference, collector: FileCollector): boolean {
  const ids = collector.ids();
  if (ids === undefined) {
    return true; // It has no lines, so that it does not matter whose it is.
  }
  const [old, fresh] = ids.split('..').map(idOf);
  return old === oldId && (status === 'retyped' || fresh === newId); // A changed type has two patches.
}

/** A file in the raw part of a diff. */
type RawDifference = Pick<
  FileDifference,
  'status' | 'path' | 'oldPath' | 'kind' | 'modes' | 'oldId' | 'newId'
>;

/** The number of names after the header of a file. */
function countNames(head: string): number {
  return /[RC]\d*$/.test(head) ? 2 : 1;
}

/** Parses one file of `--raw -z`: its header and one name, or two if it was renamed or copied. */
function parseRawDifference(head: string, names: readonly string[]): RawDifference {
  const [, oldMode = '', newMode = '', oldId = '', newId = '', letter = ''] = HEAD.exec(head) ?? [];
  const status = STATUSES[letter];
  const path = names.at(-1);
  if (status === undefined || path === undefined) {
    throw unreadable('a diff', 'git gave an unexpected answer');
  }
  return {
    status,
    path,
    oldPath: names.length > 1 ? (names[0] ?? null) : null,
    kind: kindOfMode(status === 'removed' ? oldMode : newMode),
    modes: status !== 'added' && status !== 'removed' && oldMode !== newMode ? [oldMode, newMode] : null,
    oldId: idOf(oldId),
    newId: idOf(newId),
  };
}

function idOf(id: string): string | null {
  return /^0+$/.test(id) ? null : id;
}
