import type { JsonObject } from '../../../base/index.ts';
import type { Issue, PullRequest } from '../../world/threads.ts';
import type { ExportedRepository, RecordContext } from './record-context.ts';
import { newerFields, reactionList } from './record-parts.ts';

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

/** The fork, and whoever owned it, may be gone. */
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
