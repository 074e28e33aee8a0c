import type { Conversation, Review, Thread, ThreadEvent, TimelineEntry } from '../thread.ts';
import { eventSentence } from './event-sentences.table.ts';
import { frontMatter } from './front-matter.ts';
import {
  accountText,
  type BodyText,
  bodyText,
  codeBlock,
  codeSpan,
  inlineText,
  joinBlocks,
  lastSegment,
  quotedBlock,
  reactionText,
  referenceText,
  timeText,
} from './markdown-text.ts';

const STATE_WORDS: ReadonlyMap<string, string> = new Map([
  ['approved', 'approved this'],
  ['changes_requested', 'requested changes'],
]);

const OPENED = {
  issue: 'opened this issue',
  pull_request: 'opened this pull request',
} as const satisfies Record<Thread['kind'], string>;

export function threadText(thread: Thread, bodyOf: BodyText = bodyText): string {
  const number = thread.number === null ? lastSegment(thread.url) : `#${thread.number}`;
  const head = joinBlocks([
    `# ${inlineText(thread.title ?? '')} (${number})`,
    `${accountText(thread.author)} ${OPENED[thread.kind]} on ${timeText(thread.createdAt)}`,
    bodyOf(thread.body),
    reactionText(thread.reactions),
  ]);
  return `${describe(thread)}\n${head}\n${timelineText(thread.timeline, bodyOf)}`;
}

function describe({ pullRequest, ...thread }: Thread): string {
  return frontMatter({
    title: thread.title,
    kind: thread.kind,
    repo: thread.repo,
    number: thread.number,
    state: thread.state,
    draft: pullRequest?.isDraft,
    author: thread.author,
    created_at: thread.createdAt,
    updated_at: thread.updatedAt,
    closed_at: thread.closedAt,
    merged_at: pullRequest?.mergedAt,
    base: pullRequest?.baseRef,
    head: pullRequest?.headRef,
    reviewers: pullRequest?.reviewers,
    closes: pullRequest?.closes.map(referenceText),
    labels: thread.labels.map(({ name }) => name),
    assignees: thread.assignees,
    milestone: thread.milestone,
    url: thread.url,
  });
}

/** Formats a review with the conversations that it started. */
function reviewText(review: Review, bodyOf: BodyText): string {
  const words = STATE_WORDS.get(review.state ?? '') ?? 'reviewed this';
  return joinBlocks([
    `${accountText(review.author)} ${words} on ${timeText(review.createdAt)}`,
    bodyOf(review.body),
    reactionText(review.reactions),
    ...review.conversations.map((conversation) => conversationText(conversation, bodyOf)),
  ]);
}

/** Formats a conversation without a review. */
function loneConversationText(conversation: Conversation, bodyOf: BodyText): string {
  const { author, createdAt } = conversation;
  const head = `${accountText(author)} commented on the code on ${timeText(createdAt)}`;
  return joinBlocks([head, conversationText(conversation, bodyOf)]);
}

function conversationText(conversation: Conversation, bodyOf: BodyText): string {
  const { path, line, isOutdated, diffHunk, comments, resolvedAt, resolver } = conversation;
  const where = `${codeSpan(path ?? '?')}${line === null ? '' : `, line ${line}`}`;
  return joinBlocks([
    `${where}${isOutdated ? ' *(outdated)*' : ''}`,
    diffHunk === null ? '' : codeBlock(diffHunk, 'diff'),
    ...comments.map(({ author, createdAt, body, reactions }) => {
      const head = `${accountText(author)} on ${timeText(createdAt)}:`;
      return quotedBlock(joinBlocks([head, bodyOf(body), reactionText(reactions)]));
    }),
    resolvedAt === null ? '' : `*Resolved by ${resolver ?? 'a deleted account'} on ${timeText(resolvedAt)}*`,
  ]);
}

/** Formats a timeline, with a horizontal rule before each comment and each sequence of events. */
function timelineText(timeline: readonly TimelineEntry[], bodyOf: BodyText): string {
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
