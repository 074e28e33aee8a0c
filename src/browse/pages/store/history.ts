import { html } from 'hono/html';
import { capitalized, withArticle } from '../../../base/text-ends.ts';
import { Failure } from '../../../model/failure.ts';
import { type Deletion, findDeletion } from '../../../reading/find-deletion.ts';
import { readUrlPlace } from '../../../reading/locate-record.ts';
import { referenceText } from '../../../reading/markdown-text.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import { type WhatHappened, whatHappened } from '../../../reading/what-happened.ts';
import type { RecordDifference } from '../../../store/read-differences.ts';
import type { RecordVersion } from '../../../store/read-history.ts';
import { factsOfRecord } from '../../../store/record-facts.ts';
import { createChangeTimes } from '../../../store/when-changed.ts';
import type { Frame, Markup } from '../../frame.ts';
import { definePage } from '../../page.ts';
import { withQuery } from '../../paths.ts';
import { kindWords } from '../../show/changes/record-change.ts';
import { subjectChanges } from '../../show/changes/subject-changes.ts';
import { wordDifference } from '../../show/changes/word-difference.ts';
import { personLink, recordName } from '../../show/links.ts';
import { nameSnapshots } from '../../show/snapshot-names.ts';
import { dateOf, momentOf } from '../../show/times.ts';

interface History {
  readonly url: string;
  /** Of the thread; null if it has none. */
  readonly title: string | null;
  /** The numbers of all snapshots, oldest first. */
  readonly order: readonly number[];
  readonly versions: readonly ShownVersion[];
  /** Of a thread: edited texts below it, and what was deleted from it. */
  readonly edits: ReturnType<Browsing['edits']>;
  readonly deleted: ReturnType<Browsing['vanishedBelow']>;
  /** Who deleted comments of the thread. */
  readonly deletions: readonly Deletion[];
}

interface ShownVersion extends RecordVersion {
  /** When it changed: `between 12 and 19 May 2026`. */
  readonly when: string;
  /** When the first snapshot with it was taken; null if that is unknown. */
  readonly takenAt: string | null;
  /** The name of that snapshot; no two have the same. */
  readonly snapshotName: string;
}

type BelowChange = History['edits'][number] | History['deleted'][number];

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
    const names = nameSnapshots(store.snapshots(), {});
    const times = new Map(store.snapshots().map(({ id, takenAt = null }) => [id, takenAt]));
    return {
      url,
      title: titleOf(url, versions, store),
      order: store.snapshots().map(({ id }) => id),
      versions: versions.map((version) => ({
        ...version,
        when: whenOf(version.seenBefore, version.from),
        takenAt: times.get(version.from) ?? null,
        snapshotName: names.get(version.from) ?? '',
      })),
      edits: store.edits(url).filter((edit) => edit.url !== url),
      deleted: store.vanishedBelow(url),
      deletions: store.deletions(threadOf(url)),
    };
  },
  show(facts, frame) {
    const { url } = facts;
    const title = `History of ${nameOf(facts)}`;
    const thread = facts.title === null ? '' : html`: <bdi>${frame.title(facts.title)}</bdi>`;
    return {
      title,
      original: url,
      width: 'text',
      main: html`<h1>${title}${thread}</h1>${whereNow(facts, frame)}
<div class="changes">${entriesOf(facts, frame)}</div>${wholeRecords(facts)}`,
    };
  },
});

