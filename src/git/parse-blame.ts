import { unreadable } from './reading/unreadable.ts';
import { isObjectId } from './ref-name.ts';

export interface BlamedLines {
  readonly commit: string;
  /** The number of the first line, from 1. */
  readonly firstLine: number;
  readonly lineCount: number;
}

/** Parses `git blame --incremental`: headers of groups, each followed by lines that end with `filename`. */
export interface BlameParser {
  takeLine(line: string): void;
  /** All groups, by line number. */
  end(): readonly BlamedLines[];
}

export function createBlameParser(): BlameParser {
  const groups: BlamedLines[] = [];
  let isInGroup = false;
  return {
    takeLine(line) {
      if (isInGroup) {
        isInGroup = !line.startsWith('filename ');
        return;
      }
      const [commit = '', , first, count] = line.split(' ');
      const [firstLine, lineCount] = [Number(first), Number(count)];
      if (!(isObjectId(commit) && firstLine > 0 && lineCount > 0)) {
        throw unreadable('the blame of a file', 'git gave an unexpected answer');
      }
      groups.push({ commit, firstLine, lineCount });
      isInGroup = true;
    },
    end: () => mergeNeighbours(groups.toSorted((a, b) => a.firstLine - b.firstLine)),
  };
}

/** Git separates adjacent lines of one commit if they come from different places in the old file. */
function mergeNeighbours(groups: readonly BlamedLines[]): readonly BlamedLines[] {
  const merged: BlamedLines[] = [];
  for (const group of groups) {
    const last = merged.at(-1);
    if (last?.commit === group.commit && last.firstLine + last.lineCount === group.firstLine) {
      merged[merged.length - 1] = { ...last, lineCount: last.lineCount + group.lineCount };
    } else {
      merged.push(group);
    }
  }
  return merged;
}
