import { countText } from '../../../base/index.ts';
import type { PullRequestFacts, Thread, TimelineEntry } from '../../../reading/index.ts';
import { cellText } from '../cell-text.ts';
import { formatMarkdown } from '../markdown/format-markdown.ts';
import { formatWords, indent, type Span } from '../markdown/text-layout.ts';
import { formatTimeline } from './format-timeline.ts';
import { pickEntries, readableEntries } from './pick-entries.ts';
import {
  ageText,
  loginText,
  minuteText,
  nearReference,
  type ReadingLayout,
  reactionCounts,
  stateStyle,
  stateText,
  THREAD_NOUNS,
} from './words.ts';

/** Formats a thread for people: its facts and its timeline. */
export function formatThread(thread: Thread, layout: ReadingLayout): string {
  const timeline = readableEntries(thread.timeline);
  const { before, entries, after } = pickEntries(timeline, layout);
  const blocks = [
    formatHead(thread, layout),
    formatBody(thread, layout),
    formatGap(before, 'earlier', layout),
    formatTimeline(entries, layout),
    formatGap(after, 'later', layout),
    [layout.paint(['dim'], cellText(thread.url))],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
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
    ['Reviews', pullRequest === undefined ? [] : reviewers(thread, pullRequest)],
    ['Closes', references(pullRequest?.closes ?? [])],
    ['Closed by', references(closedBy)],
    ['Commits', pullRequest === undefined ? [] : commits(pullRequest)],
  ];
  return facts.flatMap(([name, values]) =>
    values.length === 0
      ? []
      : formatWords(
          [
            { text: `${name}: `, styles: ['dim'] },
            { text: values.join(', '), styles: [] },
          ],
          layout,
        ),
  );
}

/** Each reviewer with the last verdict; a comment does not revoke a verdict. */
function reviewers({ timeline }: Thread, { reviewers: asked }: PullRequestFacts): readonly string[] {
  const verdicts = new Map<string, string>();
  for (const entry of timeline) {
    if (entry.kind === 'review') {
      const login = loginText(entry.author);
      const isVerdict = entry.state === 'approved' || entry.state === 'changes_requested';
      if (isVerdict || !verdicts.has(login)) {
        verdicts.set(login, VERDICT_WORDS.get(entry.state) ?? 'commented');
      }
    }
  }
  const waiting = asked.map((name) => loginText(name.slice(name.lastIndexOf('/') + 1)));
  return [
    ...[...verdicts].map(([login, verdict]) => `${login} (${verdict})`),
    ...waiting.filter((login) => !verdicts.has(login)).map((login) => `${login} (asked)`),
  ];
}

const VERDICT_WORDS: ReadonlyMap<string | null, string> = new Map([
  ['approved', 'approved'],
  ['changes_requested', 'requested changes'],
]);

/** An archive has only the end commits of a pull request; those between them are in the repository's git data. */
function commits({ baseSha, headSha, mergeCommitSha }: PullRequestFacts): readonly string[] {
  const short = (sha: string) => cellText(sha.slice(0, 10));
  return [
    ...(headSha === null ? [] : [`head ${short(headSha)}`]),
    ...(baseSha === null ? [] : [`base ${short(baseSha)}`]),
    ...(mergeCommitSha === null ? [] : [`merged as ${short(mergeCommitSha)}`]),
  ];
}

function formatBody({ body, reactions }: Thread, layout: ReadingLayout): readonly string[] {
  const { widthColumns } = layout;
  const inner = { ...layout, widthColumns: widthColumns === undefined ? undefined : widthColumns - 2 };
  const text = body.trim();
  const counts = reactionCounts(reactions);
  const lines = text === '' ? [layout.paint(['dim'], 'No description.')] : formatMarkdown(text, inner);
  return indent([...lines, ...(counts === '' ? [] : ['', counts])], '  ');
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
