import { diffLines } from '../../base/diff-lines.ts';
import { diffRecords, type FieldDifference } from '../../store/diff-records.ts';
import { cellText } from './cell-text.ts';
import type { Paint, Style } from './painter.ts';

/** Characters of a value shown to people on its line; the JSON output has the whole value. */
const MAX_SHOWN_CHARACTERS = 100;

/** Characters of a common prefix that are shown before the first difference. */
const SHARED_CHARACTERS = 30;

/** A field that differs, for JSON output. */
export interface PrintedDifference {
  readonly pointer: string;
  /** JSON texts; undefined if the field is absent. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** For texts of several lines: the lines that differ, as a unified diff. */
  readonly diff: string | undefined;
}

/** The fields that differ between two versions of a record, for JSON output. */
export function listFieldDifferences(before: string, after: string): readonly PrintedDifference[] {
  return diffRecords(before, after).map((field) => {
    const lines = unifiedLines(field);
    return { ...field, diff: lines === undefined ? undefined : `${lines.join('\n')}\n` };
  });
}

/** The same for people: one line per field, and unified diffs for texts of several lines. */
export function formatFieldDifferences(before: string, after: string, paint: Paint): readonly string[] {
  return diffRecords(before, after).flatMap((field) => {
    const name = cellText(field.pointer.slice(1));
    const lines = unifiedLines(field);
    const [old, young] = shownPair(field);
    return lines === undefined
      ? [`  ${name}: ${paint(['red'], old)} → ${paint(['green'], young)}`]
      : [`  ${name}:`, ...lines.map((line) => `    ${paintedLine(line, paint)}`)];
  });
}

/** The lines in which two texts differ, with a few around them. */
export function formatTextDifference(before: string, after: string, paint: Paint): readonly string[] {
  return diffLines(before, after).flatMap(({ lines }) => lines.map((line) => paintedLine(line, paint)));
}

const LINE_STYLES: Readonly<Record<string, Style>> = { '+': 'green', '-': 'red', '@': 'cyan' };

function paintedLine(line: string, paint: Paint): string {
  const style = LINE_STYLES[line[0] ?? ''];
  return paint(style === undefined ? [] : [style], cellText(line.replace(/\r$/, '')));
}

/** A unified diff without file names, if a text of several lines changed. */
function unifiedLines({ before, after }: FieldDifference): readonly string[] | undefined {
  const [old, young] = [textOf(before), textOf(after)];
  if (old === undefined || young === undefined || !(old + young).includes('\n')) {
    return undefined;
  }
  return diffLines(old, young).flatMap((hunk) => {
    const { beforeStart, beforeCount, afterStart, afterCount, lines } = hunk;
    return [`@@ -${beforeStart},${beforeCount} +${afterStart},${afterCount} @@`, ...lines];
  });
}

function textOf(json: string | undefined): string | undefined {
  const value: unknown = json?.startsWith('"') === true ? JSON.parse(json) : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Both values, each on one line. A common prefix that would hide the difference is skipped. */
function shownPair({ before, after }: FieldDifference): readonly [string, string] {
  const [old, young] = [lineOf(before), lineOf(after)];
  const parting = countShared(old, young);
  const start = parting > MAX_SHOWN_CHARACTERS - SHARED_CHARACTERS ? parting - SHARED_CHARACTERS : 0;
  return [cut(old, start), cut(young, start)];
}

function lineOf(json: string | undefined): string {
  return json === undefined ? '(absent)' : cellText(json);
}

function countShared(one: string, other: string): number {
  let count = 0;
  while (count < one.length && one[count] === other[count]) {
    count += 1;
  }
  return count;
}

function cut(text: string, start: number): string {
  const end = start + MAX_SHOWN_CHARACTERS;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${text.length > end ? '…' : ''}`;
}
