import { html } from 'hono/html';
import { isJsonObject, type JsonValue } from '../../../base/json.ts';
import { firstLine } from '../../../store/record-facts.ts';
import type { Frame, Markup } from '../../frame.ts';
import { labelChip } from '../../show/badges.ts';
import { countOf } from '../../show/counts.ts';
import { personLink } from '../../show/links.ts';

/** An event of a feed. */
export interface FeedEvent {
  /** As the service names it: `IssuesEvent`. */
  readonly type: string;
  /** Its payload as JSON. */
  readonly payload: string;
  /** What it is about, linked. */
  readonly about: Markup | string;
  /** Whether it is about a merged pull request: payloads need not say that closing it was merging it. */
  readonly isMerged: boolean;
}

type Payload = Readonly<Record<string, JsonValue>>;

type Phrase = (payload: Payload, event: FeedEvent, frame: Frame) => Markup | string;

/** What happened, as the rest of a sentence that begins with a person. */
export function eventWords(event: FeedEvent, frame: Frame): Markup | string {
  const { type } = event;
  const read = readPayload(event.payload);
  return PHRASES[type]?.(read, event, frame) ?? inWords(`${type} ${textAt(read, 'action')}`.trim());
}

/** The first line that a person wrote with it; empty if it has none. */
export function eventQuote(payload: string): string {
  const read = readPayload(payload);
  const { commits } = read;
  const [commit] = Array.isArray(commits) ? commits : [];
  const text =
    textAt(read, 'comment', 'body') || textAt(read, 'review', 'body') || textAt(commit ?? null, 'message');
  return firstLine(text);
}

/** A name in words: `IssueCommentEvent` as `issue comment`, `["git_lfs"]` as `git lfs`. */
export function inWords(name: string): string {
  return name
    .replace(/Event(?![a-z])|[[\]"]/g, '')
    .replace(/(?<=[a-z])(?=[A-Z])|_/g, ' ')
    .replace(/,(?=\S)/g, ', ')
    .toLowerCase();
}

/** The types of events; those of the specification (6), and others whose payloads it leaves open. */
const PHRASES: Readonly<Record<string, Phrase>> = {
  CommitCommentEvent: (_, { about }) => html`commented on the commit ${about}`,
  CreateEvent: (payload, { about }) =>
    textAt(payload, 'ref_type') === 'repository'
      ? 'created this repository'
      : html`created the ${textAt(payload, 'ref_type')} ${about}`,
  DeleteEvent: (payload) => html`deleted the ${textAt(payload, 'ref_type')} ${textAt(payload, 'ref')}`,
  DiscussionEvent: threadWords,
  DiscussionCommentEvent: said('a comment'),
  ForkEvent: (_, { about }) => html`forked this repository to ${about}`,
  GollumEvent: ({ pages }) =>
    html`edited the wiki: ${(Array.isArray(pages) ? pages : []).map((page) => textAt(page, 'title')).join(', ')}`,
  IssueCommentEvent: said('a comment'),
  IssuesEvent: threadWords,
  MemberEvent: (_, { about }) => html`added ${about} as a collaborator`,
  PublicEvent: () => 'made this repository public',
  PullRequestEvent: threadWords,
  PullRequestReviewCommentEvent: said('a comment on the code'),
  PullRequestReviewEvent: (payload) => VERDICTS[textAt(payload, 'review', 'state')] ?? 'reviewed this',
  PushEvent: (payload, { about }) =>
    html`pushed ${countOf(Number(payload['size'] ?? 1), 'commit')} to ${branchOf(textAt(payload, 'ref'))}: ${about}`,
  ReleaseEvent: (_, { about }) => html`published the release ${about}`,
  WatchEvent: () => 'starred this repository',
};

const VERDICTS: Readonly<Record<string, string>> = {
  approved: 'approved this',
  changes_requested: 'asked for changes',
  dismissed: 'had a review dismissed',
};

/** What happens to issues, pull requests and discussions. */
const ACTIONS: Readonly<Record<string, Phrase>> = {
  labeled: (payload) => html`added the label ${labelOf(payload)}`,
  unlabeled: (payload) => html`removed the label ${labelOf(payload)}`,
  assigned: (payload, _, frame) => html`assigned ${personLink(textAt(payload, 'assignee', 'login'), frame)}`,
  unassigned: (payload, _, frame) =>
    html`unassigned ${personLink(textAt(payload, 'assignee', 'login'), frame)}`,
  review_requested: (payload, _, frame) =>
    html`asked ${personLink(textAt(payload, 'requested_reviewer', 'login') || 'a team', frame)} for a review`,
  milestoned: () => 'added this to a milestone',
  demilestoned: () => 'removed this from a milestone',
  synchronize: () => 'pushed commits to this',
  ready_for_review: () => 'marked this as ready for review',
  converted_to_draft: () => 'made this a draft',
  transferred: () => 'moved this to another repository',
  created: () => 'opened this',
  answered: () => 'marked an answer',
};

function threadWords(payload: Payload, event: FeedEvent, frame: Frame): Markup | string {
  const action = textAt(payload, 'action');
  return action === 'closed' && event.isMerged
    ? 'merged this'
    : (ACTIONS[action]?.(payload, event, frame) ?? `${inWords(action)} this`);
}

function said(what: string): Phrase {
  return (payload) => {
    const action = textAt(payload, 'action');
    return action === 'edited' || action === 'deleted'
      ? `${action} ${what}`
      : what === 'a comment'
        ? 'commented'
        : 'commented on the code';
  };
}

function labelOf(payload: Payload): Markup {
  const color = textAt(payload, 'label', 'color');
  return labelChip({ name: textAt(payload, 'label', 'name'), color: color === '' ? null : color });
}

function branchOf(ref: string): string {
  return ref.replace(/^refs\/(?:heads|tags)\//, '');
}

function readPayload(json: string): Payload {
  const payload: JsonValue = JSON.parse(json);
  return isJsonObject(payload) ? payload : {};
}

/** The text at a path of names; empty if there is none. */
function textAt(value: JsonValue, ...path: readonly string[]): string {
  const found = path.reduce<JsonValue | undefined>(
    (at, name) => (at !== undefined && at !== null && isJsonObject(at) ? at[name] : undefined),
    value,
  );
  return typeof found === 'string' ? found : '';
}
