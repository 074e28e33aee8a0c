import { countText } from '../../../base/sizes.ts';
import { lastSegment } from '../../../base/text-ends.ts';
import { plainText } from '../../../reading/body-text.ts';
import { deletedText } from '../../../reading/find-deletion.ts';
import { urlsOf } from '../../../reading/find-thread.ts';
import { listReviewers } from '../../../reading/list-reviewers.ts';
import { reactionText } from '../../../reading/markdown-text.ts';
import type { Reading } from '../../../reading/open-reading.ts';
import type { PullRequestFacts, Thread, TimelineEntry } from '../../../reading/thread.ts';
import { entryBlocks } from '../../../reading/thread-text.ts';
import { cellText } from '../../render/cell-text.ts';
import { formatTextDifference } from '../../render/format-field-differences.ts';
import { formatMarkdown } from '../../render/markdown/format-markdown.ts';
import { formatWords, type Span } from '../../render/markdown/text-layout.ts';
import type { Style } from '../../render/painter.ts';
import { formatFacts, formatTexts, joinParagraphs, type ReadingLayout } from './paragraphs.ts';
import {
  ageText,
  loginText,
  minuteText,
  nearReference,
  stateStyle,
  stateText,
  THREAD_NOUNS,
} from './words.ts';

/** Maximum number of comments and reviews, unless all are requested. */
const MAX_TEXTS = 10;

/** Texts shown before the one that an address points to. */
const TEXTS_BEFORE = 2;

/** Maximum lines of a diff, which ends with the line under discussion. */
const MAX_HUNK_LINES = 10;

/** Events that concern notifications, not the thread. */
const SILENT_EVENTS: ReadonlySet<string | null> = new Set(['mentioned', 'subscribed', 'unsubscribed']);

const VERDICTS: ReadonlyMap<string | null, { readonly style: Style; readonly words?: string }> = new Map([
  ['approved', { style: 'green', words: 'approved' }],
  ['changes_requested', { style: 'red', words: 'requested changes' }],
  ['dismissed', { style: 'gray' }],
]);

/** What older snapshots had of a thread. */
export interface FormerTexts {
  readonly edits: ReturnType<Reading['edits']>;
  readonly deleted: ReturnType<Reading['vanishedBelow']>;
}

/** Formats a thread for people: its facts, and the Markdown of its timeline, which has what was deleted too. */
export function formatThread(thread: Thread, layout: ReadingLayout, former: FormerTexts): string {
  const isThere = ({ url }: TimelineEntry) => former.deleted.every((one) => one.url !== url);
  const timeline = readableEntries(thread.timeline);
  const { before, entries, after } = pickEntries(timeline, layout);
  return joinParagraphs([
    formatHead({ ...thread, timeline: thread.timeline.filter(isThere) }, layout),
    formatTexts([plainText(thread.body) || '*No description.*', reactionText(thread.reactions)], layout),
    formatEdits([thread.url], former, layout),
    formatGap(before, 'earlier', layout),
    formatTimeline(entries, layout, former),
    formatGap(after, 'later', layout),
    [layout.paint(['dim'], cellText(thread.url))],
  ]);
}

function formatHead(thread: Thread, layout: ReadingLayout): readonly string[] {
  const name = `${thread.repo ?? ''}#${thread.number ?? '?'}`;
  const title = formatWords(
    [
      { text: cellText(thread.title ?? ''), styles: ['bold'] },
      { text: ` ${cellText(name)}`, styles: ['dim'] },
    ],
    layout,
  );
  const isDraft = thread.pullRequest?.isDraft === true;
  const facts: readonly Span[] = [
    {
      text: stateText(thread.state, isDraft),
      styles: [stateStyle(thread.state, isDraft), 'bold'],
    },
    { text: ' · ', styles: [] },
    ...openedSpans(thread, layout.nowMs),
    ...[...endedText(thread), ...countsOf(thread)].map((text) => ({ text: ` · ${text}`, styles: [] })),
  ];
  return [...title, ...formatWords(facts, layout), ...factLines(thread, layout)];
}

