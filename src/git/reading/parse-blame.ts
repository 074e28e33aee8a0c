import { isObjectId } from '../ref-name.ts';
import { unreadable } from './unreadable.ts';

/** Lines beside each other that one commit brought. */
export interface BlamedLines {
  readonly commit: string;
  /** Number of the first line, from 1. */
  readonly firstLine: number;
  readonly lineCount: number;
}

/** Reads `git blame --incremental`: heads of groups, each with lines about the commit, `filename` the last of them. */
export interface BlameParser {
  takeLine(line: string): void;
  /** All groups in the order of the lines. */
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
        throw unreadable('who wrote the lines of a file', 'git gave an unexpected answer');
      }
      groups.push({ commit, firstLine, lineCount });
      isInGroup = true;
    },
    end: () => mergeNeighbours(groups.toSorted((a, b) => a.firstLine - b.firstLine)),
  };
}

/** Git tells neighbouring lines of one commit apart where they came from different places of the old file. */
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
