import type { Database } from '../store/index.ts';
import type { ReadReactions } from './read-reactions.ts';
import { createReviewReader } from './read-reviews.ts';
import type { Comment, ThreadEvent, TimelineEntry } from './thread.ts';

interface CommentRow {
  readonly id: number;
  readonly url: string;
  readonly author: string | null;
  readonly createdAt: string | null;
  readonly body: string | null;
}

/** Gives what happened in a thread after it was opened, in the order of time. */
export type ReadTimeline = (threadUrl: string) => readonly TimelineEntry[];

/** Prepares reading timelines. What has no time comes first; records of one second keep the order of their ids. */
export function createTimelineReader(db: Database, reactionsTo: ReadReactions): ReadTimeline {
  const comments = db.prepare<[string], CommentRow>(
    'SELECT id, url, author, created_at AS createdAt, body FROM issue_comments WHERE thread_url = ?',
  );
  const events = db.prepare<[string], Omit<ThreadEvent, 'kind'>>(
    `SELECT id, url, created_at AS createdAt, event, actor, label_name, milestone_title, title_was, title_is,
            subject_url, commit_id, ref, before_commit_oid, after_commit_oid
     FROM issue_events WHERE thread_url = ?`,
  );
  const readReviews = createReviewReader(db, reactionsTo);
  const toComment = (row: CommentRow): Comment => ({
    ...row,
    kind: 'comment',
    body: row.body ?? '',
    reactions: reactionsTo(row.id),
  });
  return (threadUrl) =>
    [
      ...comments.all(threadUrl).map(toComment),
      ...events.all(threadUrl).map((row): ThreadEvent => ({ ...row, kind: 'event' })),
      ...readReviews(threadUrl),
    ].sort((one, other) => compareTexts(one.createdAt ?? '', other.createdAt ?? '') || one.id - other.id);
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
