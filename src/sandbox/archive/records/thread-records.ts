import type { JsonObject } from '../../../base/index.ts';
import type { RepositoryContent } from '../../world/repository-content.ts';
import { type Issue, type PullRequest, threadsOf } from '../../world/threads.ts';
import { newerFields, type RecordContext, type RecordWriter, reactionList } from './record-context.ts';

/** All issues and pull requests of a repository; `place` is the field that refers to a thread. */
export function listThreads(content: RepositoryContent, { urls }: RecordContext) {
  return threadsOf(content).map(({ kind, thread }) => {
    const url = urls.thread(kind, content.repository, thread.number);
    return { thread, url, place: { [kind]: url } };
  });
}

/** The issues of a repository, by number. */
export const issueRecords: RecordWriter = ({ content }, context) => {
  const { urls } = context;
  return content.issues.map((issue) => ({
    type: 'issue',
    url: urls.issue(content.repository, issue.number),
    repository: urls.repository(content.repository),
    user: context.person(issue.author),
    title: issue.title,
    body: issue.body,
    ...sortingFields(issue, content, context),
    reactions: reactionList(issue.reactions, 'Issue', context),
    closed_at: issue.closedAt,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
  }));
};

/** The pull requests of a repository, by number. */
export const pullRequestRecords: RecordWriter = ({ content, repository }, context) => {
  const { urls } = context;
  return content.pullRequests.map((pull) => ({
    type: 'pull_request',
    url: urls.pullRequest(content.repository, pull.number),
    user: pull.author === null ? null : context.person(pull.author),
    repository: urls.repository(content.repository),
    title: pull.title,
    body: pull.body,
    base: {
      ...pull.base,
      user: urls.account(repository.owner),
      repo: urls.repository(content.repository),
    },
    head: headFields(pull, context),
    ...sortingFields(pull, content, context),
    reactions: reactionList(pull.reactions, 'Issue', context),
    review_requests: [],
    close_issue_references: pull.closes.map((reference) => ({
      issue: urls.issue(reference.repository, reference.number),
      issue_repository: urls.repository(reference.repository),
      actor: context.bystander(reference.actor),
      source: 'xref',
      created_at: reference.createdAt,
    })),
    work_in_progress: pull.isDraft,
    merged_at: pull.mergedAt,
    closed_at: pull.closedAt,
    created_at: pull.createdAt,
    ...newerFields(context, { merge_commit_sha: pull.mergeCommitSha }),
  }));
};

/** The fork and its owner may have been deleted. */
function headFields({ head }: PullRequest, { urls, bystander }: RecordContext): JsonObject {
  return {
    ref: head.ref,
    sha: head.sha,
    user: bystander(head.owner),
    repo: head.repository === null ? null : urls.repository(head.repository),
  };
}

function sortingFields(
  thread: Issue | PullRequest,
  content: RepositoryContent,
  context: RecordContext,
): JsonObject {
  const { urls } = context;
  const assignees = thread.assignees.map((login) => context.person(login));
  return {
    assignee: assignees[0] ?? null,
    assignees,
    milestone: thread.milestone === null ? null : urls.milestone(content.repository, thread.milestone),
    labels: thread.labels.map((label) => urls.label(content.repository, label)),
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
      formatter: comment.formatter,
      reactions: reactionList(comment.reactions, 'IssueComment', context),
      created_at: comment.createdAt,
    }));

/** The comments on commits, oldest first. */
export const commitCommentRecords: RecordWriter = ({ content }, context) => {
  const { urls } = context;
  return content.commitComments
    .toSorted((a, b) => a.id - b.id)
    .map((comment) => ({
      type: 'commit_comment',
      url: urls.commitComment(content.repository, comment.commitId, comment.id),
      repository: urls.repository(content.repository),
      user: context.person(comment.author),
      body: comment.body,
      formatter: 'markdown',
      path: comment.path,
      position: comment.position,
      commit_id: comment.commitId,
      reactions: reactionList(comment.reactions, 'CommitComment', context),
      created_at: comment.createdAt,
    }));
};
