import { lastSegment } from '../base/text-ends.ts';
import { type BodyText, createBodyTexts, markdownOf, plainText } from './body-text.ts';
import { eventSentence } from './event-sentences.table.ts';
import { frontMatter } from './front-matter.ts';
import {
  accountText,
  codeBlock,
  codeSpan,
  inlineText,
  joinBlocks,
  quotedBlock,
  reactionText,
  referenceText,
  timeText,
} from './markdown-text.ts';
import type { Conversation, Remark, Thread, TimelineEntry } from './thread.ts';

const STATE_WORDS: ReadonlyMap<string, string> = new Map([
  ['approved', 'approved this'],
  ['changes_requested', 'requested changes'],
  ['dismissed', 'reviewed this, and was dismissed'],
]);

const OPENED = {
  issue: 'opened this issue',
  pull_request: 'opened this pull request',
} as const satisfies Record<Thread['kind'], string>;

export function threadText(thread: Thread, bodyOf: BodyText = createBodyTexts().document()): string {
  const head = joinBlocks(openingBlocks(thread, bodyOf));
  return `${describe(thread)}\n${head}\n${timelineText(thread.timeline, bodyOf)}`;
}

/** The title, who opened it, and its text, as blocks like those of an entry. */
export function openingBlocks(thread: Thread, bodyOf: BodyText): readonly string[] {
  const number = thread.number === null ? lastSegment(thread.url) : `#${thread.number}`;
  return [
    `# ${inlineText(thread.title ?? '')} (${number})`,
    `${accountText(thread.author)} ${OPENED[thread.kind]} on ${timeText(thread.createdAt)}`,
    bodyOf(thread.body),
    reactionText(thread.reactions),
  ];
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

export interface EntryOptions {
  readonly bodyOf?: BodyText;
  /** Prepares the diff above a conversation. */
  readonly hunkOf?: (hunk: string) => string;
  /** The url of an entry that an arrow points to. */
  readonly anchorUrl?: string | undefined;
}

/**
 * An entry of a timeline as blocks of Markdown, some of which may be empty. The first one says who did what and when;
 * each of the others can be formatted by itself, so that what one text leaves open does not reach the next.
 */
export function entryBlocks(entry: TimelineEntry, options: EntryOptions = {}): readonly string[] {
  const { bodyOf = plainText } = options;
  switch (entry.kind) {
    case 'event':
      return [`- ${accountText(entry.actor)} ${eventSentence(entry)} on ${timeText(entry.createdAt)}`];
    case 'conversation':
      return [headOf(entry, 'commented on the code', options), ...conversationBlocks(entry, options)];
    case 'comment':
      return [headOf(entry, 'commented', options), bodyOf(markdownOf(entry)), reactionText(entry.reactions)];
    case 'review':
      return [
        headOf(entry, STATE_WORDS.get(entry.state ?? '') ?? 'reviewed this', options),
        bodyOf(entry.body),
        reactionText(entry.reactions),
        ...entry.conversations.flatMap((conversation) => conversationBlocks(conversation, options)),
      ];
  }
}

function headOf(
  { author, createdAt, url }: Pick<Remark, 'author' | 'createdAt' | 'url'>,
  words: string,
  { anchorUrl }: EntryOptions,
): string {
  const mark = url === anchorUrl ? '**→** ' : '';
  return `${mark}${accountText(author)} ${words === '' ? '' : `${words} `}on ${timeText(createdAt)}`;
}

function conversationBlocks(conversation: Conversation, options: EntryOptions): readonly string[] {
  const { path, line, isOutdated, diffHunk, comments, resolvedAt, resolver } = conversation;
  const { bodyOf = plainText, hunkOf = (hunk) => hunk } = options;
  const where = `${codeSpan(path ?? '?')}${line === null ? '' : `, line ${line}`}`;
  return [
    `${where}${isOutdated ? ' *(outdated)*' : ''}`,
    diffHunk === null ? '' : codeBlock(hunkOf(diffHunk), 'diff'),
    ...comments.map((comment) => {
      const { body, reactions } = comment;
      return quotedBlock(
        joinBlocks([`${headOf(comment, '', options)}:`, bodyOf(body), reactionText(reactions)]),
      );
    }),
    resolvedAt === null ? '' : `*Resolved by ${resolver ?? 'a deleted account'} on ${timeText(resolvedAt)}*`,
  ];
}

/** Formats a timeline, with a horizontal rule before each comment and each sequence of events. */
function timelineText(timeline: readonly TimelineEntry[], bodyOf: BodyText): string {
  return timeline
    .map((entry, index) => {
      const isRun = entry.kind === 'event' && timeline[index - 1]?.kind === 'event';
      const text = joinBlocks(entryBlocks(entry, { bodyOf }));
      return isRun ? `${text}\n` : `\n---\n\n${text}\n`;
    })
    .join('');
}
