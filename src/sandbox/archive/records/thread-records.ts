import type { JsonObject } from '../../../base/json.ts';
import { jsonFields } from '../../json-fields.ts';
import type { RepositoryContent } from '../../world/repository-content.ts';
import {
  type DiffPlace,
  type Issue,
  type PullRequest,
  REVIEW_STATES,
  type ThreadEvent,
  threadsOf,
} from '../../world/threads.ts';
import {
  type ExportedRepository,
  newerFields,
  type RecordContext,
  type RecordWriter,
  reactionList,
} from './record-context.ts';

/** All issues and pull requests of a repository; `place` is the field that refers to a thread. */
function listThreads(content: RepositoryContent, { urls }: RecordContext) {
  return threadsOf(content).map(({ kind, thread }) => {
    const url = urls.thread(kind, content.repository, thread.number);
    return { thread, url, place: { [kind]: url } };
  });
}

/** The issues of a repository, by number. */
export const issueRecords: RecordWriter = ({ content }, context) =>
  content.issues.map((issue) => ({
    type: 'issue',
    url: context.urls.thread('issue', content.repository, issue.number),
    repository: context.urls.repository(content.repository),
    user: context.person(issue.author),
    ...jsonFields(issue, 'title', 'body'),
    ...triageFields(issue, content, context),
    reactions: reactionList(issue.reactions, 'Issue', context),
    ...jsonFields(issue, 'closedAt', 'createdAt', 'updatedAt'),
  }));

export const pullRequestRecords: RecordWriter = ({ content, repository }, context) => {
  const { urls, person, bystander } = context;
  return content.pullRequests.map((pull) => ({
    type: 'pull_request',
    url: urls.thread('pull_request', content.repository, pull.number),
    user: pull.author === null ? null : person(pull.author),
    repository: urls.repository(content.repository),
    ...jsonFields(pull, 'title', 'body'),
    base: {
      ...pull.base,
      user: urls.account(repository.owner),
      repo: urls.repository(content.repository),
    },
    // The fork and its owner may have been deleted.
    head: {
      ...jsonFields(pull.head, 'ref', 'sha'),
      user: bystander(pull.head.owner),
      repo: pull.head.repository === null ? null : urls.repository(pull.head.repository),
    },
    ...triageFields(pull, content, context),
    reactions: reactionList(pull.reactions, 'Issue', context),
    review_requests: [],
    close_issue_references: pull.closes.map((reference) => ({
      issue: urls.thread('issue', reference.repository, reference.number),
      issue_repository: urls.repository(reference.repository),
      actor: bystander(reference.actor),
      source: 'xref',
      created_at: reference.createdAt,
    })),
    work_in_progress: pull.isDraft,
    ...jsonFields(pull, 'mergedAt', 'closedAt', 'createdAt'),
    ...newerFields(context, jsonFields(pull, 'mergeCommitSha')),
  }));
};

function triageFields(
  thread: Issue | PullRequest,
  { repository }: RepositoryContent,
  { urls, person }: RecordContext,
): JsonObject {
  const assignees = thread.assignees.map((login) => person(login));
  return {
    assignee: assignees[0] ?? null,
    assignees,
    milestone: thread.milestone === null ? null : urls.milestone(repository, thread.milestone),
    labels: thread.labels.map((label) => urls.label(repository, label)),
  };
}

/** The comments of issues and pull requests, oldest first. */
export const issueCommentRecords: RecordWriter = ({ content }, context) =>
  listThreads(content, context)
    .flatMap(({ thread, place, url }) => thread.comments.map((comment) => ({ comment, place, url })))
    .toSorted((a, b) => a.comment.id - b.comment.id)
    .map(({ comment, place, url }) => ({
      type: 'issue_comment',
      url: context.urls.issueComment(url, comment.id),
      ...place,
      user: context.person(comment.author),
      body: comment.body,
      formatter: 'markdown',
      reactions: reactionList(comment.reactions, 'IssueComment', context),
      created_at: comment.createdAt,
    }));

/** The comments on commits, oldest first. */
export const commitCommentRecords: RecordWriter = ({ content }, context) =>
  content.commitComments
    .toSorted((a, b) => a.id - b.id)
    .map((comment) => ({
      type: 'commit_comment',
      url: context.urls.commitComment(content.repository, comment.commitId, comment.id),
      repository: context.urls.repository(content.repository),
      user: context.person(comment.author),
      body: comment.body,
      formatter: 'markdown',
      ...jsonFields(comment, 'path', 'position', 'commitId'),
      reactions: reactionList(comment.reactions, 'CommitComment', context),
      created_at: comment.createdAt,
    }));

/** The name of a label brighter than this is black. */
const BRIGHT = 150;

/** The events of issues and pull requests, oldest first. */
export const issueEventRecords: RecordWriter = ({ content }, context) =>
  listThreads(content, context)
    .flatMap(({ thread, place, url }) => thread.events.map((event) => ({ event, place, url })))
    .toSorted((a, b) => a.event.id - b.event.id)
    .map(({ event, place, url }) => ({
      type: 'issue_event',
      url: context.urls.issueEvent(url, event.id),
      ...place,
      actor: actorOf(event, context),
      event: event.event,
      ...detailFields(event, content, context),
      created_at: event.createdAt,
    }));

