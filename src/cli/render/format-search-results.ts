import stringWidth from 'string-width';
import type { SearchResult } from '../../search/index.ts';
import type { Context } from '../context.ts';
import { hasColor, terminalColumns } from '../terminal.ts';
import { cellText } from './cell-text.ts';
import { layOutRows } from './text-table.ts';

const COLUMNS = ['where', 'title', 'state', 'author', 'created'];

/** Columns omitted on narrow terminals. */
const OMIT_FIRST = ['author', 'created'];

/** SGR 1 and 22 of ECMA-48: bold on and off. */
const BOLD = '\u001b[1m';
const PLAIN = '\u001b[22m';

/** Indentation of a snippet below its result. */
const INDENT = '    ';

/** Formats results for people: one line each, with the matching text and its highlighted words below. */
export function formatSearchResults(
  results: readonly SearchResult[],
  context: Pick<Context, 'env' | 'stdout' | 'color'>,
): string {
  const cells = results.map((result) =>
    [placeOf(result), result.title, result.state, result.author, result.createdAt?.slice(0, 10) ?? null].map(
      cellText,
    ),
  );
  const widthColumns = terminalColumns(context.stdout);
  const { head, rows } = layOutRows(cells, {
    columns: COLUMNS,
    rightAligned: new Set(),
    widthColumns,
    whole: [COLUMNS.indexOf('where')],
    omitFirst: OMIT_FIRST.map((name) => COLUMNS.indexOf(name)),
  });
  const isPlain = !hasColor(context.stdout, context);
  const shown = rows.map((row, index) =>
    [row, ...snippetLine(results[index], { isPlain, widthColumns })].join('\n'),
  );
  return `${[...head, ...shown].join(head.length === 0 ? '\n\n' : '\n')}\n`;
}

/** `owner/name#12` for threads, else the repository and the kind. */
function placeOf({ kind, repo, number }: SearchResult): string {
  const isThread = number !== null && kind !== 'milestone';
  return isThread ? `${repo ?? ''}#${number}` : `${repo ?? ''} ${kind.replaceAll('_', ' ')}`;
}

interface LineOptions {
  readonly isPlain: boolean;
  readonly widthColumns: number | undefined;
}

function snippetLine(result: SearchResult | undefined, options: LineOptions): readonly string[] {
  const snippet = result?.match?.snippet ?? [];
  if (snippet.length === 0) {
    return [];
  }
  let left = (options.widthColumns ?? Number.POSITIVE_INFINITY) - INDENT.length;
  const parts = snippet.map(({ text, isHit }) => {
    const shown = cutToWidth(cellText(text).replaceAll('⏎', ' ').replace(/ {2,}/g, ' '), left);
    left -= stringWidth(shown);
    return isHit && shown !== '' ? mark(shown, options) : shown;
  });
  return [`${INDENT}${parts.join('').trimEnd()}`];
}

function cutToWidth(text: string, widthColumns: number): string {
  let kept = '';
  let used = 0;
  for (const character of text) {
    used += stringWidth(character);
    if (used > widthColumns) {
      break;
    }
    kept += character;
  }
  return kept;
}

function mark(text: string, { isPlain }: LineOptions): string {
  return isPlain ? `[${text}]` : `${BOLD}${text}${PLAIN}`;
}
