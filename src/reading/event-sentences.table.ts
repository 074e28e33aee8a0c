import { lastSegment } from '../base/text-ends.ts';
import { accountText, codeSpan, inlineText, referenceText } from './markdown-text.ts';
import type { EventRow } from './thread.ts';

/** Formats a commit id as Markdown. */
type CommitText = (id: string) => string;

type Sentence = (row: EventRow, commitText: CommitText) => string;

/** Describes an event as one line of Markdown that continues a sentence after the actor's name. */
export function eventSentence(row: EventRow, commitText: CommitText = shortCommit): string {
  const event = row.event ?? 'unknown';
  return EVENT_SENTENCES.get(event)?.(row, commitText) ?? inlineText(event.replaceAll('_', ' '));
}

function shortCommit(id: string): string {
  return codeSpan(id.slice(0, 10));
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
    assigned: (row) => (isOwn(row) ? 'self-assigned this' : `assigned ${subjectOf(row)}`),
    unassigned: (row) => (isOwn(row) ? 'removed their assignment' : `unassigned ${subjectOf(row)}`),
    review_requested: (row) => `requested a review from ${subjectOf(row)}`,
    review_request_removed: (row) => `removed the review request for ${subjectOf(row)}`,
    comment_deleted: (row) => `deleted a comment by ${subjectOf(row)}`,
    transferred: (row) => `moved this here from ${pathOf(row)}`,
    connected: (row) => `linked ${pathOf(row)}`,
    disconnected: (row) => `unlinked ${pathOf(row)}`,
    referenced: (row, text) =>
      row.commit_id === null
        ? 'mentioned this in a commit'
        : `mentioned this in commit ${commitOf(row.commit_id, text)}`,
    merged: (row, text) =>
      row.commit_id === null ? 'merged this' : `merged this in commit ${commitOf(row.commit_id, text)}`,
    closed: (row, text) =>
      row.commit_id === null ? 'closed this' : `closed this in commit ${commitOf(row.commit_id, text)}`,
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

function forcePushed(row: EventRow, text: CommitText): string {
  const branch = (row.ref ?? '').replace(/^refs\/heads\//, '');
  return `force-pushed ${branch === '' ? 'the branch' : codeSpan(branch)} from ${commitOf(row.before_commit_oid, text)} to ${commitOf(row.after_commit_oid, text)}`;
}

function labelOf({ label_name }: EventRow): string {
  return codeSpan(label_name ?? '?');
}

function quoted(title: string | null): string {
  return `“${inlineText(title ?? '?')}”`;
}

function commitOf(id: string | null, text: CommitText): string {
  return id === null ? 'an unknown commit' : text(id);
}

function subjectOf({ subject_url }: EventRow): string {
  return accountText(subject_url === null ? null : lastSegment(subject_url));
}

function isOwn({ subject_url, actor }: EventRow): boolean {
  return subject_url !== null && lastSegment(subject_url) === actor;
}

function pathOf({ subject_url }: EventRow): string {
  return inlineText(subject_url === null ? 'something' : referenceText(subject_url));
}
