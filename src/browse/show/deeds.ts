import { html } from 'hono/html';
import { eventSentence } from '../../reading/event-sentences.table.ts';
import { accountText } from '../../reading/markdown-text.ts';
import type { EventRow } from '../../reading/thread.ts';
import type { Frame, Markup } from '../frame.ts';
import { andList } from './and-list.ts';
import { labelChip, stateSign } from './badges.ts';
import { milestoneLink } from './links.ts';

/** Where events happened. */
export interface DeedPlace {
  /** `owner/name`. */
  readonly repo: string;
  /** The kind of the thread. */
  readonly kind: string;
  /** Ids of commits that the kept repository contains. */
  readonly commits: readonly string[];
  /** The colour of a label; null if it is unknown. */
  colourOf(label: string): string | null;
}

/** What one person did, as the rest of a sentence: `added the labels bug and ui, and closed this`. */
export function showDeeds(events: readonly EventRow[], place: DeedPlace, frame: Frame): Markup {
  return andList(joinLabels(events).map((deed) => showDeed(deed, place, frame)));
}

/** One event, the same one several times, or labels that were added or removed together. */
type Deed = readonly EventRow[];

/** Events that only follow from others, and say the same each time. */
export const FOLLOWING: ReadonlySet<string> = new Set(['mentioned', 'subscribed', 'unsubscribed']);

interface DatedEvent extends Pick<EventRow, 'event' | 'commit_id'> {
  readonly createdAt: string | null;
}

/** Whether an event says again that the thread was merged: that this closed it, or that its commit mentions it. */
export function isEcho({ event, commit_id, createdAt }: DatedEvent, merge: DatedEvent | undefined): boolean {
  if (merge === undefined) {
    return false;
  }
  const isOfCommit = commit_id !== null && commit_id === merge.commit_id;
  return event === 'referenced'
    ? isOfCommit
    : event === 'closed' && (isOfCommit || (createdAt ?? '') >= (merge.createdAt ?? ''));
}

function joinLabels(events: readonly EventRow[]): readonly Deed[] {
  const deeds: EventRow[][] = [];
  for (const event of events) {
    const last = deeds.at(-1);
    const same = FOLLOWING.has(event.event ?? '') && deeds.find(([one]) => one?.event === event.event);
    if (same) {
      same.push(event);
    } else if (isOfLabel(event) && last?.[0]?.event === event.event) {
      last?.push(event);
    } else {
      deeds.push([event]);
    }
  }
  return deeds;
}

function isOfLabel({ event, label_name }: EventRow): boolean {
  return (event === 'labeled' || event === 'unlabeled') && label_name !== null;
}

function showDeed(deed: Deed, place: DeedPlace, frame: Frame): Markup {
  const [first] = deed;
  if (first === undefined || isOfLabel(first)) {
    const chips = deed.map(({ label_name: name }) =>
      labelChip({ name: name ?? '', color: place.colourOf(name ?? '') }),
    );
    return html`${first?.event === 'labeled' ? 'added' : 'removed'} the label${deed.length === 1 ? '' : 's'} <span class="labels">${chips}</span>`;
  }
  const { event, milestone_title: milestone } = first;
  if (milestone !== null && (event === 'milestoned' || event === 'demilestoned')) {
    return html`${event === 'milestoned' ? 'added this to' : 'removed this from'} the milestone ${milestoneLink(place.repo, milestone, frame)}`;
  }
  const texts = {
    commit: commitText(place, frame),
    account: (login: string | null) => accountLink(login, frame),
  };
  return html`${eventSign(event, place)}${frame.markdown(eventSentence(first, texts), { repo: place.repo, isInline: true })}${event === 'mentioned' ? timesText(deed.length) : ''}`;
}

function timesText(count: number): string {
  return count === 1 ? '' : count === 2 ? ' twice' : ` ${count} times`;
}

/** Links to a commit if the kept repository contains it. */
function commitText({ repo, commits }: DeedPlace, { links }: Frame): (id: string) => string {
  return (id) => {
    const path = commits.includes(id) ? links.commit(repo, id) : undefined;
    const name = `\`${id.slice(0, 10)}\``;
    return path === undefined ? name : `[${name}](${path})`;
  };
}

function accountLink(login: string | null, { links }: Frame): string {
  const path = login === null ? undefined : links.account(login);
  return path === undefined ? accountText(login) : `[${accountText(login)}](${path})`;
}

/** The states that events bring about; their signs make the course of a thread visible. */
const EVENT_STATES: Readonly<Record<string, string>> = {
  closed: 'closed',
  merged: 'merged',
  reopened: 'open',
  ready_for_review: 'open',
  convert_to_draft: 'draft',
  converted_to_draft: 'draft',
};

function eventSign(event: string | null, { kind }: DeedPlace): Markup | string {
  const state = EVENT_STATES[event ?? ''];
  return state === undefined ? '' : html`${stateSign({ kind, state })} `;
}
