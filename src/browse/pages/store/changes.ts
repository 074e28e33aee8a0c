import { html } from 'hono/html';
import { capitalized, joinWords } from '../../../base/text-ends.ts';
import { HAPPENINGS, type Happening } from '../../../reading/what-happened.ts';
import type { Frame, Markup } from '../../frame.ts';
import { definePage, type PageView } from '../../page.ts';
import { stateSign } from '../../show/badges.ts';
import { changeWords } from '../../show/changes/changes-link.ts';
import { kindsWords, kindWords } from '../../show/changes/record-change.ts';
import { subjectChanges } from '../../show/changes/subject-changes.ts';
import { countOf, countText } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { inOwnRepositories } from '../../show/of-owners.ts';
import { otherQuery, pager, pagerLinks } from '../../show/pager.ts';
import { type Changes, readChanges, readEnds, type ShownSubject, type SnapshotEnd } from './read-changes.ts';
import { showWholeRepository } from './whole-repository.ts';

/** The changes between any two snapshots, by thread. */
export const changes = definePage<Changes>({
  async read(sources, request) {
    const ends = readEnds(sources, request);
    return ends === null ? { redirectTo: '/-/since' } : await readChanges(sources, request, ends);
  },
  show: (facts, frame) => showChanges(facts, frame, { title: 'What changed' }),
});

/** What happened to something in each thread or list below; other things may have happened there too. */
const HEADINGS: Readonly<Record<Happening, string>> = {
  deleted: 'Something deleted',
  edited: 'Something edited',
  new: 'Something new',
  closed: 'Closed or merged',
  reopened: 'Reopened',
  labelled: 'Labelled',
  moved: 'Moved',
  other: 'Other changes',
};

/** The same, as choices. */
const CHOICES: Readonly<Record<Happening, string>> = {
  ...HEADINGS,
  ...{ deleted: 'Deleted', edited: 'Edited', new: 'New', other: 'Other' },
};

interface ChangesHead {
  readonly title: string;
  readonly note?: Markup | string;
  /** Whether the changes are behind a link that shows them, because they were seen. */
  readonly isFolded?: boolean;
}

export function showChanges(
  facts: Changes,
  frame: Frame,
  { title, note = '', isFolded = false }: ChangesHead,
): PageView {
  const { from, to, subjects, what, subject, repo, records, hiddenCount, prevPath, nextPath } = facts;
  const isWhole = subject === null && repo === null && what === null;
  const list = html`<p class="muted">From ${endText(from)} to ${endText(to)}.${orderNote(facts)}${subject === null && repo === null ? '' : html` <a href="${narrowed(frame, { repo: undefined })}">Everything between them</a>`}</p>${otherPairs(facts, frame)}<p><strong>${changeWords({ ...records, isPart: false })}</strong>${scopeWords(facts)}</p>${choicesOf(facts, frame)}${
    subjects.length === 0 ? noneNote(facts, frame) : sectionsOf(facts, frame)
  }${pager({ before: prevPath, after: nextPath }, ['Previous', 'Next'])}${
    nextPath === undefined && hiddenCount > 0
      ? emptyNote(
          `${countOf(hiddenCount, 'more thread')} changed. Choose one owner, or two snapshots that are closer together, to see them.`,
        )
      : ''
  }`;
  const [only] = subjects;
  const named = subject === null || only === undefined ? title : `${title}: ${subjectName(only)}`;
  return {
    title: named,
    links: pagerLinks({ before: prevPath, after: nextPath }),
    main: html`<h1>${named}</h1>${note}${
      isFolded && isWhole && prevPath === undefined
        ? html`<details><summary>Show the last changes</summary>${list}</details>`
        : list
    }`,
  };
}

function noneNote({ records, what, subject, repo }: Changes, frame: Frame): Markup {
  const isNarrowed = what !== null || subject !== null || repo !== null;
  return emptyNote(
    records.added + records.changed + records.deleted > 0
      ? 'The changes are in no thread or list that this page shows.'
      : isNarrowed
        ? 'Nothing of this kind changed between these two snapshots.'
        : `Nothing changed${inOwnRepositories(frame)} between these two snapshots.`,
  );
}

/** Why all records of an account are new, or what was written is deleted. */
function orderNote({ from, to, isReversed, newAccounts }: Changes): Markup | string {
  return isReversed
    ? html` The second is the older one, so what was written in between counts as deleted. <a href="/-/changes/${to.id}..${from.id}">Swap them</a>.`
    : newAccounts.length === 0
      ? ''
      : html` The first snapshot of ${joinWords(newAccounts)} is among them: all that came with it is new here.`;
}

/** The changes before and after these. */
function otherPairs({ from, to, before, after }: Changes, frame: Frame): Markup | string {
  const links = [
    ...(before === null ? [] : [html`<a href="/-/changes/${before}..${from.id}">← Changes before</a>`]),
    ...(frame.hasPage('/-/snapshots') ? [html`<a href="/-/snapshots">All snapshots</a>`] : []),
    ...(after === null ? [] : [html`<a href="/-/changes/${to.id}..${after}">Changes after →</a>`]),
  ];
  return links.length === 0
    ? ''
    : html`<p class="small">${links.map((link, index) => html`${index === 0 ? '' : ' · '}${link}`)}</p>`;
}