function openedSpans(
  { kind, author, createdAt, state, pullRequest }: Thread,
  nowMs: number,
): readonly Span[] {
  const who = loginText(author);
  const when = `${minuteText(cellText(createdAt))} UTC (${cellText(ageText(createdAt, nowMs))})`;
  if (pullRequest === undefined) {
    return [{ text: `${who} opened this ${THREAD_NOUNS[kind]} ${when}`, styles: [] }];
  }
  const branch = (name: string | null): Span => ({
    text: cellText(name ?? 'an unknown branch'),
    styles: ['cyan'],
  });
  return [
    { text: `${who} ${state === 'open' ? 'wants' : 'wanted'} to merge `, styles: [] },
    branch(pullRequest.headRef),
    { text: ' into ', styles: [] },
    branch(pullRequest.baseRef),
    { text: `, opened ${when}`, styles: [] },
  ];
}

/** `3 comments`, `2 reviews`: remarks on code are not counted. */
function countsOf({ timeline }: Thread): readonly string[] {
  const countOf = (kind: TimelineEntry['kind']) => timeline.filter((entry) => entry.kind === kind).length;
  const [comments, reviews] = [countOf('comment') + countOf('conversation'), countOf('review')];
  return [
    ...(comments === 0 ? [] : [countText(comments, 'comment')]),
    ...(reviews === 0 ? [] : [countText(reviews, 'review')]),
  ];
}

function endedText({ state, closedAt, pullRequest }: Thread): readonly string[] {
  const at = pullRequest?.mergedAt ?? closedAt;
  return at === null ? [] : [`${cellText(state)} ${minuteText(cellText(at))}`];
}

/** Labels, people and references: the sidebar of the thread at the service. */
function factLines(thread: Thread, layout: ReadingLayout): readonly string[] {
  const { repo, labels, assignees, milestone, closedBy, pullRequest } = thread;
  const references = (urls: readonly string[]) => urls.map((url) => nearReference(url, repo));
  const facts: readonly (readonly [name: string, values: readonly string[]])[] = [
    ['Labels', labels.map(({ name }) => cellText(name))],
    ['Assignees', assignees.map(loginText)],
    ['Milestone', milestone === null ? [] : [cellText(milestone)]],
    ['Reviews', pullRequest === undefined ? [] : reviewers(thread)],
    ['Closes', references(pullRequest?.closes ?? [])],
    ['Pull requests', references(closedBy)],
    ['Commits', pullRequest === undefined ? [] : commits(pullRequest)],
  ];
  return formatFacts(
    facts.map(([name, values]) => [name, values.join(', ')]),
    layout,
  );
}

/** Each reviewer with the last verdict, then those who were only asked. */
function reviewers(thread: Thread): readonly string[] {
  return listReviewers(thread).map(({ name, verdict }) => {
    const words = verdict === null ? 'asked' : (VERDICTS.get(verdict)?.words ?? 'commented');
    return `${loginText(lastSegment(name))} (${words})`;
  });
}

/** An archive has only the end commits of a pull request; those between them are in the repository's git data. */
function commits({ baseSha, headSha, mergeCommitSha }: PullRequestFacts): readonly string[] {
  const short = (sha: string) => cellText(sha.slice(0, 10));
  return [
    ...(headSha === null ? [] : [`head ${short(headSha)}`]),
    ...(baseSha === null ? [] : [`base ${short(baseSha)}`]),
    ...(mergeCommitSha === null ? [] : [`merged as ${short(mergeCommitSha)}`]),
  ];
}

/** Events are single lines; everything else is surrounded by blank lines. */
function formatTimeline(
  entries: readonly TimelineEntry[],
  layout: ReadingLayout,
  former: FormerTexts,
): readonly string[] {
  return entries.flatMap((entry, index) => {
    const isRun = entry.kind === 'event' && entries[index - 1]?.kind === 'event';
    return [...(index === 0 || isRun ? [] : ['']), ...formatEntry(entry, layout, former)];
  });
}

function formatEntry(entry: TimelineEntry, layout: ReadingLayout, former: FormerTexts): readonly string[] {
  const { anchorUrl, hasAll, paint } = layout;
  const hunkOf = hasAll ? (hunk: string) => hunk : endOfHunk;
  const [head = '', ...texts] = entryBlocks(entry, { anchorUrl, hunkOf });
  const verdict = entry.kind === 'review' ? VERDICTS.get(entry.state) : undefined;
  const styles = verdict === undefined ? [] : [verdict.style];
  const blocks = formatTexts(texts, layout);
  const deleted = former.deleted.find(({ url }) => url === entry.url);
  const edits = entry.kind === 'event' ? [] : formatEdits(urlsOf(entry), former, layout);
  return [
    ...formatMarkdown(head, layout).map((line) => paint(styles, line)),
    ...(deleted === undefined ? [] : [paint(['red'], cellText(`Deleted ${deletedText(deleted)}`))]),
    ...(blocks.length === 0 ? [] : ['', ...blocks]),
    ...(edits.length === 0 ? [] : ['', ...edits]),
  ];
}

