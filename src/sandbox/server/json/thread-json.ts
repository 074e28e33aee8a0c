import type { JsonObject } from '../../../base/index.ts';
import type { ThreadOf } from '../../world/activity/activity-event.ts';
import type { Issue, PullRequest } from '../../world/threads.ts';
import type { Repository } from '../../world/world.ts';
import { fullNameOf } from '../../world/world.ts';
import { isStandardVersion } from '../api/answer-request.ts';
import { accountJson, type JsonContext, nodeIdOf } from './account-json.ts';

/** Where a record is shown: the repository it belongs to, and in which version. */
export interface RecordPlace {
  readonly repository: Repository;
  readonly version: string;
  readonly context: JsonContext;
}

/** API address of a repository. */
export function repositoryUrl({ repository, context }: Pick<RecordPlace, 'context' | 'repository'>): string {
  return `${context.baseUrl}/repos/${fullNameOf(repository)}`;
}

/** Web address of a repository. */
export function repositoryWebUrl({
  repository,
  context,
}: Pick<RecordPlace, 'context' | 'repository'>): string {
  return `${context.world.webUrl}/${fullNameOf(repository)}`;
}

/** Writes an issue, or a pull request as the issue that it is as well, as events carry it. */
export function issueJson({ kind, thread }: ThreadOf, place: RecordPlace): JsonObject {
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
    html_url: `${repositoryWebUrl(place)}/${kind === 'issue' ? 'issues' : 'pull'}/${thread.number}`,
    title: thread.title,
    user: thread.author === null ? null : accountJson(thread.author, context),
    state: thread.closedAt === null ? 'open' : 'closed',
    labels: thread.labels.map((name) => labelJson(name, place)),
    ...assigneesJson(thread, place),
    comments: thread.comments.length,
    created_at: thread.createdAt,
    updated_at: thread.updatedAt,
    closed_at: thread.closedAt,
    body: thread.body,
    ...(kind === 'issue' ? {} : { pull_request: { url: `${repositoryUrl(place)}/pulls/${thread.number}` } }),
  };
}

/** Writes a pull request as far as events tell of it: reduced since October 2025 at the hosted service. */
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

/** Ids of threads follow from repository and number: the world knows threads by these alone. */
export function threadId({ id }: Repository, { number }: Pick<Issue, 'number'>): number {
  return id * 100_000 + number;
}

/** Writes a label of the repository. */
export function labelJson(name: string, place: RecordPlace): JsonObject {
  return { name, url: `${repositoryUrl(place)}/labels/${encodeURIComponent(name)}` };
}

/** The newest version no longer has the singular (breaking changes of 2026-03-10). */
function assigneesJson(
  { assignees }: Pick<Issue, 'assignees'>,
  { version, context }: RecordPlace,
): JsonObject {
  const accounts = assignees.map((login) => accountJson(login, context));
  return {
    ...(isStandardVersion(context.dialect, version) ? { assignee: accounts[0] ?? null } : {}),
    assignees: accounts,
  };
}
