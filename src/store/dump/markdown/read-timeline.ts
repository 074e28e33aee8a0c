import type { Database } from '../../database.ts';
import { EVENT_SENTENCES, type EventRow } from './event-sentences.table.ts';
import { accountText, inlineText, joinBlocks, timeText } from './markdown-text.ts';
import { createReviewReader } from './read-reviews.ts';
import type { TextReaders, TimelineEntry } from './timeline-entry.ts';

interface CommentRow {
  readonly id: number;
  readonly author: string | null;
  readonly created_at: string | null;
  readonly body: string | null;
}

/** Prepares reading what happened in a thread, as Markdown in the order of time. */
export function createTimelineReader(db: Database, readers: TextReaders): (threadUrl: string) => string {
  const comments = db.prepare<[string], CommentRow>(
    'SELECT id, author, created_at, body FROM issue_comments WHERE thread_url = ?',
  );
  const events = db.prepare<[string], EventRow & { readonly id: number }>(
    'SELECT * FROM issue_events WHERE thread_url = ?',
  );
  const readReviews = createReviewReader(db, readers);
  return (threadUrl) =>
    layOut(
      [
        ...comments.all(threadUrl).map((row) => commentEntry(row, readers)),
        ...events.all(threadUrl).map(eventEntry),
        ...readReviews(threadUrl),
      ].sort((one, other) => compare(one.at, other.at) || one.id - other.id),
    );
}

function commentEntry(row: CommentRow, { reactionsTo, bodyOf }: TextReaders): TimelineEntry {
  const head = `${accountText(row.author)} commented on ${timeText(row.created_at)}`;
  return {
    at: row.created_at ?? '',
    id: row.id,
    kind: 'comment',
    text: joinBlocks([head, bodyOf(row.body), reactionsTo(row.id)]),
  };
}

function eventEntry(row: EventRow & { readonly id: number }): TimelineEntry {
  const event = row.event ?? 'unknown';
  const sentence = EVENT_SENTENCES.get(event)?.(row) ?? inlineText(event.replaceAll('_', ' '));
  return {
    at: row.created_at ?? '',
    id: row.id,
    kind: 'event',
    text: `- ${accountText(row.actor)} ${sentence} on ${timeText(row.created_at)}`,
  };
}

/** A rule before each comment and before each run of events. */
function layOut(entries: readonly TimelineEntry[]): string {
  return entries
    .map((entry, index) => {
      const isRun = entry.kind === 'event' && entries[index - 1]?.kind === 'event';
      return isRun ? `${entry.text}\n` : `\n---\n\n${entry.text}\n`;
    })
    .join('');
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
