import type { JsonObject } from '../../../base/json.ts';
import { jsonFields } from '../../json-fields.ts';
import type { Commit } from '../../world/git/git-history.ts';
import type { Release } from '../../world/repository-content.ts';
import type { Comment, Issue, PullRequest, Review, ThreadOf } from '../../world/threads.ts';
import { fullNameOf, type Repository } from '../../world/world.ts';
import { accountJson, hasSpecifiedShapes, type JsonContext, nodeIdOf } from './account-json.ts';

export interface RecordPlace {
  readonly repository: Repository;
  readonly context: JsonContext;
}

export function repositoryUrl({ repository, context }: RecordPlace): string {
  return `${context.baseUrl}/repos/${fullNameOf(repository)}`;
}

function repositoryWebUrl({ repository, context }: RecordPlace): string {
  return `${context.world.webUrl}/${fullNameOf(repository)}`;
}

function threadWebUrl({ kind, thread }: ThreadOf, place: RecordPlace): string {
  return `${repositoryWebUrl(place)}/${kind === 'issue' ? 'issues' : 'pull'}/${thread.number}`;
}

export function issueJson(item: ThreadOf, place: RecordPlace): JsonObject {
  const { kind, thread } = item;
  const { repository, context } = place;
  const url = `${repositoryUrl(place)}/issues/${thread.number}`;
  const id = threadId(repository, thread);
  return {
    id,
    node_id: nodeIdOf('Issue', id),
    number: thread.number,
    url,
    repository_url: repositoryUrl(place),
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: threadWebUrl(item, place),
    title: thread.title,
    user: thread.author === null ? null : accountJson(thread.author, context),
    state: thread.closedAt === null ? 'open' : 'closed',
    labels: thread.labels.map((name) => labelJson(name, place)),
    ...assigneesJson(thread, place),
    comments: thread.comments.length,
    ...jsonFields(thread, 'createdAt', 'updatedAt', 'closedAt', 'body'),
    ...(kind === 'issue' ? {} : { pull_request: { url: `${repositoryUrl(place)}/pulls/${thread.number}` } }),
  };
}

/** The reduced pull request of events since October 2025. */
export function reducedPullRequestJson(pull: PullRequest, place: RecordPlace): JsonObject {
  const { repository } = place;
  const repo = { id: repository.id, name: repository.name, url: repositoryUrl(place) };
  const { head, base } = pull;
  return {
    id: threadId(repository, pull),
    number: pull.number,
    url: `${repositoryUrl(place)}/pulls/${pull.number}`,
    head: { ref: head.ref, sha: head.sha, repo: head.repository === null ? null : repo },
    base: { ref: base.ref, sha: base.sha, repo },
  };
}

/** The ids of threads are derived from repository and number, which identify them in the world. */
function threadId({ id }: Repository, { number }: Pick<Issue, 'number'>): number {
  return id * 100_000 + number;
}

export function labelJson(name: string, place: RecordPlace): JsonObject {
  return { name, url: `${repositoryUrl(place)}/labels/${encodeURIComponent(name)}` };
}

/** The newest version does not have `assignee` (breaking changes of 2026-03-10). */
function assigneesJson({ assignees }: Pick<Issue, 'assignees'>, { context }: RecordPlace): JsonObject {
  const accounts = assignees.map((login) => accountJson(login, context));
  return {
    ...(hasSpecifiedShapes(context) ? { assignee: accounts[0] ?? null } : {}),
    assignees: accounts,
  };
}

export function reducedAccountJson(login: string, { context }: RecordPlace): JsonObject {
  const { id, avatar_url: avatarUrl = '', url = '', type } = accountJson(login, context);
  return {
    id: id ?? 0,
    login,
    [context.dialect.avatarIdField]: '',
    url: type === 'Organization' ? `${context.baseUrl}/orgs/${login}` : url,
    avatar_url: avatarUrl,
  };
}

/** A commit inside a push. */
export function commitJson({ sha, author, message }: Commit, place: RecordPlace): JsonObject {
  return {
    sha,
    author: { email: author.email, name: author.name },
    message: message.trimEnd(),
    distinct: true,
    url: `${repositoryUrl(place)}/commits/${sha}`,
  };
}

export function releaseJson(release: Release, place: RecordPlace): JsonObject {
  return {
    url: `${repositoryUrl(place)}/releases/tags/${release.tagName}`,
    html_url: `${repositoryWebUrl(place)}/releases/tag/${release.slug}`,
    target_commitish: release.target,
    ...jsonFields(release, 'tagName', 'name', 'body'),
    draft: false,
    prerelease: release.isPrerelease,
    author: accountJson(release.author, place.context),
    ...jsonFields(release, 'createdAt', 'publishedAt'),
  };
}

export function commentJson(comment: Comment, item: ThreadOf, place: RecordPlace): JsonObject {
  return {
    ...jsonFields(comment, 'id', 'body', 'createdAt'),
    user: accountJson(comment.author, place.context),
    updated_at: comment.createdAt,
    node_id: nodeIdOf('IssueComment', comment.id),
    url: `${repositoryUrl(place)}/issues/comments/${comment.id}`,
    html_url: `${threadWebUrl(item, place)}#issuecomment-${comment.id}`,
    issue_url: `${repositoryUrl(place)}/issues/${item.thread.number}`,
  };
}

export function reviewJson(review: Review, { number }: PullRequest, place: RecordPlace): JsonObject {
  return {
    ...jsonFields(review, 'id', 'body', 'state', 'submittedAt'),
    node_id: nodeIdOf('PullRequestReview', review.id),
    user: accountJson(review.author, place.context),
    commit_id: review.headSha,
    html_url: `${repositoryWebUrl(place)}/pull/${number}#pullrequestreview-${review.id}`,
    pull_request_url: `${repositoryUrl(place)}/pulls/${number}`,
  };
}
