import stringWidth from 'string-width';
import type { SearchResult } from '../../search/index.ts';
import type { Context } from '../context.ts';
import { hasColor, terminalColumns } from '../terminal.ts';
import { cellText } from './cell-text.ts';
import { cutText } from './markdown/text-layout.ts';
import { createPaint } from './painter.ts';

const INDENT = '    ';

/** Creates the function that formats the text that matched, with its words in bold, or in brackets without colour. */
export function createSnippetLines(
  context: Pick<Context, 'env' | 'stdout' | 'color'>,
): (result: SearchResult) => readonly string[] {
  const paint = createPaint(context);
  const isPlain = !hasColor(context.stdout, context);
  const room = (terminalColumns(context.stdout) ?? Number.POSITIVE_INFINITY) - INDENT.length;
  return ({ match }) => {
    let left = room;
    const parts = (match?.snippet ?? []).map(({ text, isHit }) => {
      const line = cellText(text).replaceAll('⏎', ' ').replace(/ {2,}/g, ' ');
      const shown = left <= 0 ? '' : (cutText(line, left)[0] ?? '');
      left -= stringWidth(shown);
      return !isHit || shown === '' ? shown : isPlain ? `[${shown}]` : paint(['bold'], shown);
    });
    return parts.length === 0 ? [] : [`${INDENT}${parts.join('').trimEnd()}`];
  };
}
