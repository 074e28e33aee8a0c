import { html } from 'hono/html';
import { Failure } from '../../../model/failure.ts';
import { referenceText } from '../../../reading/markdown-text.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import type { RecordDifference } from '../../../store/read-differences.ts';
import type { RecordVersion } from '../../../store/read-history.ts';
import { createChangeTimes } from '../../../store/when-changed.ts';
import type { Frame, Markup } from '../../frame.ts';
import { definePage } from '../../page.ts';
import { withQuery } from '../../paths.ts';
import { recordChange } from '../../show/changes/record-change.ts';
import { wordDifference } from '../../show/changes/word-difference.ts';
import { personLink } from '../../show/links.ts';

interface History {
  readonly url: string;
  readonly versions: readonly ShownVersion[];
  /** Of a thread: edited texts below it, and what was deleted from it. */
  readonly edits: ReturnType<Browsing['edits']>;
  readonly deleted: ReturnType<Browsing['vanishedBelow']>;
}

interface ShownVersion extends RecordVersion {
  /** When it changed: `between 12 and 19 May 2026`. */
  readonly when: string;
}

/** What happened to one record in all snapshots, and to a thread with all that belongs to it. */
export const history = definePage<History>({
  read({ store }, { query }) {
    const url = query.get('url') ?? '';
    const versions = store.history(url);
    if (versions.length === 0) {
      throw new Failure(
        'absent',
        `Cannot show the history of "${url}": no snapshot has a record with this url`,
        {
          hint: 'Each thread links to its history as "Across all snapshots"',
        },
      );
    }
    const whenOf = createChangeTimes(store.snapshots());
    return {
      url,
      versions: versions.map((version) => ({ ...version, when: whenOf(version.seenBefore, version.from) })),
      edits: store.edits(url).filter((edit) => edit.url !== url),
      deleted: store.vanishedBelow(url),
    };
  },
  show: (facts, frame) => ({
    title: `History of ${referenceText(facts.url)}`,
    original: facts.url,
    width: 'text',
    main: html`<h1>History of ${referenceText(facts.url)}</h1>
${frame.links.local(facts.url) === undefined ? html`<p class="vanished">The newest snapshot no longer has it.</p>` : html`<p><a href="${frame.links.local(facts.url)}">As it is now</a></p>`}
<div class="changes">${facts.versions.map((version, index) => versionOf(version, facts.versions[index - 1], facts.url, frame)).toReversed()}</div>${belowIt(facts, frame)}`,
  }),
});

const WORDS: Readonly<Record<RecordVersion['change'], string>> = {
  added: 'First seen',
  changed: 'Changed',
  vanished: 'Deleted',
  returned: 'There again',
};

function versionOf(
  version: ShownVersion,
  before: ShownVersion | undefined,
  url: string,
  frame: Frame,
): Markup {
  const { kind, change, from, until, json, when } = version;
  const difference = { kind, url, repo: undefined, change, before: before?.json, after: json } as const;
  const isChange = change === 'changed' || change === 'vanished';
  const page = frame.links.local(url.replace(/#.*/, ''));
  const links = [
    until === undefined || json === undefined || page === undefined
      ? undefined
      : html`<a href="/-/at/${from}${page}">The page as it was</a>`,
    change === 'changed' && isOtherText(json, before?.json)
      ? html`<a href="${withQuery('/-/history/texts', { url, from: before?.from, to: from })}">Both texts side by side</a>`
      : undefined,
  ].filter((link) => link !== undefined);
  return html`<article class="changed"><h2>${WORDS[change]} ${change === 'added' ? html`<span class="muted">in snapshot ${from}</span>` : when}</h2>${isChange ? html`<ul class="plain">${whatChanged(difference, frame)}</ul>` : ''}${links.length === 0 ? '' : html`<ul class="ways">${links.map((link) => html`<li>${link}</li>`)}</ul>`}${
    json === undefined
      ? html`<p class="vanished">It was no longer there.</p>`
      : html`<details class="fields"><summary>The record in snapshot ${from}</summary><pre class="scroll" tabindex="0">${JSON.stringify(JSON.parse(json), null, 2)}</pre></details>`
  }</article>`;
}

function whatChanged(difference: RecordDifference, frame: Frame): Markup {
  return recordChange({ difference, colours: new Map(), isSubject: true }, frame);
}

/** Whether two versions of a record have texts that differ. */
function isOtherText(json: string | undefined, before: string | undefined): boolean {
  const [now, then] = [json, before].map((one): unknown => JSON.parse(one ?? '{}').body);
  return typeof now === 'string' && typeof then === 'string' && now !== then;
}

/** What happened to the comments and reviews of a thread. */
function belowIt({ edits, deleted }: History, frame: Frame): Markup | string {
  if (edits.length + deleted.length === 0) {
    return '';
  }
  const link = (url: string, words: string) => {
    const path = frame.links.local(url);
    return path === undefined ? words : html`<a href="${path}">${words}</a>`;
  };
  return html`<section class="changes"><h2>Its comments and reviews</h2><ul class="plain">${deleted.map(
    ({ author, when, body }) =>
      html`<li class="vanished"><p><span class="tag warn">deleted</span> comment by ${personLink(author, frame)}, ${when}</p><p class="lost" dir="auto">${body}</p></li>`,
  )}${edits.map(
    ({ url, when, before, after }) =>
      html`<li><p><span class="tag">edited</span> ${link(url, 'comment')}, ${when}</p><div class="edit">${wordDifference(before, after)}</div></li>`,
  )}</ul></section>`;
}
