import { countText, terminalText } from '../../../base/index.ts';
import {
  type Conversation,
  eventSentence,
  type Remark,
  type Review,
  type ThreadEvent,
  type TimelineEntry,
} from '../../../reading/index.ts';
import { cellText } from '../cell-text.ts';
import { formatDiff, formatMarkdown, formatMarkdownSentence } from '../markdown/format-markdown.ts';
import { formatWords, indent, narrow } from '../markdown/text-layout.ts';
import type { Style } from '../painter.ts';
import { loginText, minuteText, type ReadingLayout, reactionCounts } from './words.ts';

const INDENT = '  ';

/** The width of the bullet and time before an event: `• 2024-05-06 07:08  `. */
const EVENT_INDENT = ' '.repeat(20);

/** Maximum lines of a diff, which ends with the line under discussion. */
const MAX_HUNK_LINES = 10;

const VERDICTS: ReadonlyMap<string | null, readonly [words: string, style: Style]> = new Map([
  ['approved', ['approved', 'green']],
  ['changes_requested', ['requested changes', 'red']],
  ['dismissed', ['reviewed, and was dismissed', 'gray']],
]);

/** Formats the entries of a timeline: events as single lines, texts surrounded by blank lines. */
export function formatTimeline(entries: readonly TimelineEntry[], layout: ReadingLayout): readonly string[] {
  return entries.flatMap((entry, index) => {
    const isRun = entry.kind === 'event' && entries[index - 1]?.kind === 'event';
    return [...(index === 0 || isRun ? [] : ['']), ...formatEntry(entry, layout)];
  });
}

function formatEntry(entry: TimelineEntry, layout: ReadingLayout): readonly string[] {
  switch (entry.kind) {
    case 'event':
      return formatEvent(entry, layout);
    case 'comment':
      return [headOf(entry, 'commented', layout), ...formatTexts(entry, layout)];
    case 'review':
      return formatReview(entry, layout);
    case 'conversation':
      return [headOf(entry, 'commented on the code', layout), '', ...formatConversation(entry, layout)];
  }
}

function formatEvent(event: ThreadEvent, layout: ReadingLayout): readonly string[] {
  const { paint } = layout;
  const sentence = `**${loginText(event.actor).replace(/[\\*_`[\]<>]/g, '\\$&')}** ${eventSentence(event)}`;
  const [first = '', ...rest] = formatMarkdownSentence(sentence, narrow(layout, EVENT_INDENT.length));
  return [
    `${paint(['dim'], `• ${minuteText(cellText(event.createdAt))}`)}  ${first}`,
    ...indent(rest, EVENT_INDENT),
  ];
}

function headOf(entry: Remark | Conversation, words: string, { paint, anchorUrl }: ReadingLayout): string {
  const mark = entry.url === anchorUrl ? `${paint(['yellow', 'bold'], '→')} ` : '';
  const when = paint(['dim'], `· ${minuteText(cellText(entry.createdAt))}`);
  return `${mark}${paint(['bold'], loginText(entry.author))} ${words} ${when}`;
}

/** The text of a remark, and the reactions to it. */
function formatTexts({ body, reactions }: Remark, layout: ReadingLayout): readonly string[] {
  const lines = formatMarkdown(body.trim(), narrow(layout, INDENT.length));
  const counts = reactionCounts(reactions);
  return [
    ...(body.trim() === '' ? [] : ['', ...indent(lines, INDENT)]),
    ...(counts === '' ? [] : ['', `${INDENT}${counts}`]),
  ];
}

function formatReview(review: Review, layout: ReadingLayout): readonly string[] {
  const [words, style] = VERDICTS.get(review.state) ?? ['reviewed', undefined];
  const painted = style === undefined ? words : layout.paint([style], words);
  return [
    headOf(review, painted, layout),
    ...formatTexts(review, layout),
    ...review.conversations.flatMap((conversation) => ['', ...formatConversation(conversation, layout)]),
  ];
}

function formatConversation(conversation: Conversation, layout: ReadingLayout): readonly string[] {
  const { path, line, isOutdated, diffHunk, comments } = conversation;
  const { paint } = layout;
  const inner = narrow(layout, INDENT.length);
  const facts = [...(isOutdated ? ['outdated'] : []), ...resolutionOf(conversation)];
  const head = formatWords(
    [
      { text: cellText(path ?? 'an unknown file'), styles: ['bold'] },
      { text: line === null ? '' : `, line ${line}`, styles: [] },
      { text: facts.length === 0 ? '' : ` (${facts.join(', ')})`, styles: ['dim'] },
    ],
    inner,
  );
  const remarks = comments.flatMap((comment) => {
    const mark = comment.url === layout.anchorUrl ? `${paint(['yellow', 'bold'], '→')} ` : '';
    const when = paint(['dim'], `· ${minuteText(cellText(comment.createdAt))}`);
    return [
      '',
      `${mark}${paint(['bold'], loginText(comment.author))} ${when}`,
      ...formatTexts(comment, inner),
    ];
  });
  return indent([...head, '', ...formatHunk(diffHunk, inner), ...remarks], INDENT);
}

function resolutionOf({ resolvedAt, resolver }: Conversation): readonly string[] {
  return resolvedAt === null
    ? []
    : [`resolved by ${loginText(resolver)} on ${cellText(resolvedAt).slice(0, 10)}`];
}

/** The end of the diff, which has the line under discussion. */
function formatHunk(diffHunk: string | null, layout: ReadingLayout): readonly string[] {
  if (diffHunk === null || diffHunk.trim() === '') {
    return [];
  }
  const [head = '', ...lines] = terminalText(diffHunk).trimEnd().split('\n');
  const hidden = layout.hasAll ? 0 : Math.max(0, lines.length - MAX_HUNK_LINES);
  const cut = hidden === 0 ? [] : [layout.paint(['dim'], `… ${countText(hidden, 'more line')}`)];
  const inner = narrow(layout, INDENT.length);
  return indent([...formatDiff([head], inner), ...cut, ...formatDiff(lines.slice(hidden), inner)], INDENT);
}
