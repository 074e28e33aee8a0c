import { html } from 'hono/html';
import type { Found } from '../../../search/search-code.ts';
import type { Frame, Markup } from '../../frame.ts';
import { codePath, commitPath, withQuery } from '../../paths.ts';
import { shortId } from '../../show/code/commit-line.ts';
import { countText } from '../../show/counts.ts';
import { personLink, recordName } from '../../show/links.ts';
import { timeAgo } from '../../show/times.ts';
import { titleLink } from '../../show/writing-rows.ts';
import type { KeptHits } from './read-kept.ts';
import { snippetLine } from './snippet-line.ts';

type Kept = keyof KeptHits;

/** The kinds of hits besides records: their `type:`, the names of one and of many, and where they were searched. */
export const KEPT = {
  commits: { type: 'commit', one: 'commit', title: 'Commits', place: 'messages of commits' },
  paths: { type: 'path', one: 'file', title: 'Files', place: 'names of files' },
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
        kept[kind].hits.length > MAX_SHOWN ? html`<p><a href="${allOf(kind)}">All of them</a></p>` : ''
      }</section>`,
  )}${
    cut.length === 0
      ? ''
      : html`<p class="muted">There was no time to search all ${cut.map((kind, index) => html`${index === 0 ? '' : ', '}<a href="${allOf(kind)}">${KEPT[kind].place}</a>`)}.</p>`
  }`;
}

/** Their number, with a plus sign if there may be more. */
export function keptCount({ hits, isComplete }: Found<unknown>): string {
  return `${countText(hits.length)}${isComplete ? '' : '+'}`;
}

/** The hits of a kind as rows. */
export function keptRows(kept: KeptHits, kind: Kept, limit: number, frame: Frame): Markup {
  return html`<ol class="rows bare">${
    kind === 'commits'
      ? kept.commits.hits.slice(0, limit).map(
          ({ repo, id, subject, author, createdAt, snippet }) =>
            html`<li><span>${titleLink(html`${subject === '' ? shortId(id) : subject}`, commitPath(repo, id))}</span><span class="end">${timeAgo(createdAt, frame.nowMs)}</span>
<span class="facts"><span>Commit <code>${shortId(id)}</code> by ${author}</span> <span>${repo}</span></span>${snippetLine(snippet)}</li>`,
        )
      : kind === 'paths'
        ? kept.paths.hits
            .slice(0, limit)
            .map(
              ({ repo, ref, path }) =>
                html`<li><span><a class="title mono" href="${codePath('blob', { repo, ref, path })}"><bdi>${path}</bdi></a></span><span class="end">${repo}</span></li>`,
            )
        : kept.attachments.hits.slice(0, limit).map(
            ({ name, repo, url, parentUrl, author, createdAt, snippet }) =>
              html`<li><span>${titleLink(html`${name}`, frame.links.attachment(url)?.path)}</span><span class="end">${timeAgo(createdAt, frame.nowMs)}</span>
<span class="facts"><span>Attached by ${personLink(author, frame)}</span> <span>${parentUrl === null ? repo : titleLink(html`${recordName(parentUrl)}`, frame.links.local(parentUrl))}</span></span>${snippetLine(snippet)}</li>`,
          )
  }</ol>`;
}
