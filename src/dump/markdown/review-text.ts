import type { Conversation, Review } from '../../reading/index.ts';
import {
  accountText,
  type BodyText,
  codeBlock,
  codeSpan,
  joinBlocks,
  quotedBlock,
  timeText,
} from './markdown-text.ts';
import { reactionText } from './reaction-text.ts';

const STATE_WORDS: ReadonlyMap<string, string> = new Map([
  ['approved', 'approved this'],
  ['changes_requested', 'asked for changes'],
]);

/** A review as Markdown, with the conversations that it began. */
export function reviewText(review: Review, bodyOf: BodyText): string {
  const words = STATE_WORDS.get(review.state ?? '') ?? 'reviewed this';
  return joinBlocks([
    `${accountText(review.author)} ${words} on ${timeText(review.createdAt)}`,
    bodyOf(review.body),
    reactionText(review.reactions),
    ...review.conversations.map((conversation) => conversationText(conversation, bodyOf)),
  ]);
}

/** A conversation that stands alone, as Markdown. */
export function loneConversationText(conversation: Conversation, bodyOf: BodyText): string {
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
