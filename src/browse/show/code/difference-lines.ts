import { html } from 'hono/html';
import type { DifferenceLine, FileDifference, Hunk } from '../../../git/file-difference.ts';
import { type CodePiece, languageOfPath } from '../../code/highlight-code.ts';
import type { Frame, Markup } from '../../frame.ts';
import { countOf } from '../counts.ts';
import { hunkTitle } from '../hunk-lines.ts';
import { escapeText, lineHtml, lineText } from './code-text.ts';
import { CONTEXT_STEP, contextPath, type DifferenceOptions, keyOf } from './difference-options.ts';
import { pairChanges, pairSides, type SidePair } from './pair-changes.ts';

/** The maximum number of characters of a diff to highlight; more would delay the page. */
const COLOURED_CHARS = 256 * 1024;

/** Conversations at lines of a diff. */
export interface Conversations {
  /** Shows the conversations at a line (`right`: new version, `left`: old version); undefined if there are none. */
  at(path: string, side: 'left' | 'right', line: number): Markup | undefined;
  /** Shows the conversations about a file at lines outside of the diff. */
  elsewhere(file: FileDifference): Markup | undefined;
}

/** What the lines of a file need from their page. */
export interface FileContext {
  readonly file: FileDifference;
  readonly anchor: string;
  readonly conversations: Conversations | undefined;
  readonly coloured: ColouredLines;
  readonly options: DifferenceOptions;
  /** The address of the page. */
  readonly path: string;
}

/** The widths of a split diff's columns: its first row spans all of them, so that it says nothing about widths. */
const SPLIT_COLUMNS = html`<colgroup><col class="n"><col><col class="n"><col></colgroup>`;

/** The changed lines of a file, with what was said about them. */
export function fileLines(context: FileContext): Markup {
  const { file } = context;
  return html`${file.hunks.length === 0 ? '' : html`<div class="lines diff${context.options.isSplit ? ' split' : ''}" tabindex="0"><table><caption class="unseen">Changed lines of ${file.path}</caption>${context.options.isSplit ? SPLIT_COLUMNS : ''}<tbody>${file.hunks.map((hunk, index) => hunkRows(hunk, index, context))}${gapBelow(context)}</tbody></table></div>`}`;
}

function hunkRows(hunk: Hunk, index: number, context: FileContext): Markup {
  const { section, lines } = hunk;
  const changes = pairChanges(lines);
  const rows = context.options.isSplit
    ? pairSides(lines).map((pair) => splitRow(pair, lines, { changes, context }))
    : lines.map(
        (line, at) => html`${lineRow(line, changes.get(at), context)}${conversationRow([line], context)}`,
      );
  return html`<tr class="hunk-head"><td colspan="4">${hunkTitle(hunk, section === '' ? '' : lineText(section))}${gapAbove(index, context)}</td></tr>${rows}`;
}

/** A link that shows the lines between a hunk and the one above. */
function gapAbove(index: number, context: FileContext): Markup | string {
  const { hunks, status } = context.file;
  const first = hunks[index]?.lines[0]?.newLine ?? 1;
  const above =
    index === 0 ? 0 : (hunks[index - 1]?.lines.findLast(({ newLine }) => newLine !== null)?.newLine ?? 0);
  const count = first - above - 1;
  return count < 1 || status === 'removed'
    ? ''
    : contextLink(String(first), `Show ${moreLines(count)} above`, context);
}

/** A link that shows what follows the last hunk; git shows three lines of it if there are as many. */
function gapBelow(context: FileContext): Markup | string {
  const { hunks, status } = context.file;
  const last = hunks.at(-1);
  const follows = last?.lines.slice(-3) ?? [];
  const isEnd =
    follows.length < 3 || follows.some(({ kind }) => kind !== 'same') || last?.reachesEnd === true;
  return isEnd || status === 'added' || status === 'removed'
    ? ''
    : html`<tr class="hunk-head" data-control><td colspan="4">${contextLink('end', 'Show more lines below', context)}</td></tr>`;
}

/** What one step shows of folded lines: `12 more lines`, or `100 of 340 lines`. */
function moreLines(count: number): string {
  return count <= CONTEXT_STEP ? countOf(count, 'more line') : `${CONTEXT_STEP} of ${countOf(count, 'line')}`;
}

function contextLink(place: string, words: string, { anchor, path, options }: FileContext): Markup {
  return html` <a class="more" href="${contextPath(path, options, `${keyOf(anchor)}-${place}`)}#${anchor}" data-context data-control>${words}</a>`;
}

interface SplitContext {
  readonly changes: ReadonlyMap<number, readonly [number, number]>;
  readonly context: FileContext;
}

/** The old and the new line side by side, and below them what was said about either. */
function splitRow(
  { left, right }: SidePair,
  lines: readonly DifferenceLine[],
  { changes, context }: SplitContext,
): Markup {
  const { anchor, coloured } = context;
  const side = (index: number | undefined, isLeft: boolean) => {
    const line = index === undefined ? undefined : lines[index];
    const number = isLeft ? line?.oldLine : line?.newLine;
    if (index === undefined || line === undefined || number === undefined || number === null) {
      return html`<td class="n none"></td><td class="c none"></td>`;
    }
    const id = `${anchor}${isLeft ? 'L' : 'R'}${number}`;
    const kind = line.kind === 'same' ? '' : ` ${line.kind}`;
    return html`<td class="n${kind}" id="${id}"><a href="#${id}">${number}</a></td><td class="c${kind}">${line.kind === 'same' ? '' : html`<span class="unseen">${line.kind}</span>`}${marked(line, changes.get(index), coloured.get(line))}${line.isUnended ? html`<span class="unended">no line feed at the end</span>` : ''}</td>`;
  };
  const shown = [...new Set([left, right])].flatMap((index) =>
    index === undefined ? [] : (lines[index] ?? []),
  );
  return html`<tr>${side(left, true)}${side(right, false)}</tr>${conversationRow(shown, context)}`;
}

