import { createHash } from 'node:crypto';
import { html } from 'hono/html';
import type { Difference, DifferenceLine, FileDifference, Hunk } from '../../../git/file-difference.ts';
import { type CodePiece, languageOfPath } from '../../code/highlight-code.ts';
import type { Frame, Markup } from '../../frame.ts';
import { codePath } from '../../paths.ts';
import { countOf } from '../counts.ts';
import { emptyNote } from '../facts.ts';
import { otherQuery } from '../pager.ts';
import { escapeText, lineHtml, lineText } from './code-text.ts';
import { type DifferenceOptions, differenceOptions, isGenerated, viewedPath } from './difference-options.ts';
import { fileTree } from './file-tree.ts';
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

export interface DifferenceView {
  readonly repo: string;
  /** The commit that file links refer to. */
  readonly to: string | null;
  readonly conversations?: Conversations | undefined;
}

/** Files with more lines are collapsed. */
const FOLDED_LINES = 600;

const CUTS: Readonly<Record<NonNullable<Difference['cut']>, string>> = {
  time: 'The diff is incomplete: git took longer than ten seconds and was stopped.',
  size: 'The diff is incomplete: it is too long to show all of it.',
  damage: 'The diff is incomplete: file contents are missing from this archive.',
};

/** A diff file by file, below a list of the files. */
export async function differenceView(
  { files, cut }: Difference,
  view: DifferenceView,
  frame: Frame,
): Promise<Markup> {
  const coloured = await colourHunks(files, frame);
  const added = files.reduce((sum, file) => sum + file.addedCount, 0);
  const removed = files.reduce((sum, file) => sum + file.removedCount, 0);
  const options = differenceOptions(frame.path);
  const shown = files.map((file) => fileView(file, { view, coloured, options, frame }));
  return html`<p class="diff-sum">${countOf(files.length, 'file')} changed: ${counts(added, removed)}</p>
${cut === null ? '' : emptyNote(CUTS[cut])}${files.length === 0 ? '' : ways(frame.path, options)}
${files.length < 2 ? shown : html`<div class="diff-layout">${fileTree(files, (file) => fileLink(file, options))}<div>${shown}</div></div>`}`;
}

/** Links to the other ways to show a diff. */
function ways(path: string, { isSplit, ignoresWhitespace, viewed }: DifferenceOptions): Markup {
  const way = (title: string, isCurrent: boolean, query: Parameters<typeof otherQuery>[1]) =>
    html`<li data-control><a href="${otherQuery(path, query)}"${isCurrent ? html` aria-current="true"` : ''}>${title}</a></li>`;
  return html`<ul class="ways diff-ways" data-control>${way('Unified', !isSplit, { diff: undefined })}${way('Split', isSplit, { diff: 'split' })}${way(ignoresWhitespace ? 'Show whitespace' : 'Hide whitespace', false, { w: ignoresWhitespace ? undefined : '1' })}${viewed.size === 0 ? '' : way(`Forget ${countOf(viewed.size, 'viewed file')}`, false, { viewed: undefined })}</ul>`;
}

function fileLink({ path, addedCount, removedCount }: FileDifference, { viewed }: DifferenceOptions): Markup {
  const anchor = anchorOfFile(path);
  return html`<a href="#${anchor}"${viewed.has(keyOf(anchor)) ? html` class="viewed"` : ''} title="${path}"><bdi>${path.slice(path.lastIndexOf('/') + 1)}</bdi></a> ${counts(addedCount, removedCount)}`;
}

/** A file in the list of viewed files. */
function keyOf(anchor: string): string {
  return anchor.slice('diff-'.length, 'diff-'.length + 8);
}

/** The anchor of a file, the same as at the service so that old links work. */
export function anchorOfFile(path: string): string {
  return `diff-${createHash('sha256').update(path).digest('hex')}`;
}

function counts(added: number, removed: number): Markup | string {
  return added + removed === 0
    ? ''
    : html`<span><span class="plus">+${added}</span> <span class="minus">−${removed}</span></span>`;
}

const WORDS: Readonly<Record<FileDifference['status'], string>> = {
  added: 'added',
  removed: 'removed',
  changed: '',
  renamed: 'renamed',
  copied: 'copied',
  retyped: 'type changed',
};

