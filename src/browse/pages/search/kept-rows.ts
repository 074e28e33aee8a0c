import { html } from 'hono/html';
import { joinWords } from '../../../base/text-ends.ts';
import type { Found } from '../../../search/search-code.ts';
import type { Frame, Markup } from '../../frame.ts';
import { attachmentPath, codePath, commitPath, withQuery } from '../../paths.ts';
import { lineText } from '../../show/code/code-text.ts';
import { authorOf, shortId } from '../../show/code/commit-line.ts';
import { countOf, countText } from '../../show/counts.ts';
import { personLink, recordName } from '../../show/links.ts';
import { timeAgo } from '../../show/times.ts';
import { titleLink } from '../../show/writing-rows.ts';
import type { KeptHits } from './read-kept.ts';
import { markedText, snippetLine, textOf, withoutStart } from './snippet-line.ts';

type Kept = keyof KeptHits;

/** The kinds of hits besides records: their `type:`, the names of one and of many, and where they were searched. */
export const KEPT = {
  commits: { type: 'commit', one: 'commit', title: 'Commits', place: 'messages of commits' },
  paths: { type: 'path', one: 'file name', title: 'File names', place: 'file names' },
  code: { type: 'code', one: 'code file', title: 'Code files', place: 'code files' },
  attachments: { type: 'attachment', one: 'attached text', title: 'Attached texts', place: 'attached texts' },
} as const satisfies Record<Kept, object>;

export const KEPT_KINDS = Object.keys(KEPT) as readonly Kept[]; // The keys of a constant.

/** The number of hits of a kind that a page of other results shows. */
const MAX_SHOWN = 5;

/** The first hits of each kind, with links to all of them and to what was not searched in time. */
export function keptSections(kept: KeptHits, query: string, frame: Frame): Markup {
  const allOf = (kind: Kept) => withQuery('/-/search', { q: `${query} type:${KEPT[kind].type}` });
  const found = KEPT_KINDS.filter((kind) => kept[kind].hits.length > 0);
  const cut = KEPT_KINDS.filter((kind) => !kept[kind].isComplete);
  return html`${found.map(
    (kind) =>
      html`<section class="kept" id="${kind}"><h2>${KEPT[kind].title} <span class="count">${keptCount(kept[kind])}</span></h2>${keptRows(kept, kind, MAX_SHOWN, frame)}${
        kept[kind].hits.length > MAX_SHOWN
          ? html`<p><a href="${allOf(kind)}">${kept[kind].isComplete ? `All ${countText(kept[kind].hits.length)}` : 'All'} ${KEPT[kind].one}s</a></p>`
          : ''
      }</section>`,
  )}${
    cut.length === 0
      ? ''
      : html`<p class="muted">To answer at once, this page did not search all ${joinWords(cut.map((kind) => KEPT[kind].place))}. Search them alone: ${cut.map((kind, index) => html`${index === 0 ? '' : ', '}<a href="${allOf(kind)}">${KEPT[kind].place}</a>`)}.</p>`
  }`;
}

/** Their number, with a plus sign if there may be more. */
export function keptCount({ hits, isComplete }: Found<unknown>): string {
  return `${countText(hits.length)}${isComplete ? '' : '+'}`;
}

/** The hits of a kind as rows. */
export function keptRows(kept: KeptHits, kind: Kept, limit: number, frame: Frame): Markup {
  const rows = {
    commits: () => kept.commits.hits.slice(0, limit).map((commit) => commitRow(commit, frame)),
    paths: () => kept.paths.hits.slice(0, limit).map(pathRow),
    code: () => kept.code.hits.slice(0, limit).map(codeRow),
    attachments: () => kept.attachments.hits.slice(0, limit).map((file) => attachmentRow(file, frame)),
  } as const satisfies Record<Kept, () => readonly Markup[]>;
  return html`<ol class="rows bare hits">${rows[kind]()}</ol>`;
}

type Hit<Kind extends Kept> = KeptHits[Kind]['hits'][number];

function commitRow({ repo, id, subject, author, createdAt, snippet }: Hit<'commits'>, frame: Frame): Markup {
  return html`<li><span>${titleLink(html`${subject === '' ? shortId(id) : textOf(snippet) === subject ? markedText(snippet) : subject}`, commitPath(repo, id))}</span><span class="end">${timeAgo(createdAt, frame.nowMs)}</span>
<span class="facts"><span>Commit <code>${shortId(id)}</code> by ${authorOf({ author, login: frame.links.author({ name: author, email: '' }) ?? null }, frame)}</span> <span>${repo}</span></span>${bodyLine(snippet, subject)}</li>`;
}

/** A passage of a message, which often begins with its subject: that is the title already. */
function bodyLine(snippet: Hit<'commits'>['snippet'], subject: string): Markup | string {
  const text = textOf(snippet).replaceAll('…', '').trim();
  return subject.includes(text) ? '' : snippetLine(withoutStart(snippet, subject));
}

function pathRow(file: Hit<'paths'>): Markup {
  return html`<li><span>${fileLink(file)}</span><span class="end">${file.repo}</span></li>`;
}

function fileLink(place: Hit<'paths'>): Markup {
  return html`<a class="title mono" href="${codePath('blob', place)}"><bdi>${place.path}</bdi></a>`;
}

/** A file with its first lines, each linked. */
function codeRow({ lines, lineCount, ...file }: Hit<'code'>): Markup {
  const path = withQuery(codePath('blob', file), { plain: 1 });
  const more = lineCount - lines.length;
  return html`<li><span>${fileLink(file)}</span><span class="end">${file.repo}</span>
<div class="found-lines" tabindex="0" role="group" aria-label="Lines of ${file.path}"><table>${lines.map(
    ({ number, parts }) =>
      html`<tr><td class="n"><a href="${path}#L${number}">${number}</a></td><td class="c">${parts.map(({ text, isHit }) => (isHit ? html`<mark>${lineText(text)}</mark>` : lineText(text)))}</td></tr>`,
  )}</table></div>${more > 0 ? html`<p class="facts">${countOf(more, 'more line')}</p>` : ''}</li>`;
}

function attachmentRow(file: Hit<'attachments'>, frame: Frame): Markup {
  const { name, repo, url, parentUrl, author, createdAt, snippet } = file;
  const isKept = frame.links.attachment(url) !== undefined;
  return html`<li><span>${titleLink(html`${name}`, isKept ? attachmentPath(url) : undefined)}</span><span class="end">${timeAgo(createdAt, frame.nowMs)}</span>
<span class="facts"><span>Attached by ${personLink(author, frame)}</span> <span>${parentUrl === null ? repo : titleLink(html`${recordName(parentUrl)}`, frame.links.local(parentUrl))}</span></span>${snippetLine(snippet)}</li>`;
}