const SIGNS = { added: '+', removed: '−', same: '' } as const;

const NAMES = { added: 'added', removed: 'removed', same: '' } as const;

function lineRow(
  line: DifferenceLine,
  change: readonly [start: number, end: number] | undefined,
  { anchor, coloured }: FileContext,
): Markup {
  const { kind, oldLine, newLine, isUnended } = line;
  const id = newLine === null ? `${anchor}L${oldLine}` : `${anchor}R${newLine}`;
  return html`<tr${kind === 'same' ? '' : html` class="${kind}"`} id="${id}"><td class="n old"><span>${oldLine ?? ''}</span></td><td class="n"><a href="#${id}">${newLine ?? html`<span class="unseen">${oldLine} before</span>`}</a></td><td class="s">${kind === 'same' ? '' : html`<span aria-hidden="true">${SIGNS[kind]}</span><span class="unseen">${NAMES[kind]}</span>`}</td><td class="c">${marked(line, change, coloured.get(line))}${isUnended ? html`<span class="unended">no line feed at the end</span>` : ''}</td></tr>`;
}

/** A highlighted line with its changed part marked. */
function marked(
  { text, kind }: DifferenceLine,
  change: readonly [number, number] | undefined,
  coloured: string | undefined,
): Markup {
  if (change === undefined || kind === 'same') {
    return coloured === undefined ? lineText(text) : lineHtml(coloured);
  }
  return lineHtml(markPart(coloured ?? escapeText(text), change, kind === 'added' ? 'ins' : 'del'));
}

function conversationRow(
  lines: readonly DifferenceLine[],
  { file, conversations }: FileContext,
): Markup | string {
  const found = lines.flatMap(({ kind, oldLine, newLine }) => [
    (oldLine === null || kind === 'same' ? undefined : conversations?.at(file.path, 'left', oldLine)) ?? [],
    (newLine === null ? undefined : conversations?.at(file.path, 'right', newLine)) ?? [],
  ]);
  return found.flat().length === 0
    ? ''
    : html`<tr><td class="conversations" colspan="4">${found.flat()}</td></tr>`;
}

/**
 * Wraps a range of a highlighted line in an element. The line is well-formed HTML of spans and entities; the range is
 * given in characters of the code. Spans across its ends are closed and opened again.
 */
export function markPart(html: string, [start, end]: readonly [number, number], tag: 'ins' | 'del'): string {
  let open: string[] = [];
  let position = 0;
  let isWithin = false;
  let marked = '';
  const turn = (mark: string) => {
    isWithin = !isWithin;
    marked += `${'</span>'.repeat(open.length)}${mark}${open.join('')}`;
  };
  for (const [token] of html.matchAll(/<[^>]*>|&[^;]*;|[\s\S]/g)) {
    if (token.startsWith('<')) {
      open = token === '</span>' ? open.slice(0, -1) : [...open, token];
    } else {
      if (isWithin && position >= end) {
        turn(`</${tag}>`);
      }
      if (!isWithin && position >= start && position < end) {
        turn(`<${tag}>`);
      }
      position += 1;
    }
    marked += token;
  }
  if (isWithin) {
    marked += `</${tag}>`;
  }
  return marked;
}

/** The highlighted lines of a diff as HTML; others are shown without highlighting. */
export type ColouredLines = ReadonlyMap<DifferenceLine, string>;

/**
 * Highlights the lines of a diff. Each hunk is highlighted twice, in its old and its new version, because only those
 * are valid code. What starts above a hunk is unknown: inside of an open comment, text is highlighted as code.
 */
export async function colourHunks(files: readonly FileDifference[], frame: Frame): Promise<ColouredLines> {
  const sides: { readonly lines: readonly DifferenceLine[]; readonly piece: CodePiece }[] = [];
  let left = COLOURED_CHARS;
  for (const { path, hunks } of files) {
    const language = languageOfPath(path);
    left -= hunks.flatMap(({ lines }) => lines).reduce((sum, { text }) => sum + text.length, 0);
    for (const hunk of left < 0 ? [] : hunks) {
      for (const side of ['added', 'removed']) {
        const lines = hunk.lines.filter(({ kind }) => kind !== side);
        sides.push({ lines, piece: { code: lines.map(({ text }) => text).join('\n'), language } });
      }
    }
  }
  const rendered = sides.length === 0 ? [] : await frame.highlight(sides.map(({ piece }) => piece));
  const pairs = sides.flatMap(({ lines }, index) =>
    lines.map((line, number) => [line, rendered[index]?.[number]] as const),
  );
  return new Map(pairs.flatMap(([line, html]) => (html === undefined ? [] : [[line, html] as const])));
}
