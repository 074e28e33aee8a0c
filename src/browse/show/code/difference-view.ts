import { html } from 'hono/html';
import type { Difference, FileDifference } from '../../../git/file-difference.ts';
import type { Frame, Markup } from '../../frame.ts';
import { codePath } from '../../paths.ts';
import { countOf, countText } from '../counts.ts';
import { emptyNote } from '../facts.ts';
import { otherQuery } from '../pager.ts';
import { fileTypeOf } from '../preview/file-types.table.ts';
import { type ColouredLines, type Conversations, colourHunks, fileLines } from './difference-lines.ts';
import {
  anchorOfFile,
  type DifferenceOptions,
  differenceOptions,
  foldReason,
  keyOf,
  viewedPath,
} from './difference-options.ts';
import { arrangeFiles, fileTree, inOrder } from './file-tree.ts';

export interface DifferenceView {
  readonly repo: string;
  /** The commits of both sides, from which files are linked and pictures are shown. */
  readonly from: string | null;
  readonly to: string | null;
  readonly conversations?: Conversations | undefined;
  /** The path of the diff as a file, without its extension. */
  readonly filePath?: string | undefined;
}

const CUTS: Readonly<Record<NonNullable<Difference['cut']>, string>> = {
  time: 'The diff is incomplete: git took longer than ten seconds and was stopped.',
  size: 'The diff is incomplete: it is too long to show all of it.',
  damage: 'The diff is incomplete: file contents are missing from this archive.',
};

/** What the parts of a page with a diff share. */
interface Shown {
  readonly view: DifferenceView;
  readonly coloured: ColouredLines;
  readonly options: DifferenceOptions;
  readonly frame: Frame;
}

/** A diff file by file, next to a tree of the files in the same order. */
export async function differenceView(
  { files: all, cut }: Difference,
  view: DifferenceView,
  frame: Frame,
): Promise<Markup> {
  const tree = arrangeFiles(all);
  const files = inOrder(tree);
  const options = differenceOptions(frame.path);
  const shared = { view, coloured: await colourHunks(files, frame), options, frame };
  const shown = files.map((file) => fileView(file, shared));
  return html`${cut === null ? '' : emptyNote(CUTS[cut])}${diffBar(files, shared)}
${files.length < 2 ? shown : html`<div class="diff-layout">${fileTree(tree, (file) => fileLink(file, options))}<div>${shown}</div></div>`}`;
}

/** What is above all files: how much changed, and the other ways to show it. */
function diffBar(files: readonly FileDifference[], { view, options, frame }: Shown): Markup {
  const { isSplit, ignoresWhitespace, viewed } = options;
  const added = files.reduce((sum, file) => sum + file.addedCount, 0);
  const removed = files.reduce((sum, file) => sum + file.removedCount, 0);
  const viewedCount = files.filter(({ path }) => viewed.has(keyOf(anchorOfFile(path)))).length;
  const way = (title: string, isCurrent: boolean, query: Parameters<typeof otherQuery>[1]) =>
    html`<li data-control><a href="${otherQuery(frame.path, query)}"${isCurrent ? html` aria-current="true"` : ''}>${title}</a></li>`;
  const ways = html`<ul class="ways" data-control>${way('Unified', !isSplit, { diff: undefined })}${way('Split', isSplit, { diff: 'split' })}${way(ignoresWhitespace ? 'Show whitespace' : 'Hide whitespace', false, { w: ignoresWhitespace ? undefined : '1' })}${viewed.size === 0 ? '' : way(`Forget ${countOf(viewed.size, 'viewed file')}`, false, { viewed: undefined })}</ul>`;
  const asFiles =
    view.filePath === undefined
      ? ''
      : html`<ul class="ways"><li><a href="${view.filePath}.diff">.diff</a></li><li><a href="${view.filePath}.patch">.patch</a></li></ul>`;
  return html`<div class="diff-bar"><p class="diff-sum">${countOf(files.length, 'file')} changed: ${lineCounts(added, removed)}${files.length === 0 ? '' : html`<span class="muted" data-control> · <span data-viewed-count>${countText(viewedCount)}</span> of ${countText(files.length)} viewed</span>`}</p>${files.length === 0 ? '' : ways}${asFiles}</div>`;
}

