import type { JsonObject } from '../../../base/json.ts';
import { createSeededRandom } from '../../../base/random.ts';
import { pickSome } from '../../world/random-picks.ts';
import { formatSeconds } from '../../world/timestamps.ts';
import { findPerson, findRepository, fullNameOf, type Repository, type World } from '../../world/world.ts';
import { type Answer, apiError, notFound } from '../api/answer.ts';
import { type Caller, NO_PERMISSION_NEEDED } from '../api/caller.ts';
import { pageAnswer, paginate, readPerPage } from '../api/pagination.ts';
import { ACCOUNTLESS, type ApiRequest, everybody, type Handler, routeGroup, signedIn } from '../api/route.ts';
import { canSee, hasAccess, isMember, visibleRepository } from '../api/visibility.ts';
import { type RecordPlace, reducedAccountJson, repositoryUrl } from '../json/thread-json.ts';
import type { Service } from '../service.ts';
import { ACTIVITY_SPAN_MS, type ActivityEvent } from './activity.ts';

type EventFilter = (event: ActivityEvent) => boolean;

/** Which events a feed shows: of all repositories, or of one. */
interface Feed {
  readonly includes: EventFilter;
  readonly repository?: Repository;
}

/** Lists public events: 15 per page like the real service, or 30 as specified. */
const listPublicEvents: Handler = (request, service) =>
  feedPage({ includes: isPublic }, request, service, service.dialect.name === 'github' ? 15 : 30);

/** Lists the public events of a network of repositories; redirects if it has moved. */
const listNetworkEvents = listFeed((request, { world }) => {
  const repository = visibleRepository(request, world);
  if (repository !== undefined) {
    return { includes: isPublic, repository };
  }
  const moved = findMoved(request.parameters, world);
  return moved === undefined
    ? notFound()
    : {
        type: 'moved',
        location: `${request.context.baseUrl}/networks/${moved}/events${request.url.search}`,
      };
});

const listOrganizationEvents: Handler = (request, service) =>
  feedPage(
    { includes: (event) => isPublic(event) && event.repository.ownerType === 'Organization' },
    request,
    service,
  );

const listRepositoryEvents = listFeed((request, { world }) => {
  const repository = visibleRepository(request, world);
  return repository === undefined ? notFound() : { includes: () => true, repository };
});

/** Lists the events of the caller's organization; not found for other users. */
const listDashboard = listFeed(({ caller, parameters }, { world }) => {
  const login = findPerson(world, parameters['username'] ?? '')?.login ?? '';
  return isSame(login, caller) && isMember(login, world)
    ? {
        includes: ({ repository }) =>
          repository.ownerType === 'Organization' &&
          canSee(caller, repository, world, 'organization_events=read'),
      }
    : notFound();
});

const listPerformed = listUserEvents(performedBy, 'all');
const listReceived = listUserEvents(receivedBy, 'all');
const listPerformedPublicly = listUserEvents(performedBy, 'public');
const listReceivedPublicly = listUserEvents(receivedBy, 'public');

/** Lists events of a user. Users also see private ones in their own feed if the token permits. */
function listUserEvents(
  relate: (login: string, world: World) => EventFilter,
  visibility: 'all' | 'public',
): Handler {
  return listFeed(({ caller, parameters }, { world }) => {
    const login = findPerson(world, parameters['username'] ?? '')?.login;
    if (login === undefined) {
      return notFound();
    }
    const isRelated = relate(login, world);
    const isVisible: EventFilter =
      visibility === 'public' || !isSame(login, caller)
        ? isPublic
        : ({ repository }) => canSee(caller, repository, world, 'events=read');
    return { includes: (event) => isRelated(event) && isVisible(event) };
  });
}

function performedBy(login: string): EventFilter {
  return ({ actor }) => actor === login;
}

/** The events of others, in repositories that the user works on and by people that the user follows. */
function receivedBy(login: string, world: World): EventFilter {
  const followed = new Set(followedBy(login, world));
  return ({ actor, repository }) =>
    actor !== login && (followed.has(actor) || hasAccess(login, repository, world));
}

function isPublic({ repository }: ActivityEvent): boolean {
  return !repository.isPrivate;
}

const MAX_FOLLOWED = 5;

/** Logins of the people whom a user follows. */
export function followedBy(login: string, world: World): readonly string[] {
  const random = createSeededRandom(`${world.seed}/following/${login}`);
  const others = [world.account, ...world.people].filter((person) => !person.isBot && person.login !== login);
  return pickSome(others, random.integer(1, MAX_FOLLOWED), random).map((person) => person.login);
}

function isSame(login: string, caller: Caller): boolean {
  return caller.type === 'token' && caller.login === login;
}

