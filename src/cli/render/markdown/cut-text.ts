import stringWidth from 'string-width';
import { graphemes } from '../graphemes.ts';

/** Cuts a line into parts of at most so many columns, between characters; blanks stay as they are. */
export function cutText(line: string, widthColumns: number | undefined): readonly string[] {
  if (widthColumns === undefined || stringWidth(line) <= widthColumns) {
    return [line];
  }
  const parts: string[] = [];
  let part = '';
  let used = 0;
  for (const segment of graphemes(line)) {
    const width = stringWidth(segment);
    if (used + width > widthColumns && part !== '') {
      parts.push(part);
      part = '';
      used = 0;
    }
    part += segment;
    used += width;
  }
  return [...parts, part];
}
