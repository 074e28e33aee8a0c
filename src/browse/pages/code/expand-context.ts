import type { Difference, DifferenceLine, FileDifference, Hunk } from '../../../git/file-difference.ts';
import { readFileText } from '../../../git/file-text.ts';
import type { GitRepository } from '../../../git/open-repository.ts';
import {
  anchorOfFile,
  CONTEXT_STEP,
  type ContextGap,
  contextGaps,
  keyOf,
} from '../../show/code/difference-options.ts';

/** Files with more bytes are not expanded: they are shown by themselves. */
const MAX_BYTES = 1024 * 1024;

/** Fills the gaps between changes that an address names, from the new versions of the files. */
export async function expandContext(
  git: Pick<GitRepository, 'blob'>,
  difference: Difference,
  query: URLSearchParams,
): Promise<Difference> {
  const gaps = contextGaps(query);
  const expand = async (file: FileDifference) => {
    const own = gaps.filter(({ key }) => key === keyOf(anchorOfFile(file.path)));
    const blob = own.length === 0 || file.newId === null ? undefined : await git.blob(file.newId, MAX_BYTES);
    const text = blob?.bytes === undefined ? undefined : readFileText(blob.bytes)?.text;
    return text === undefined ? file : fillGaps(file, own, text);
  };
  return gaps.length === 0
    ? difference
    : { ...difference, files: await Promise.all(difference.files.map(expand)) };
}

/** Adds unchanged lines above or below changes; hunks that then touch become one. */
export function fillGaps(file: FileDifference, gaps: readonly ContextGap[], text: string): FileDifference {
  const lines = text.split('\n');
  const count = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  let { hunks } = file;
  for (const { above } of gaps) {
    hunks = above === 'end' ? fillBelow(hunks, lines.slice(0, count)) : fillAbove(hunks, above, lines);
  }
  return { ...file, hunks };
}

function fillAbove(hunks: readonly Hunk[], above: number, lines: readonly string[]): readonly Hunk[] {
  const index = hunks.findIndex((hunk) => hunk.lines[0]?.newLine === above);
  const [hunk, before] = [hunks[index], hunks[index - 1]];
  const first = hunk?.lines[0];
  if (hunk === undefined || first === undefined || first.newLine === null || first.oldLine === null) {
    return hunks;
  }
  const end = before === undefined ? 0 : lastNewLine(before);
  const start = Math.max(end, first.newLine - 1 - CONTEXT_STEP);
  const added = sameLines(lines.slice(start, first.newLine - 1), start + 1, first.oldLine - first.newLine);
  const isJoined = before !== undefined && start === end;
  const grown: Hunk = {
    ...hunk,
    section: isJoined || start === 0 ? (before?.section ?? '') : '',
    oldStart: isJoined ? before.oldStart : hunk.oldStart - added.length,
    newStart: isJoined ? before.newStart : hunk.newStart - added.length,
    lines: [...(isJoined ? before.lines : []), ...added, ...hunk.lines],
  };
  return hunks.toSpliced(isJoined ? index - 1 : index, isJoined ? 2 : 1, grown);
}

function fillBelow(hunks: readonly Hunk[], lines: readonly string[]): readonly Hunk[] {
  const last = hunks.at(-1);
  const line = last?.lines.findLast(({ newLine, oldLine }) => newLine !== null && oldLine !== null);
  if (last === undefined || line?.newLine === null || line?.oldLine === null || line === undefined) {
    return hunks;
  }
  const start = lastNewLine(last);
  const end = Math.min(lines.length, start + CONTEXT_STEP);
  const added = sameLines(lines.slice(start, end), start + 1, line.oldLine - line.newLine);
  const isEnd = end === lines.length;
  return [
    ...hunks.slice(0, -1),
    { ...last, lines: [...last.lines, ...added], ...(isEnd ? { reachesEnd: true as const } : {}) },
  ];
}

function lastNewLine({ lines }: Hunk): number {
  return lines.findLast(({ newLine }) => newLine !== null)?.newLine ?? 0;
}

function sameLines(texts: readonly string[], firstLine: number, toOld: number): readonly DifferenceLine[] {
  return texts.map((text, index) => ({
    kind: 'same',
    text,
    newLine: firstLine + index,
    oldLine: firstLine + index + toOld,
    isUnended: false,
  }));
}
