import { html } from 'hono/html';
import { Failure } from '../../../model/failure.ts';
import { readUrlPlace } from '../../../reading/locate-record.ts';
import { referenceText } from '../../../reading/markdown-text.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import type { RecordDifference } from '../../../store/read-differences.ts';
import type { RecordVersion } from '../../../store/read-history.ts';
import { createChangeTimes } from '../../../store/when-changed.ts';
import type { Frame, Markup } from '../../frame.ts';
import { definePage } from '../../page.ts';
import { withQuery } from '../../paths.ts';
import { kindWords } from '../../show/changes/record-change.ts';
import { subjectChanges } from '../../show/changes/subject-changes.ts';
import { wordDifference } from '../../show/changes/word-difference.ts';
import { personLink, recordName } from '../../show/links.ts';
import { momentOf } from '../../show/times.ts';

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
  /** When the first snapshot with it was taken; null if that is unknown. */
  readonly takenAt: string | null;
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
          hint: 'Each thread links to its history as "Changes between snapshots"',
        },
      );
    }
    const whenOf = createChangeTimes(store.snapshots());
    const times = new Map(store.snapshots().map(({ id, takenAt = null }) => [id, takenAt]));
    return {
      url,
      versions: versions.map((version) => ({
        ...version,
        when: whenOf(version.seenBefore, version.from),
        takenAt: times.get(version.from) ?? null,
      })),
      edits: store.edits(url).filter((edit) => edit.url !== url),
      deleted: store.vanishedBelow(url),
    };
  },
  show(facts, frame) {
    const { url, versions } = facts;
    const title = `History of ${nameOf(facts)}`;
    return {
      title,
      original: url,
      width: 'text',
      main: html`<h1>${title}</h1>${whereNow(facts, frame)}
<div class="changes">${versions.map((_, index) => versionOf(facts, index, frame)).toReversed()}</div>${belowIt(facts, frame)}`,
    };
  },
});

/** `acme/app#7`, or what belongs to it: `a comment on acme/app#7`. */
function nameOf({ url, versions }: History): string {
  const name = recordName(url);
  const words = kindWords(versions.at(-1)?.kind ?? '');
  return name === referenceText(url) ? name : `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words} on ${name}`;
}

/** Where the record is now, or what it belonged to. */
function whereNow({ url, versions }: History, { links }: Frame): Markup | string {
  const isGone = versions.at(-1)?.json === undefined;
  const path = links.local(url);
  const link =
    path === undefined
      ? undefined
      : html`<a href="${path}">${isGone ? 'The page where it was' : 'The page where it is'}</a>`;
  return isGone
    ? html`<p class="vanished">It is not in the newest snapshot. ${link}</p>`
    : link === undefined
      ? ''
      : html`<p>${link}</p>`;
}

const WORDS: Readonly<Record<RecordVersion['change'], string>> = {
  added: 'First seen',
  changed: 'Changed',
  vanished: 'Deleted',
  returned: 'There again',
};

function versionOf({ url, versions }: History, index: number, frame: Frame): Markup | string {
  const [before, version, next] = [versions[index - 1], versions[index], versions[index + 1]];
  if (version === undefined) {
    return '';
  }
  const { kind, change, from, until, json, when, takenAt } = version;
  const then = takenAt === null ? html`in snapshot ${from}` : html`on ${momentOf(takenAt)}`;
  const difference = { kind, url, repo: undefined, change, before: before?.json, after: json } as const;
  const page = frame.links.local(url.replace(/#.*/, ''));
  const links = [
    until === undefined || json === undefined || page === undefined
      ? undefined
      : html`<a href="/-/at/${from}${page}">The page as it was ${then}</a>`,
    change === 'changed' && isOtherText(json, before?.json)
      ? html`<a href="${withQuery('/-/history/texts', { url, from: before?.from, to: from })}">Both texts side by side<span class="unseen">, changed ${when}</span></a>`
      : undefined,
  ].filter((link) => link !== undefined);
  return html`<article class="changed"><h2>${WORDS[change]} ${change === 'added' ? then : when}</h2>${whatChanged(difference, next?.change === 'vanished', frame)}${links.length === 0 ? '' : html`<ul class="ways">${links.map((link) => html`<li>${link}</li>`)}</ul>`}${
    json === undefined
      ? ''
      : html`<details class="fields"><summary>The whole record ${then}</summary><pre class="scroll" tabindex="0">${JSON.stringify(JSON.parse(json), null, 2)}</pre></details>`
  }</article>`;
}

/** What a version changed; a text that was deleted next is shown there. */
function whatChanged(difference: RecordDifference, isDeletedNext: boolean, frame: Frame): Markup {
  return subjectChanges(
    {
      records: [difference],
      threadKind: difference.kind,
      colours: new Map(),
      history: isDeletedNext ? 'without new text' : 'whole',
    },
    frame,
  );
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
    ({ url, author, when, body }) =>
      html`<li class="vanished"><p><span class="tag warn">deleted</span> comment by ${personLink(author, frame)}, ${when}</p><div class="lost">${frame.markdown(body, { repo: readUrlPlace(url).repo ?? null })}</div></li>`,
  )}${edits.map(
    ({ url, when, before, after }) =>
      html`<li><p><span class="tag">edited</span> ${link(url, 'comment')}, ${when}</p><div class="edit">${wordDifference(before, after)}</div></li>`,
  )}</ul></section>`;
}