/** The address of the thread that a comment or review is in. */
function threadOf(url: string): string {
  return url.replace(/(?:\/files)?#[^#]*$/, '');
}

function titleOf(url: string, versions: readonly RecordVersion[], store: Browsing): string | null {
  const { repo, number, kind } = readUrlPlace(url);
  const isOfThread = repo !== undefined && number !== undefined && kind !== undefined; // Projects have numbers too.
  const title = isOfThread ? store.glance(repo, number, kind)?.title : undefined;
  return title ?? factsOfRecord(versions.findLast(({ json }) => json !== undefined)?.json ?? '{}').title;
}

/** All that happened to the record and to what belongs to it, the latest first. */
function entriesOf(facts: History, frame: Frame): readonly Markup[] {
  const { versions, edits, deleted, order } = facts;
  const own = versions.map(({ from }, index) => ({ at: from, entry: versionOf(facts, index, frame) }));
  // What was deleted together is read as the conversation that it was.
  const asSaid = deleted.toSorted((one, other) => ((one.createdAt ?? '') < (other.createdAt ?? '') ? -1 : 1));
  const below = [...edits.toReversed(), ...asSaid].map((one) => ({
    at: one.snapshotId,
    entry: belowOf(one, frame),
  }));
  return [...own.toReversed(), ...below]
    .flatMap(({ at, entry }) => (entry === undefined ? [] : { at: order.indexOf(at), entry }))
    .sort((one, other) => other.at - one.at)
    .map(({ entry }) => entry);
}

/** `acme/app#7`, what belongs to it (`a comment on acme/app#7`), or another record (`a project of acme/app`). */
function nameOf({ url, versions, title }: History): string {
  const name = recordName(url);
  const words = withArticle(kindWords(versions.at(-1)?.kind ?? ''));
  const { repo, kind } = readUrlPlace(url);
  return name !== referenceText(url)
    ? `${words} on ${name}`
    : kind !== undefined || title === null
      ? name
      : repo === undefined || url.endsWith(`/${repo}`)
        ? words
        : `${words} of ${repo}`;
}

/** Where the record is now, or what it belonged to. */
function whereNow({ url, versions }: History, { links }: Frame): Markup | string {
  const isGone = versions.at(-1)?.json === undefined;
  const path = links.local(url);
  const link =
    path === undefined
      ? undefined
      : html`<a href="${path}">${isGone ? `The page where it was` : `Open the ${kindWords(versions.at(-1)?.kind ?? '')}`}</a>`;
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

function versionOf({ url, versions, deletions }: History, index: number, frame: Frame): Markup | undefined {
  const [before, version, next] = [versions[index - 1], versions[index], versions[index + 1]];
  if (version === undefined) {
    return undefined;
  }
  const { kind, change, from, until, json, when } = version;
  const then = snapshotOf(version);
  const { repo } = readUrlPlace(url);
  const difference = { kind, url, repo, change, before: before?.json, after: json } as const;
  const happened = whatHappened(difference);
  const isDeletedComment = kind.endsWith('comment') && json === undefined;
  const deletion = isDeletedComment
    ? findDeletion(factsOfRecord(before?.json ?? '{}').author, deletions)
    : undefined;
  if (change === 'changed' && happened.happenings.length === 0) {
    return undefined;
  }
  const page = frame.links.local(url.replace(/#.*/, ''));
  const links = [
    until === undefined || json === undefined || page === undefined
      ? undefined
      : html`<a href="/-/at/${from}${page}">The page as it was ${then}</a>`,
    change === 'changed' && isOtherText(json, before?.json)
      ? html`<a href="${withQuery('/-/history/texts', { url, from: before?.from, to: from })}">Both texts side by side<span class="unseen">, changed ${when}</span></a>`
      : undefined,
  ].filter((link) => link !== undefined);
  return html`<article class="changed"><h2>${WORDS[change]} ${change === 'added' ? then : when}</h2>${whatChanged({ difference, happened, deletion, isDeletedNext: next?.change === 'vanished' }, frame)}${links.length === 0 ? '' : html`<ul class="ways">${links.map((link) => html`<li>${link}</li>`)}</ul>`}</article>`;
}

/** The versions of the record as the archives have them, the latest first. */
function wholeRecords({ versions }: History): Markup {
  const shown = versions.toReversed().flatMap((version) => {
    const { json } = version;
    return json === undefined
      ? []
      : html`<details class="fields"><summary>${snapshotOf(version)}</summary><pre class="whole">${JSON.stringify(JSON.parse(json), null, 2)}</pre></details>`;
  });
  return html`<section class="changes"><h2>The whole record</h2><p class="muted small">As the archives have it, with all of its fields.</p>${shown}</section>`;
}

/** When a version was there first: `on 12 May 2026`. */
function snapshotOf({ takenAt, from, snapshotName }: ShownVersion): Markup {
  return takenAt === null
    ? html`in snapshot ${from}`
    : html`on <time datetime="${takenAt}">${snapshotName}</time>`;
}

/** What a version changed; a text that was deleted next is shown there. */
function whatChanged(
  {
    difference,
    happened,
    deletion,
    isDeletedNext,
  }: {
    readonly difference: RecordDifference;
    readonly happened: WhatHappened;
    readonly deletion: Deletion | undefined;
    readonly isDeletedNext: boolean;
  },
  frame: Frame,
): Markup {
  return subjectChanges(
    {
      records: [difference],
      happened,
      deletion,
      threadKind: difference.kind,
      colours: new Map(),
      commits: [],
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

/** What happened to a comment or review of the thread. */
function belowOf(one: BelowChange, frame: Frame): Markup {
  const { url, kind, author, when } = one;
  const words = capitalized(kindWords(kind));
  const path = 'body' in one ? undefined : frame.links.local(url);
  const name = path === undefined ? words : html`<a href="${path}">${words}</a>`;
  const whose = html`${name} by ${personLink(author, frame)}`;
  return 'body' in one
    ? html`<article class="changed"><h2>${whose}${one.createdAt === null ? '' : html`, written on ${momentOf(one.createdAt)}`}: deleted ${one.deletion === null ? when : html`by ${personLink(one.deletion.actor, frame)} on ${dateOf(one.deletion.at)}`}</h2><ul class="plain"><li class="vanished"><div class="lost">${frame.markdown(one.body, { repo: readUrlPlace(url).repo ?? null })}</div></li></ul></article>`
    : html`<article class="changed"><h2>${whose}: edited ${when}</h2><div class="edit">${wordDifference(one, readUrlPlace(url).repo ?? null, frame)}</div></article>`;
}
