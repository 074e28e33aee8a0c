import type { Thread } from '../../reading/index.ts';
import { frontMatter } from './front-matter.ts';
import { accountText, type BodyText, bodyText, inlineText, joinBlocks, timeText } from './markdown-text.ts';
import { reactionText } from './reaction-text.ts';
import { lastSegment, referenceText } from './reference-text.ts';
import { timelineText } from './timeline-text.ts';

const OPENED = {
  issue: 'opened this issue',
  pull_request: 'opened this pull request',
} as const satisfies Record<Thread['kind'], string>;

/** A whole thread as one Markdown document. */
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
