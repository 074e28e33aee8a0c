import type { JsonObject } from '../../../base/index.ts';
import { jsonFields } from '../../json-fields.ts';
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

/** The pull requests of a repository, by number. */
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
      ...jsonFields(comment, 'body', 'formatter'),
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
