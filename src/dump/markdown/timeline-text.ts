import type { ThreadEvent, TimelineEntry } from '../../reading/index.ts';
import { eventSentence } from './event-sentences.table.ts';
import { accountText, type BodyText, joinBlocks, timeText } from './markdown-text.ts';
import { reactionText } from './reaction-text.ts';
import { loneConversationText, reviewText } from './review-text.ts';

/** What happened in a thread, as Markdown: a rule before each comment and before each run of events. */
export function timelineText(timeline: readonly TimelineEntry[], bodyOf: BodyText): string {
  return timeline
    .map((entry, index) => {
      const isRun = entry.kind === 'event' && timeline[index - 1]?.kind === 'event';
      const text = entryText(entry, bodyOf);
      return isRun ? `${text}\n` : `\n---\n\n${text}\n`;
    })
    .join('');
}

function entryText(entry: TimelineEntry, bodyOf: BodyText): string {
  switch (entry.kind) {
    case 'event':
      return eventText(entry);
    case 'review':
      return reviewText(entry, bodyOf);
    case 'conversation':
      return loneConversationText(entry, bodyOf);
    case 'comment':
      return joinBlocks([
        `${accountText(entry.author)} commented on ${timeText(entry.createdAt)}`,
        bodyOf(entry.body),
        reactionText(entry.reactions),
      ]);
  }
}

function eventText(event: ThreadEvent): string {
  return `- ${accountText(event.actor)} ${eventSentence(event)} on ${timeText(event.createdAt)}`;
}