/** Maximum lines of an edit, unless all comments are requested. */
const MAX_EDIT_LINES = 12;

/** The edits of texts between snapshots, oldest first: the lines that differ. */
function formatEdits(
  urls: readonly string[],
  { edits }: FormerTexts,
  { paint, hasAll }: ReadingLayout,
): readonly string[] {
  return edits
    .filter(({ url }) => urls.includes(url))
    .flatMap(({ when, before, after }) => {
      const lines = formatTextDifference(before, after, paint);
      const hidden = hasAll ? 0 : Math.max(0, lines.length - MAX_EDIT_LINES);
      return [
        `  ${paint(['yellow'], `Edited ${when}`)}`,
        ...lines.slice(0, lines.length - hidden).map((line) => `    ${line}`),
        ...(hidden === 0 ? [] : [`    … ${countText(hidden, 'more line')}; --comments shows all`]),
      ];
    });
}

/** The heading of a diff and its end, which has the line under discussion. */
function endOfHunk(hunk: string): string {
  const [head = '', ...lines] = hunk.trimEnd().split('\n');
  const hidden = lines.length - MAX_HUNK_LINES;
  return hidden <= 0
    ? hunk
    : [head, `… ${countText(hidden, 'more line')}`, ...lines.slice(hidden)].join('\n');
}

/** Says what is hidden, and how to show it. */
function formatGap(
  hidden: readonly TimelineEntry[],
  side: 'earlier' | 'later',
  { paint }: ReadingLayout,
): readonly string[] {
  const eventCount = hidden.filter(({ kind }) => kind === 'event').length;
  const textCount = hidden.length - eventCount;
  if (hidden.length === 0) {
    return [];
  }
  const events = eventCount === 0 ? '' : ` and ${countText(eventCount, 'event')}`;
  return [
    paint(
      ['dim'],
      `──── ${countText(textCount, `${side} comment`)}${events} not shown; --comments shows all ────`,
    ),
  ];
}

interface PickedEntries {
  readonly entries: readonly TimelineEntry[];
  /** The entries before and after them. */
  readonly before: readonly TimelineEntry[];
  readonly after: readonly TimelineEntry[];
}

/** The entries to show: without events that only concern notifications, and without close events of merges. */
export function readableEntries(timeline: readonly TimelineEntry[]): readonly TimelineEntry[] {
  const merged = timeline.find((entry) => entry.kind === 'event' && entry.event === 'merged');
  return timeline.filter(
    (entry) =>
      entry.kind !== 'event' ||
      !(
        SILENT_EVENTS.has(entry.event) ||
        (entry.event === 'closed' && merged !== undefined && entry.createdAt === merged.createdAt)
      ),
  );
}

/** Picks the last texts and the events between them, or those around the entry with `anchorUrl` if it is set. */
export function pickEntries(
  timeline: readonly TimelineEntry[],
  { hasAll, anchorUrl }: { readonly hasAll: boolean; readonly anchorUrl: string | undefined },
): PickedEntries {
  const places = [...timeline.keys()].filter((index) => timeline[index]?.kind !== 'event');
  if (hasAll || places.length <= MAX_TEXTS) {
    return { entries: timeline, before: [], after: [] };
  }
  const anchor = timeline.findIndex((entry) => anchorUrl !== undefined && urlsOf(entry).includes(anchorUrl));
  const last = places.length - MAX_TEXTS;
  const nearest = anchor < 0 ? last : places.filter((place) => place < anchor).length - TEXTS_BEFORE;
  const first = Math.min(Math.max(0, nearest), last);
  const start = first === 0 ? 0 : (places[first] ?? 0);
  const end = places[first + MAX_TEXTS] ?? timeline.length;
  return {
    entries: timeline.slice(start, end),
    before: timeline.slice(0, start),
    after: timeline.slice(end),
  };
}
