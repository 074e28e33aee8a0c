import type { JsonObject } from '../../../base/index.ts';
import type { RepositoryContent } from '../../world/repository-content.ts';
import { type Issue, type PullRequest, threadsOf } from '../../world/threads.ts';
import { type ExportedRepository, newerFields, type RecordContext, reactionList } from './record-context.ts';

/** A thread with the one field by which records say that they belong to it. */
interface ThreadPlace {
  readonly thread: Issue | PullRequest;
  readonly url: string;
  /** `{ issue }` or `{ pull_request }`, never both. */
  readonly place: JsonObject;
}

/** All issues and pull requests of a repository. */
export function listThreads(content: RepositoryContent, { urls }: RecordContext): readonly ThreadPlace[] {
  return threadsOf(content).map(({ kind, thread }) => {
    const url = urls.thread(kind, content.repository, thread.number);
    return { thread, url, place: { [kind]: url } };
  });
}

/** Writes the issues of a repository, in the order of their numbers. */
export function* issueRecords(exported: ExportedRepository, context: RecordContext): Generator<JsonObject> {
  const { content } = exported;
  const { urls } = context;
  for (const issue of content.issues) {
    yield {
      type: 'issue',
      url: urls.issue(content.repository, issue.number),
      repository: urls.repository(content.repository),
      user: context.person(issue.author),
      title: issue.title,
      body: issue.body,
      ...sortingFields(issue, exported, context),
      reactions: reactionList(issue.reactions, 'Issue', context),
      closed_at: issue.closedAt,
      created_at: issue.createdAt,
      updated_at: issue.updatedAt,
    };
  }
}

/** Writes the pull requests of a repository, in the order of their numbers. */
export function* pullRequestRecords(
  exported: ExportedRepository,
  context: RecordContext,
): Generator<JsonObject> {
  const { content, repository } = exported;
  const { urls } = context;
  for (const pull of content.pullRequests) {
    yield {
      type: 'pull_request',
      url: urls.pullRequest(content.repository, pull.number),
      user: pull.author === null ? null : context.person(pull.author),
      repository: urls.repository(content.repository),
      title: pull.title,
      body: pull.body,
      base: {
        ref: pull.base.ref,
        sha: pull.base.sha,
        user: urls.account(repository.owner),
        repo: urls.repository(content.repository),
      },
      head: headFields(pull, context),
      ...sortingFields(pull, exported, context),
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
    };
  }
}

/** The fork and its owner may be gone. */
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
  { content }: ExportedRepository,
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

/** Writes the comments under issues and pull requests, oldest first. */
export function* issueCommentRecords(
  { content }: ExportedRepository,
  context: RecordContext,
): Generator<JsonObject> {
  const comments = listThreads(content, context)
    .flatMap(({ thread, place, url }) => thread.comments.map((comment) => ({ comment, place, url })))
    .toSorted((a, b) => a.comment.id - b.comment.id);
  for (const { comment, place, url } of comments) {
    yield {
      type: 'issue_comment',
      url: context.urls.issueComment(url, comment.id),
      ...place,
      user: context.person(comment.author),
      body: comment.body,
      formatter: comment.formatter,
      reactions: reactionList(comment.reactions, 'IssueComment', context),
      created_at: comment.createdAt,
    };
  }
}

/** Writes the comments on commits, oldest first. */
export function commitCommentRecords(
  { content }: ExportedRepository,
  context: RecordContext,
): readonly JsonObject[] {
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
}