function fileView(file: FileDifference, { view, coloured, options, frame }: Shown): Markup {
  const { path, oldPath, status, modes, encoding, addedCount, removedCount } = file;
  const anchor = anchorOfFile(path);
  const isViewed = options.viewed.has(keyOf(anchor));
  const isFolded = isViewed || isGenerated(path) || addedCount + removedCount > FOLDED_LINES;
  const href =
    view.to === null || status === 'removed' || file.kind === 'submodule'
      ? undefined
      : codePath('blob', { repo: view.repo, ref: view.to, path });
  const tags = [WORDS[status], isGenerated(path) ? 'generated' : '', isViewed ? 'viewed' : ''];
  return html`<details class="file" id="${anchor}" data-item${isFolded ? '' : html` open`}><summary class="file-head"><h2>${oldPath === null ? '' : html`<bdi>${oldPath}</bdi> → `}<bdi>${path}</bdi></h2>${tags.map((tag) => (tag === '' ? '' : html`<span class="tag">${tag}</span>`))}${modes === null ? '' : html`<span class="tag">mode ${modes[0]} → ${modes[1]}</span>`}${encoding === null ? '' : html`<span class="tag">${encoding}</span>`}${counts(addedCount, removedCount)}</summary>
${view.conversations?.elsewhere(file) ?? ''}${fileLines(file, { file, view, anchor, coloured, options })}<ul class="note small ways" data-control>${href === undefined ? '' : html`<li data-control><a href="${href}">View the whole file</a></li>`}<li data-control><a href="${viewedPath(frame.path, options, keyOf(anchor))}#${anchor}">${isViewed ? 'Not viewed yet' : 'Mark as viewed'}</a></li></ul></details>`;
}

/** The widths of a split diff's columns: its first row spans all of them, so that it says nothing about widths. */
const SPLIT_COLUMNS = html`<colgroup><col class="n"><col><col class="n"><col></colgroup>`;

function fileLines(file: FileDifference, context: FileContext): Markup {
  const note = noteOf(file, context.options);
  return html`${file.hunks.length === 0 ? '' : html`<div class="lines diff${context.options.isSplit ? ' split' : ''}" tabindex="0"><table><caption class="unseen">Changed lines of ${file.path}</caption>${context.options.isSplit ? SPLIT_COLUMNS : ''}<tbody>${file.hunks.map((hunk) => hunkRows(hunk, context))}</tbody></table></div>`}${note === undefined ? '' : html`<p class="note">${note}</p>`}`;
}

function noteOf(
  { isBinary, omitted, hunks, kind, oldId, newId, status }: FileDifference,
  { ignoresWhitespace }: DifferenceOptions,
): Markup | string | undefined {
  if (isBinary) {
    return 'The file is not text.';
  }
  if (omitted !== null) {
    return omitted === 'long-file'
      ? 'The rest of this file has too many changed lines to show.'
      : 'The diff is too long to show all of it; the remaining lines of this file are left out.';
  }
  if (kind === 'submodule') {
    return html`Submodule changed from ${oldId === null ? 'nothing' : html`<code>${oldId.slice(0, 7)}</code>`} to ${newId === null ? 'nothing' : html`<code>${newId.slice(0, 7)}</code>`}.`;
  }
  if (hunks.length > 0) {
    return undefined;
  }
  if (oldId !== newId && ignoresWhitespace) {
    return 'Only whitespace differs.';
  }
  return status === 'renamed' || status === 'copied' ? 'The content is unchanged.' : 'No lines differ.';
}

/** What the parts of a page with a diff share. */
interface Shown {
  readonly view: DifferenceView;
  readonly coloured: ColouredLines;
  readonly options: DifferenceOptions;
  readonly frame: Frame;
}

interface FileContext extends Omit<Shown, 'frame'> {
  readonly file: FileDifference;
  readonly anchor: string;
}

function hunkRows({ oldStart, newStart, section, lines }: Hunk, context: FileContext): Markup {
  const changes = pairChanges(lines);
  const rows = context.options.isSplit
    ? pairSides(lines).map((pair) => splitRow(pair, lines, { changes, context }))
    : lines.map(
        (line, index) =>
          html`${lineRow(line, changes.get(index), context)}${conversationRow([line], context)}`,
      );
  return html`<tr class="hunk-head"><td colspan="4">Line ${newStart === 0 ? oldStart : newStart}${section === '' ? '' : html` · ${lineText(section)}`}</td></tr>${rows}`;
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

function conversationRow(lines: readonly DifferenceLine[], { file, view }: FileContext): Markup | string {
  const found = lines.flatMap(({ kind, oldLine, newLine }) => [
    (oldLine === null || kind === 'same' ? undefined : view.conversations?.at(file.path, 'left', oldLine)) ??
      [],
    (newLine === null ? undefined : view.conversations?.at(file.path, 'right', newLine)) ?? [],
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
type ColouredLines = ReadonlyMap<DifferenceLine, string>;

/**
 * Highlights the lines of a diff. Each hunk is highlighted twice, in its old and its new version, because only those
 * are valid code. What starts above a hunk is unknown: inside of an open comment, text is highlighted as code.
 */
async function colourHunks(files: readonly FileDifference[], frame: Frame): Promise<ColouredLines> {
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