/** Repositories of the organization once belonged to the account: their old names redirect. */
function findMoved({ owner = '', repo = '' }: ApiRequest['parameters'], world: World): string | undefined {
  const { account, organization } = world;
  const isOld =
    owner.toLowerCase() === account.login.toLowerCase() &&
    findRepository(world, `${owner}/${repo}`) === undefined;
  const moved = isOld ? findRepository(world, `${organization.login}/${repo}`) : undefined;
  return moved === undefined || moved.isPrivate ? undefined : fullNameOf(moved);
}

/** A handler that answers with the events of a feed, or with another answer. */
function listFeed(read: (request: ApiRequest, service: Service) => Answer | Feed): Handler {
  return (request, service) => {
    const feed = read(request, service);
    return 'includes' in feed ? feedPage(feed, request, service) : feed;
  };
}

/** Specification 6, rule 1. */
const MAX_FEED_EVENTS = 300;

/** The minimum time before an event appears in a feed (specification 4.3: 30 seconds to 6 hours). */
const FEED_LATENCY_MS = 30_000;

/** Specification 8.3. */
const POLL_INTERVAL_SECONDS = 60;

function feedPage(
  { includes, repository }: Feed,
  request: ApiRequest,
  { activity, clock }: Service,
  defaultPerPage = 30,
): Answer {
  const nowMs = clock.now();
  const events = activity(repository)
    .filter(({ timeMs }) => timeMs > nowMs - ACTIVITY_SPAN_MS && timeMs <= nowMs - FEED_LATENCY_MS)
    .filter(includes)
    .slice(0, MAX_FEED_EVENTS);
  const pages = { url: request.url, defaultPerPage };
  if (paginate(events, pages).page > Math.ceil(MAX_FEED_EVENTS / readPerPage(pages))) {
    return apiError(
      422,
      'In order to keep the API fast for everyone, pagination is limited for this resource.',
    );
  }
  return pageAnswer(events, request, {
    defaultPerPage,
    headers: pollHeaders(events[0]?.timeMs),
    write: (event, context) => eventJson(event, { repository: event.repository, context }),
  });
}

function eventJson({ id, type, actor, payload, timeMs }: ActivityEvent, place: RecordPlace): JsonObject {
  const { repository } = place;
  return {
    id: String(id),
    type,
    actor: { ...reducedAccountJson(actor, place), display_login: actor.replace(/\[bot\]$/, '') },
    repo: { id: repository.id, name: fullNameOf(repository), url: repositoryUrl(place) },
    payload: payload(place, id),
    public: !repository.isPrivate,
    created_at: formatSeconds(timeMs),
    ...(repository.ownerType === 'Organization' ? { org: reducedAccountJson(repository.owner, place) } : {}),
  };
}

/** The headers of lists that are meant for polling. */
export function pollHeaders(newestMs: number | undefined): Readonly<Record<string, string>> {
  return {
    'x-poll-interval': String(POLL_INTERVAL_SECONDS),
    ...(newestMs === undefined ? {} : { 'last-modified': new Date(newestMs).toUTCString() }),
  };
}

const USER_EVENTS = everybody(`${NO_PERMISSION_NEEDED}; events=read`);
const PUBLIC = { page: '/activity/events', access: everybody() };
const USER = { root: '/users/{username}', page: PUBLIC.page };

/** Specification 4.3: public events do not require a permission. */
export const EVENT_ROUTES = [
  ...routeGroup(PUBLIC, [
    ['GET', '/events', 'list-public-events', listPublicEvents],
    ['GET', '/orgs/{org}/events', 'list-public-organization-events', listOrganizationEvents],
  ]),
  ...routeGroup({ ...PUBLIC, root: '/networks/{owner}/{repo}' }, [
    ['GET', '/events', 'list-public-events-for-a-network-of-repositories', listNetworkEvents],
  ]),
  ...routeGroup({ ...PUBLIC, root: '/repos/{owner}/{repo}', access: everybody('metadata=read') }, [
    ['GET', '/events', 'list-repository-events', listRepositoryEvents],
  ]),
  ...routeGroup({ ...USER, access: USER_EVENTS }, [
    ['GET', '/events', 'list-events-for-the-authenticated-user', listPerformed],
    ['GET', '/received_events', 'list-events-received-by-the-authenticated-user', listReceived],
  ]),
  ...routeGroup({ ...USER, access: signedIn(ACCOUNTLESS, [], 'organization_events=read') }, [
    ['GET', '/events/orgs/{org}', 'list-organization-events-for-the-authenticated-user', listDashboard],
  ]),
  ...routeGroup({ ...USER, access: everybody() }, [
    ['GET', '/events/public', 'list-public-events-for-a-user', listPerformedPublicly],
    ['GET', '/received_events/public', 'list-public-events-received-by-a-user', listReceivedPublicly],
  ]),
];
