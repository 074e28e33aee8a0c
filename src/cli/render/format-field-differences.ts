import { diffLines, diffRecords, type FieldDifference } from '../../store/index.ts';
import { cellText } from './cell-text.ts';

/** How much of a value people see on its line; programs get it whole. */
const MAX_SHOWN_CHARACTERS = 100;

/** A field that differs, as programs get it. */
export interface PrintedDifference {
  readonly pointer: string;
  /** JSON texts; undefined where the field is not there. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Texts of more than one line: the lines that differ, as a unified diff. */
  readonly diff: string | undefined;
}

/** The fields in which two versions of a record differ, for programs. */
export function listFieldDifferences(before: string, after: string): readonly PrintedDifference[] {
  return diffRecords(before, after).map((field) => {
    const lines = unifiedLines(field);
    return { ...field, diff: lines === undefined ? undefined : `${lines.join('\n')}\n` };
  });
}

/** The same for people, one line a field, and texts of several lines as unified diffs. */
export function formatFieldDifferences(before: string, after: string): readonly string[] {
  return diffRecords(before, after).flatMap((field) => {
    const name = cellText(field.pointer.slice(1));
    const lines = unifiedLines(field);
    return lines === undefined
      ? [`  ${name}: ${shown(field.before)} → ${shown(field.after)}`]
      : [`  ${name}:`, ...lines.map((line) => `    ${cellText(line.replace(/\r$/, ''))}`)];
  });
}

/** A unified diff without file names, where a text of several lines changed. */
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

function shown(json: string | undefined): string {
  const text = json === undefined ? '(absent)' : cellText(json);
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text;
}
