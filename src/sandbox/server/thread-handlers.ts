import type { JsonObject } from '../../base/json.ts';
import type { RepositoryContent } from '../world/repository-content.ts';
import { type ThreadOf, threadsOf } from '../world/threads.ts';
import { findContent } from '../world/world.ts';
import { notFound, validationFailed } from './api/answer.ts';
import { cursorList, cutCursorPage, linkedAnswer, pageAnswer } from './api/pagination.ts';
import { everybody, type Handler, routeGroup } from './api/route.ts';
import { visibleRepository } from './api/visibility.ts';
import { issueJson, type RecordPlace, reducedPullRequestJson } from './json/thread-json.ts';

/** Lists issues and pull requests, or only pull requests. */
function listThreads(write: (thread: ThreadOf, place: RecordPlace) => JsonObject, isPulls: boolean): Handler {
  return (request, { world, dialect, keptLists }) => {
    const repository = visibleRepository(request, world, 'issues=read');
    const content = repository === undefined ? undefined : findContent(world, repository);
    if (dialect.name !== 'github' || repository === undefined || content === undefined) {
      return notFound();
    }
    const { url, context } = request;
    const list = keptLists.take(url, request.caller, {
      paging: ['after', 'before', 'page', 'per_page'],
      of: [content],
      make: () => sortThreads(content, url.searchParams, isPulls),
    });
    if (isPulls) {
      return pageAnswer(list.items, request, { write: (item) => write(item, { repository, context }) });
    }
    // Since 2025, the list of issues has cursors, so that its length is unknown (google/go-github#3564).
    const page = cutCursorPage(list, { url });
    return page === undefined
      ? validationFailed('Issue', ['cursor'])
      : linkedAnswer(
          page.items.map((item) => write(item, { repository, context })),
          page.link,
        );
  };
}

function sortThreads(content: RepositoryContent, query: URLSearchParams, isPulls: boolean) {
  const state = query.get('state') ?? 'open';
  const sign = query.get('direction') === 'asc' ? 1 : -1;
  const threads = threadsOf(content)
    .filter(({ kind }) => !isPulls || kind === 'pull_request')
    .filter(({ thread }) => state === 'all' || state === (thread.closedAt === null ? 'open' : 'closed'))
    .toSorted((a, b) => sign * compareAges(a, b));
  return cursorList(threads, ({ thread }) => String(thread.number));
}

function compareAges({ thread: a }: ThreadOf, { thread: b }: ThreadOf): number {
  return Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.number - b.number;
}

function pullJson(pull: ThreadOf, place: RecordPlace): JsonObject {
  const { created_at, updated_at, closed_at, title, body, state } = issueJson(pull, place);
  const reduced = pull.kind === 'pull_request' ? reducedPullRequestJson(pull.thread, place) : {};
  return { ...reduced, title, body, state, created_at, updated_at, closed_at } as JsonObject;
}

const ROOT = { root: '/repos/{owner}/{repo}', access: everybody('issues=read', ['repo']) };

/** Additions to the specification, in the `github` dialect only. */
export const THREAD_ROUTES = [
  ...routeGroup({ ...ROOT, page: '/issues/issues' }, [
    ['GET', '/issues', 'list-repository-issues', listThreads(issueJson, false)],
  ]),
  ...routeGroup({ ...ROOT, page: '/pulls/pulls' }, [
    ['GET', '/pulls', 'list-pull-requests', listThreads(pullJson, true)],
  ]),
];
