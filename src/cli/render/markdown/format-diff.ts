import type { Style } from '../painter.ts';
import { cutText, type TextLayout } from './text-layout.ts';

/** Lines of a difference, which must be safe already; lines longer than the terminal continue below. */
export function formatDiff(lines: readonly string[], { paint, widthColumns }: TextLayout): readonly string[] {
  return lines.flatMap((line) => cutText(line, widthColumns).map((part) => paint(styleOf(line), part)));
}

const STYLES: ReadonlyMap<string | undefined, Style> = new Map([
  ['+', 'green'],
  ['-', 'red'],
  ['@', 'cyan'],
]);

function styleOf(line: string): readonly Style[] {
  const style = STYLES.get(line[0]);
  return style === undefined ? [] : [style];
}