/** What the numbers above the list count. */
function scopeWords({ records, subject, repo, subjectCount, wholeCounts }: Changes): string {
  const { added, changed, deleted } = records;
  const total = added + changed + deleted;
  const whole = wholeCounts.added + wholeCounts.deleted;
  const places: readonly (readonly [count: number, one: string, many: string])[] = [
    [wholeCounts.deleted, 'deleted repository', 'deleted repositories'],
    [wholeCounts.added, 'new repository', 'new repositories'],
    whole === 0
      ? [subjectCount, 'thread or list', 'threads and lists']
      : [subjectCount - whole, 'other thread or list', 'other threads and lists'],
  ];
  const scope =
    subject === null
      ? `in ${joinWords(places.flatMap(([count, one, many]) => (count === 0 ? [] : [countOf(count, one, many)])))}`
      : 'in this thread or list';
  return total === 0
    ? ''
    : ` ${total === 1 ? 'record' : 'records'} ${scope}${repo === null ? '' : ` of ${repo}`}`;
}

type NarrowingQuery = Parameters<typeof otherQuery>[1];

function narrowed({ path }: Frame, query: NarrowingQuery): string {
  return otherQuery(path, { what: undefined, subject: undefined, start: undefined, ...query });
}

/** Links that narrow the list to what happened. */
function choicesOf({ counts, subjectCount, what, subject }: Changes, frame: Frame): Markup | string {
  if (counts.length < 2 || subject !== null) {
    return '';
  }
  const current = (is: boolean) => (is ? html` aria-current="true"` : '');
  return html`<nav aria-label="Threads and lists, by what happened in them"><ul class="ways"><li><a href="${narrowed(frame, {})}"${current(what === null)}>Everything <span class="count">${countText(subjectCount)}</span></a></li>${counts.map(
    ({ happening, count }) =>
      html`<li><a href="${narrowed(frame, { what: happening })}"${current(happening === what)}>${CHOICES[happening]} <span class="count">${countText(count)}</span></a></li>`,
  )}</ul></nav>`;
}

function endText({ takenAt, id, name }: SnapshotEnd): Markup {
  const link = html`<a href="/-/at/${id}/">snapshot ${id}</a>`;
  return takenAt === null
    ? html`${link}, of unknown date,`
    : html`<time datetime="${takenAt}">${name}</time> <span class="small">(${link})</span>`;
}

/** The subjects below the most important thing that happened to them. */
function sectionsOf(facts: Changes, frame: Frame): Markup {
  const { subjects, what } = facts;
  const sections = new Map<string, ShownSubject[]>();
  const notes = new Map<string, Markup | string>();
  for (const one of subjects) {
    const happening = HAPPENINGS.find((each) => each === what) ?? one.happenings[0] ?? 'other';
    const heading =
      one.whole !== null
        ? `${happening === 'deleted' ? 'Deleted' : 'New'} repositories`
        : happening === 'other' && what === null
          ? 'Only other changes'
          : HEADINGS[happening];
    sections.set(heading, [...(sections.get(heading) ?? []), one]);
    notes.set(heading, one.whole === null ? restNote(facts, happening, frame) : '');
  }
  return html`${[...sections].map(
    ([heading, list]) =>
      html`<section class="changes"><h2>${heading}</h2>${notes.get(heading)}${list.map((one) => subjectOf(one, what, frame))}</section>`,
  )}`;
}

/** Where the others are in which the same happened: each is listed once, below the first heading that fits. */
function restNote(
  { counts, listedCounts, what, subject }: Changes,
  happening: Happening,
  frame: Frame,
): Markup | string {
  const all = counts.find((one) => one.happening === happening)?.count ?? 0;
  const listed = listedCounts[happening] ?? all;
  return what !== null || subject !== null || listed >= all
    ? ''
    : html`<p class="muted small">${countText(all - listed)} more ${all - listed === 1 ? 'is' : 'are'} in the sections above. <a href="${narrowed(frame, { what: happening })}">Show all ${countText(all)} together</a></p>`;
}

function subjectOf(subject: ShownSubject, what: string | null, frame: Frame): Markup {
  if (subject.whole !== null) {
    return showWholeRepository(subject, subject.whole, frame);
  }
  const { key, kind, number, count, records, labels, commits } = subject;
  const colours = new Map(labels.map(({ name, color }) => [name, color]));
  const rest = count - records.length;
  const more = otherQuery(frame.path, { subject: key, start: undefined, what: undefined });
  return html`<article class="changed" data-item>${headOf(subject, frame)}${subjectChanges({ records, threadKind: number === null ? null : kind, colours, commits, isUnfolded: what === 'other' }, frame)}${
    rest === 0
      ? ''
      : html`<p><a href="${more}">Show all ${countText(count)} changes<span class="unseen"> of ${subjectName(subject)}</span></a></p>`
  }</article>`;
}

/** What a thread or list is called within a sentence. */
function subjectName({ kind, repo, number }: Pick<ShownSubject, 'kind' | 'repo' | 'number'>): string {
  return number === null
    ? `${kindsWords(kind)}${repo === null ? '' : ` of ${repo}`}`
    : `${kindWords(kind)} ${repo}#${number}`;
}

/** The thread or list that changed, with its sign and a link. */
function headOf({ kind, repo, number, title, state, count }: ShownSubject, frame: Frame): Markup {
  if (number === null || title === null) {
    const words = count === 1 ? kindWords(kind) : kindsWords(kind);
    const path = repo === null ? undefined : frame.links.repository(repo);
    return html`<h3>${capitalized(words)}${repo === null ? '' : html` <span class="muted">of ${path === undefined ? repo : html`<a href="${path}">${repo}</a>`}</span>`}</h3>`;
  }
  const path = repo === null || state === null ? undefined : `${frame.links.thread(repo, number)}`;
  const name = frame.title(title);
  return html`<h3>${state === null ? '' : stateSign({ kind, state })} ${path === undefined ? name : html`<a class="title" href="${path}" data-item-link>${name}</a>`} <span class="muted">${repo}#${number}</span></h3>`;
}
