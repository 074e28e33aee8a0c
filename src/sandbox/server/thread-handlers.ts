import type { JsonObject } from '../../base/index.ts';
import { type ThreadOf, threadsOf } from '../world/activity/activity-event.ts';
import type { RepositoryContent } from '../world/repository-content.ts';
import { fullNameOf } from '../world/world.ts';
import { type Answer, jsonPage, notFound } from './api/answer.ts';
import { paginate } from './api/pagination.ts';
import type { ApiRequest, Handler } from './api/route.ts';
import { canSee } from './api/sight.ts';
import { issueJson, type RecordPlace, reducedPullRequestJson } from './json/thread-json.ts';
import type { Service } from './service.ts';

/** Page sizes of lists of threads, as the real service has them. */
const PAGE_SIZES = { defaultPerPage: 30, maxPerPage: 100 } as const;

/** Lists the issues of a repository, pull requests among them: an addition beyond the specification (github dialect). */
export const listIssues: Handler = (request, service) => threadPage(request, service, threadsOf);

/** Lists the pull requests of a repository: an addition beyond the specification (github dialect). */
export const listPullRequests: Handler = (request, service) =>
  threadPage(request, service, ({ pullRequests }) =>
    pullRequests.map((thread): ThreadOf => ({ kind: 'pull_request', thread })),
  );

function threadPage(
  request: ApiRequest,
  { world, dialect }: Service,
  choose: (content: RepositoryContent) => readonly ThreadOf[],
): Answer {
  const { parameters, caller, url, version, context } = request;
  const name = `${parameters['owner']}/${parameters['repo']}`.toLowerCase();
  const index = world.repositories.findIndex((repository) => fullNameOf(repository).toLowerCase() === name);
  const repository = world.repositories[index];
  const content = world.contents[index];
  if (
    dialect.name !== 'github' ||
    repository === undefined ||
    content === undefined ||
    !canSee(caller, repository, { world, permission: 'issues=read' })
  ) {
    return notFound();
  }
  const state = url.searchParams.get('state') ?? 'open';
  const isRising = url.searchParams.get('direction') === 'asc';
  const threads = choose(content)
    .filter(({ thread }) => state === 'all' || state === (thread.closedAt === null ? 'open' : 'closed'))
    .toSorted((a, b) => (isRising ? 1 : -1) * compareAges(a, b));
  const page = paginate(threads, { url, ...PAGE_SIZES });
  const place: RecordPlace = { repository, version, context };
  const isPulls = url.pathname.endsWith('/pulls');
  return jsonPage(
    page.items.map((thread) => (isPulls ? pullJson(thread, place) : issueJson(thread, place))),
    page.link,
  );
}

function compareAges(a: ThreadOf, b: ThreadOf): number {
  return a.thread.createdAt < b.thread.createdAt
    ? -1
    : a.thread.createdAt > b.thread.createdAt
      ? 1
      : a.thread.number - b.thread.number;
}

function pullJson(pull: ThreadOf, place: RecordPlace): JsonObject {
  const { thread } = pull;
  const { created_at, updated_at, closed_at, title, body, state } = issueJson(pull, place);
  const reduced = pull.kind === 'pull_request' ? reducedPullRequestJson(pull.thread, place) : {};
  return {
    ...reduced,
    number: thread.number,
    title,
    body,
    state,
    created_at,
    updated_at,
    closed_at,
  } as JsonObject;
}