/** People who are only mentioned or subscribed are not always in the archive. */
function actorOf({ actor, event }: ThreadEvent, context: RecordContext): string | null {
  if (actor === null) {
    return null;
  }
  const isBystander = event === 'mentioned' || event === 'subscribed';
  return isBystander ? context.bystander(actor) : context.person(actor);
}

function detailFields(event: ThreadEvent, content: RepositoryContent, context: RecordContext): JsonObject {
  const { urls, person, bystander } = context;
  const nameSubject = event.event === 'comment_deleted' ? bystander : person;
  return {
    ...('label' in event ? labelFields(event.label, content, context) : {}),
    ...('milestoneTitle' in event ? jsonFields(event, 'milestoneTitle') : {}),
    ...('subjectLogin' in event ? { subject: nameSubject(event.subjectLogin) } : {}),
    ...('subjectNumber' in event ? { subject: threadUrl(event.subjectNumber, content, context) } : {}),
    ...('ref' in event ? jsonFields(event, 'ref', 'beforeCommitOid', 'afterCommitOid') : {}),
    ...('commitId' in event ? jsonFields(event, 'commitId') : {}),
    ...('commitRepository' in event ? { commit_repository: urls.repository(event.commitRepository) } : {}),
  };
}

/** Includes name and color, so that the event can be shown after the label was deleted. */
function labelFields(
  name: string,
  { labels, repository }: RepositoryContent,
  { urls }: RecordContext,
): JsonObject {
  const color = labels.find((label) => label.name === name)?.color ?? 'ededed';
  return {
    label: urls.label(repository, name),
    label_name: name,
    label_color: color,
    label_text_color: isBright(color) ? '000000' : 'ffffff',
  };
}

function isBright(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = Buffer.from(color, 'hex');
  return 0.299 * red + 0.587 * green + 0.114 * blue > BRIGHT;
}

function threadUrl(number: number, content: RepositoryContent, { urls }: RecordContext): string {
  const isPull = content.pullRequests.some((pull) => pull.number === number);
  return urls.thread(isPull ? 'pull_request' : 'issue', content.repository, number);
}

/** The state of a submitted comment; archives do not contain pending ones. */
const SUBMITTED = 1;

/** The reviews of pull requests, oldest first. */
export const reviewRecords: RecordWriter = ({ content }, context) =>
  content.pullRequests
    .flatMap(({ number, reviews }) => {
      const pullUrl = context.urls.thread('pull_request', content.repository, number);
      return reviews.map((review) => ({ pullUrl, review }));
    })
    .toSorted((a, b) => a.review.id - b.review.id)
    .map(({ pullUrl, review }) => ({
      type: 'pull_request_review',
      url: context.urls.review(pullUrl, review.id),
      pull_request: pullUrl,
      user: context.person(review.author),
      ...jsonFields(review, 'body', 'headSha'),
      formatter: 'markdown',
      state: REVIEW_STATES[review.state],
      reactions: reactionList(review.reactions, 'PullRequestReview', context),
      ...jsonFields(review, 'createdAt', 'submittedAt'),
    }));

/** The review threads, oldest first. */
export const reviewThreadRecords: RecordWriter = (exported, context) =>
  listReviewThreads(exported, context)
    .toSorted((a, b) => a.thread.id - b.thread.id)
    .map(({ pullUrl, thread }) => ({
      type: 'pull_request_review_thread',
      url: context.urls.reviewThread(pullUrl, thread.id),
      pull_request: pullUrl,
      pull_request_review: context.urls.review(pullUrl, thread.reviewId),
      ...placeFields(thread.place),
      ...jsonFields(thread.place, 'startLine', 'line'),
      start_side: thread.place.startLine === null ? null : thread.place.side,
      ...jsonFields(thread.place, 'side', 'originalStartLine', 'originalLine'),
      ...jsonFields(thread, 'createdAt', 'resolvedAt'),
      resolver: thread.resolver === null ? null : context.person(thread.resolver),
    }));

/** The comments of review threads, oldest first. */
export const reviewCommentRecords: RecordWriter = (exported, context) =>
  listReviewThreads(exported, context)
    .flatMap(({ pullUrl, thread }) => thread.comments.map((comment) => ({ pullUrl, thread, comment })))
    .toSorted((a, b) => a.comment.id - b.comment.id)
    .map(({ pullUrl, thread, comment }) => ({
      type: 'pull_request_review_comment',
      url: context.urls.reviewComment(pullUrl, comment.id),
      pull_request: pullUrl,
      pull_request_review: context.urls.review(pullUrl, comment.reviewId),
      pull_request_review_thread: context.urls.reviewThread(pullUrl, thread.id),
      user: context.person(comment.author),
      body: comment.body,
      formatter: 'markdown',
      ...placeFields(thread.place),
      state: SUBMITTED,
      in_reply_to: comment.inReplyTo === null ? null : context.urls.reviewComment(pullUrl, comment.inReplyTo),
      reactions: reactionList(comment.reactions, 'PullRequestReviewComment', context),
      created_at: comment.createdAt,
    }));

function placeFields(place: DiffPlace): JsonObject {
  return {
    ...jsonFields(place, 'diffHunk', 'path', 'position', 'originalPosition'),
    ...jsonFields(place, 'commitId', 'originalCommitId'),
  };
}

function listReviewThreads({ content }: ExportedRepository, { urls }: RecordContext) {
  return content.pullRequests.flatMap((pull) => {
    const pullUrl = urls.thread('pull_request', content.repository, pull.number);
    return pull.reviewThreads.map((thread) => ({ pullUrl, thread }));
  });
}