const LETTERS: Readonly<Partial<Record<FileDifference['status'], string>>> = {
  added: 'A',
  removed: 'D',
  renamed: 'R',
  copied: 'C',
};

function fileLink(
  { path, status, addedCount, removedCount }: FileDifference,
  { viewed }: DifferenceOptions,
): Markup {
  const anchor = anchorOfFile(path);
  const letter = LETTERS[status];
  return html`<a href="#${anchor}"${viewed.has(keyOf(anchor)) ? html` class="viewed"` : ''} title="${path}"><bdi>${path.slice(path.lastIndexOf('/') + 1)}</bdi></a>${letter === undefined ? '' : html` <abbr class="status ${status}" title="${status}">${letter}</abbr>`} ${lineCounts(addedCount, removedCount)}`;
}

/** How many lines were added and removed: `+8 −2`. */
export function lineCounts(added: number, removed: number): Markup | string {
  return added + removed === 0
    ? ''
    : html`<span>${added === 0 ? '' : html`<span class="plus">+${added}</span>`}${added === 0 || removed === 0 ? '' : ' '}${removed === 0 ? '' : html`<span class="minus">−${removed}</span>`}</span>`;
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
  const reason = foldReason(file);
  const href =
    view.to === null || status === 'removed' || file.kind === 'submodule'
      ? undefined
      : codePath('blob', { repo: view.repo, ref: view.to, path });
  const tags = [WORDS[status], reason, isViewed ? 'viewed' : ''];
  const modeTag = modes === null ? '' : html`<span class="tag">mode ${modes[0]} → ${modes[1]}</span>`;
  const note = noteOf(file, options);
  const { conversations } = view;
  const ways = html`<span class="ways file-ways">${href === undefined ? '' : html`<a href="${href}" data-control>Whole file</a> `}<a href="${viewedPath(frame.path, options, keyOf(anchor))}#${anchor}" data-viewed="${keyOf(anchor)}"${isViewed ? html` data-is-viewed="true"` : ''} data-control>${isViewed ? 'Not viewed yet' : 'Mark as viewed'}</a></span>`;
  return html`<div class="file-box"><details class="file" id="${anchor}" data-item${isViewed || reason !== undefined ? '' : html` open`}><summary class="file-head"><h2>${oldPath === null ? '' : html`<bdi>${oldPath}</bdi> → `}<bdi>${path}</bdi></h2>${tags.map((tag) => (tag === '' || tag === undefined ? '' : html`<span class="tag">${tag}</span>`))}${modeTag}${encoding === null ? '' : html`<span class="tag">${encoding}</span>`}${lineCounts(addedCount, removedCount)}</summary>
${conversations?.elsewhere(file) ?? ''}${picturesOf(file, view)}${fileLines({ file, anchor, conversations, coloured, options, path: frame.path })}${note === undefined ? '' : html`<p class="note">${note}</p>`}</details>${ways}</div>`;
}

/** A picture before and after, side by side. */
function picturesOf(
  { path, oldPath, kind, oldId, newId }: FileDifference,
  { repo, from, to }: DifferenceView,
): Markup | string {
  if (fileTypeOf(path)?.preview !== 'picture' || kind !== 'file' || oldId === newId) {
    return '';
  }
  const picture = (title: string, ref: string | null, id: string | null, name: string) =>
    ref === null || id === null
      ? ''
      : html`<figure><figcaption>${title}</figcaption><img src="${codePath('raw', { repo, ref, path: name })}" alt="${name}" loading="lazy"></figure>`;
  return html`<div class="pictures">${picture('Before', from, oldId, oldPath ?? path)}${picture('After', to, newId, path)}</div>`;
}

function noteOf(
  { path, isBinary, omitted, hunks, kind, oldId, newId, status }: FileDifference,
  { ignoresWhitespace }: DifferenceOptions,
): Markup | string | undefined {
  if (isBinary) {
    return fileTypeOf(path)?.preview === 'picture' ? undefined : 'The file is not text.';
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
