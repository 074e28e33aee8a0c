import { lastSegment } from '../base/text-ends.ts';
import { accountText, codeSpan, inlineText, referenceText } from './markdown-text.ts';
import type { EventRow } from './thread.ts';

/** How Markdown names what an event is about. */
export interface EventTexts {
  readonly commit: (id: string) => string;
  readonly account: (login: string | null) => string;
}

type Sentence = (row: EventRow, texts: EventTexts) => string;

const PLAIN_TEXTS: EventTexts = { commit: (id) => codeSpan(id.slice(0, 10)), account: accountText };

/** Describes an event as one line of Markdown that continues a sentence after the actor's name. */
export function eventSentence(row: EventRow, texts: EventTexts = PLAIN_TEXTS): string {
  const event = row.event ?? 'unknown';
  return EVENT_SENTENCES.get(event)?.(row, texts) ?? inlineText(event.replaceAll('_', ' '));
}

/** The events of archives (archive format 2.14). */
const EVENT_SENTENCES: ReadonlyMap<string, Sentence> = new Map<string, Sentence>(
  Object.entries<Sentence>({
    labeled: (row) => `added the label ${labelOf(row)}`,
    unlabeled: (row) => `removed the label ${labelOf(row)}`,
    milestoned: (row) => `added this to the milestone ${quoted(row.milestone_title)}`,
    demilestoned: (row) => `removed this from the milestone ${quoted(row.milestone_title)}`,
    renamed: (row) => `changed the title from ${quoted(row.title_was)} to ${quoted(row.title_is)}`,
    base_ref_changed: (row) =>
      `changed the base branch from ${codeSpan(row.title_was ?? '?')} to ${codeSpan(row.title_is ?? '?')}`,
    assigned: (row, texts) => (isOwn(row) ? 'self-assigned this' : `assigned ${subjectOf(row, texts)}`),
    unassigned: (row, texts) =>
      isOwn(row) ? 'removed their assignment' : `unassigned ${subjectOf(row, texts)}`,
    review_requested: (row, texts) => `requested a review from ${subjectOf(row, texts)}`,
    review_request_removed: (row, texts) => `removed the review request for ${subjectOf(row, texts)}`,
    comment_deleted: (row, texts) => `deleted a comment by ${subjectOf(row, texts)}`,
    transferred: (row) => `moved this here from ${pathOf(row)}`,
    connected: (row) => `linked ${pathOf(row)}`,
    disconnected: (row) => `unlinked ${pathOf(row)}`,
    referenced: (row, texts) =>
      row.commit_id === null
        ? 'mentioned this in a commit'
        : `mentioned this in commit ${commitOf(row.commit_id, texts)}`,
    merged: (row, texts) =>
      row.commit_id === null ? 'merged this' : `merged this in commit ${commitOf(row.commit_id, texts)}`,
    closed: (row, texts) =>
      row.commit_id === null ? 'closed this' : `closed this in commit ${commitOf(row.commit_id, texts)}`,
    reopened: () => 'reopened this',
    locked: () => 'locked the conversation',
    unlocked: () => 'unlocked the conversation',
    pinned: () => 'pinned this',
    unpinned: () => 'unpinned this',
    mentioned: () => 'was mentioned',
    subscribed: () => 'subscribed',
    unsubscribed: () => 'unsubscribed',
    ready_for_review: () => 'marked this as ready for review',
    convert_to_draft: () => 'converted this to a draft',
    converted_to_draft: () => 'converted this to a draft',
    head_ref_deleted: () => 'deleted the branch',
    head_ref_restored: () => 'restored the branch',
    head_ref_force_pushed: forcePushed,
    base_ref_force_pushed: forcePushed,
  }),
);

function forcePushed(row: EventRow, texts: EventTexts): string {
  const branch = (row.ref ?? '').replace(/^refs\/heads\//, '');
  return `force-pushed ${branch === '' ? 'the branch' : codeSpan(branch)} from ${commitOf(row.before_commit_oid, texts)} to ${commitOf(row.after_commit_oid, texts)}`;
}

function labelOf({ label_name }: EventRow): string {
  return codeSpan(label_name ?? '?');
}

function quoted(title: string | null): string {
  return `“${inlineText(title ?? '?')}”`;
}

function commitOf(id: string | null, { commit }: EventTexts): string {
  return id === null ? 'an unknown commit' : commit(id);
}

function subjectOf({ subject_url }: EventRow, { account }: EventTexts): string {
  return account(subject_url === null ? null : lastSegment(subject_url));
}

function isOwn({ subject_url, actor }: EventRow): boolean {
  return subject_url !== null && lastSegment(subject_url) === actor;
}

function pathOf({ subject_url }: EventRow): string {
  return inlineText(subject_url === null ? 'something' : referenceText(subject_url));
}
