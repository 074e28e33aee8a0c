import { html } from 'hono/html';
import { capitalized } from '../../../base/text-ends.ts';
import type { CapturedFilter, CapturedTally } from '../../../reading/open-browsing.ts';
import type { Frame, Markup } from '../../frame.ts';
import { kindSign, stateSign } from '../../show/badges.ts';
import { countText } from '../../show/counts.ts';
import { otherQuery } from '../../show/pager.ts';
import { titleLink } from '../../show/writing-rows.ts';
import { byDay, clockOf } from './by-day.ts';
import { type CapturedRow, isAlertType, type Subject } from './captured-subjects.ts';
import { type Choosing, chooseValue } from './choose-value.ts';
import { countTallied } from './count-tallied.ts';
import { inWords } from './event-words.ts';

/** Why the service notifies, in words; reasons that are not here are shown as the service names them. */
const REASONS: Readonly<Record<string, string>> = {
  approval_requested: 'Your approval was requested',
  assign: 'You were assigned',
  author: 'You opened it',
  ci_activity: 'Your workflow run finished',
  comment: 'You commented',
  invitation: 'You accepted an invitation',
  manual: 'You subscribed',
  member_feature_requested: 'Members asked to turn on a feature',
  mention: 'You were mentioned',
  review_requested: 'Your review was requested',
  security_advisory_credit: 'You were credited',
  security_alert: 'A security alert',
  state_change: 'You changed its state',
  subscribed: 'You watch the repository',
  team_mention: 'Your team was mentioned',
};

/** The choice between all and unread notifications, with their numbers. */
export function notificationChoice(
  tallies: readonly CapturedTally[],
  { is_unread, reason }: CapturedFilter,
  frame: Frame,
): Markup {
  const isUnread = is_unread === 1;
  const count = (wanted?: number) => countTallied(tallies, { reason, is_unread: wanted });
  const link = (words: string, is: string | undefined, isChosen: boolean, number: number) =>
    html`<a href="${otherQuery(frame.path, { is, from: undefined })}"${isChosen ? html` aria-current="true"` : ''}>${words} <span class="count">${countText(number)}</span></a>`;
  return html`<p class="states" data-control>${link('Unread', 'unread', isUnread, count(1))}${link('All', undefined, !isUnread, count())}</p>`;
}

/** Links that narrow notifications to a reason, events to a kind, and both to a repository, or no longer do. */
export function feedFacets(
  name: 'reason' | 'type',
  list: Pick<Choosing, 'tallies' | 'filter'>,
  { repo, frame }: { readonly repo: string | null; readonly frame: Frame },
): Markup | string {
  const words = name === 'reason' ? REASON_FACET : KIND_FACET;
  return list.tallies.length === 0
    ? ''
    : html`<div class="facets">${chooseValue(name, { ...list, ...words, chosen: list.filter[name]?.toString() }, frame)}${chooseValue('repo', { ...list, title: 'Repositories', chosen: repo ?? undefined }, frame)}</div>`;
}

const REASON_FACET = { title: 'Reasons', wordsOf: reasonWords };
const KIND_FACET = { title: 'Kinds', wordsOf: (type: string) => capitalized(inWords(type)) };

function reasonWords(reason: string): string {
  return REASONS[reason] ?? inWords(reason);
}

/** Notifications by day, the newest first; unread ones are marked. */
export function showNotifications(
  rows: readonly CapturedRow[],
  subjects: readonly (Subject | null)[],
  frame: Frame,
): Markup {
  const all = rows.map((row, index) => ({ row, subject: subjects[index] ?? null }));
  return byDay(
    all,
    ({ row }) => String(row['updated_at']),
    (ofDay) => html`<ol class="rows inbox">${ofDay.map((one) => rowOf(one, frame))}</ol>`,
  );
}

function rowOf(
  { row, subject }: { readonly row: CapturedRow; readonly subject: Subject | null },
  frame: Frame,
): Markup {
  const [type, reason, repo, title] = ['type', 'reason', 'repo', 'title'].map((name) =>
    String(row[name] ?? ''),
  );
  const isUnread = row['is_unread'] === 1;
  const name = title || subject?.text || `${typeWords(type ?? '')} of ${repo}`;
  const sign = subject?.thread === undefined ? kindSign(kindOf(type ?? '')) : stateSign(subject.thread);
  return html`<li data-item${isUnread ? html` class="unread"` : ''}>${sign}<span>${isUnread ? html`<span class="unseen">Unread: </span>` : ''}${titleLink(frame.title(name), subject?.path ?? undefined)}</span><span class="end">${clockOf(String(row['updated_at']))}</span><span class="facts"><span>${reasonWords(reason ?? '')}</span>${placeOf(repo ?? '', subject, type ?? '', frame)}${subject?.path ? '' : html`<span>not in the archive</span>`}</span></li>`;
}

/** The types whose names say little. */
const TYPE_WORDS: Readonly<Record<string, string>> = {
  CheckSuite: 'workflow run',
  RepositoryAdvisory: 'security advisory',
  RepositoryInvitation: 'invitation to',
};

/** The type of a subject in words. */
function typeWords(type: string): string {
  return isAlertType(type) ? 'dependency alert' : (TYPE_WORDS[type] ?? inWords(type));
}

/** The kind whose sign a type of subject has. */
const KINDS: Readonly<Record<string, string>> = {
  CheckSuite: 'check',
  Commit: 'commit',
  Discussion: 'discussion',
  Issue: 'issue',
  PullRequest: 'pull_request',
  Release: 'release',
  RepositoryInvitation: 'invitation',
};

function kindOf(type: string): string {
  return KINDS[type] ?? (/Alert|Advisory/.test(type) ? 'alert' : 'notice');
}

/** What it is, and the repository that it is in. */
function placeOf(repo: string, subject: Subject | null, type: string, frame: Frame): Markup {
  const number = subject?.number;
  const path = frame.links.repository(repo);
  return html`<span>${typeWords(type)} ${path === undefined ? repo : html`<a href="${path}">${repo}</a>`}${number === undefined ? '' : subject?.path === undefined || subject.path === null ? `#${number}` : html`<a href="${subject.path}">#${number}</a>`}</span>`;
}
