import { createSeededRandom, type JsonObject } from '../../../base/index.ts';
import { pickSome } from '../../world/chance.ts';
import { formatSeconds } from '../../world/timestamps.ts';
import {
  findPerson,
  findRepository,
  fullNameOf,
  isOrganization,
  type Person,
  type World,
} from '../../world/world.ts';
import { type Answer, apiError, notFound } from '../api/answer.ts';
import { type Caller, NO_PERMISSION_NEEDED } from '../api/caller.ts';
import { cutPage, pageAnswer, readPerPage } from '../api/pagination.ts';
import {
  ACCOUNTLESS,
  type ApiRequest,
  everybody,
  type Handler,
  type Route,
  routeGroup,
  signedIn,
} from '../api/route.ts';
import { canSee, hasAccess, isMember, seenRepository } from '../api/sight.ts';
import { type RecordPlace, reducedAccountJson, repositoryUrl } from '../json/thread-json.ts';
import type { Service } from '../service.ts';
import { ACTIVITY_SPAN_MS, type ActivityEvent } from './create-activity.ts';

/** Lists what happened in public; the real service shows 15 of them at a time, the specification says 30. */
const listPublicEvents: Handler = (request, service) =>
  feedPage(isPublic, request, service, service.dialect.name === 'github' ? 15 : 30);

/** Lists the public events of a network of repositories; one that moved says where it is now. */
const listNetworkEvents: Handler = (request, service) => {
  const { owner = '', repo = '' } = request.parameters;
  const { world } = service;
  const repository = seenRepository(request, world);
  if (repository !== undefined) {
    return feedPage((event) => isPublic(event) && event.repository.id === repository.id, request, service);
  }
  const isUnknown = findRepository(world, owner, repo) === undefined;
  const moved = isUnknown ? findMoved(world, owner, repo) : undefined;
  return moved === undefined
    ? notFound()
    : {
        type: 'moved',
        location: `${request.context.baseUrl}/networks/${moved}/events${request.url.search}`,
      };
};

const listOrganizationEvents: Handler = (request, service) =>
  isOrganization(service.world, request.parameters['org'])
    ? feedPage((event) => isPublic(event) && event.repository.ownerType === 'Organization', request, service)
    : notFound();

const listRepositoryEvents: Handler = (request, service) => {
  const repository = seenRepository(request, service.world);
  return repository === undefined
    ? notFound()
    : feedPage((event) => event.repository.id === repository.id, request, service);
};

/** Lists what a user did. */
function listDone(sightOf: SightOf): Handler {
  return forUser((person, request, service) => {
    const sees = sightOf(person, request, service);
    return feedPage((event) => event.actor === person.login && sees(event), request, service);
  });
}

/** Lists what reached a user: from repositories they work on and people they follow. */
function listReceived(sightOf: SightOf): Handler {
  return forUser((person, request, service) => {
    const { world } = service;
    const sees = sightOf(person, request, service);
    const followed = new Set(followedBy(person.login, world));
    const reaches = ({ actor, repository }: ActivityEvent) =>
      actor !== person.login && (followed.has(actor) || hasAccess(person.login, repository, world));
    return feedPage((event) => sees(event) && reaches(event), request, service);
  });
}

/** Lists what happened in an organization of the user who asks; for others there is no such page. */
const listOrganizationDashboard = forUser((person, request, service) => {
  const { world } = service;
  const ofOrganization = ({ repository }: ActivityEvent) =>
    repository.ownerType === 'Organization' &&
    canSee(request.caller, repository, { world, permission: 'organization_events=read' });
  const isAllowed =
    isSame(person, request.caller) &&
    isOrganization(world, request.parameters['org']) &&
    isMember(person.login, world);
  return isAllowed ? feedPage(ofOrganization, request, service) : notFound();
});

type Sight = (event: ActivityEvent) => boolean;
type SightOf = (person: Person, request: ApiRequest, service: Service) => Sight;

function isPublic({ repository }: ActivityEvent): boolean {
  return !repository.isPrivate;
}

/** A user who is signed in sees private events of their own feed, as far as the token reaches. */
function privateSight(person: Person, { caller }: ApiRequest, { world }: Service): Sight {
  return isSame(person, caller)
    ? ({ repository }) => canSee(caller, repository, { world, permission: 'events=read' })
    : isPublic;
}

const MAX_FOLLOWED = 5;

/** Logins of the people whom somebody follows. */
export function followedBy(login: string, world: World): readonly string[] {
  const random = createSeededRandom(`${world.seed}/following/${login}`);
  const others = [world.account, ...world.people].filter((person) => !person.isBot && person.login !== login);
  return pickSome(others, random.integer(1, MAX_FOLLOWED), random).map((person) => person.login);
}

function isSame({ login }: Person, caller: Caller): boolean {
  return caller.type === 'token' && caller.login === login;
}

/** Repositories of the organization began under the account: their old names still lead to them. */
function findMoved(world: World, owner: string, name: string): string | undefined {
  const { account, organization } = world;
  const moved =
    owner.toLowerCase() === account.login.toLowerCase()
      ? findRepository(world, organization.login, name)
      : undefined;
  return moved === undefined || moved.isPrivate ? undefined : fullNameOf(moved);
}

function forUser(handle: (person: Person, request: ApiRequest, service: Service) => Answer): Handler {
  return (request, service) => {
    const person = findPerson(service.world, request.parameters['username'] ?? '');
    return person === undefined ? notFound() : handle(person, request, service);
  };
}

/** The most that a feed holds (specification 6, rule 1). */
const MAX_FEED_EVENTS = 300;

/** The least time before something appears in a feed (specification 4.3: 30 seconds to 6 hours). */
const FEED_LATENCY_MS = 30_000;

/** How often the service wants to be asked, in seconds (specification 8.3). */
const POLL_INTERVAL_SECONDS = 60;

/** Answers with one page of the events that belong in a feed. */
function feedPage(
  includes: Sight,
  request: ApiRequest,
  { activity, clock }: Service,
  defaultPerPage = 30,
): Answer {
  const nowMs = clock.now();
  const events = activity()
    .filter(({ timeMs }) => timeMs > nowMs - ACTIVITY_SPAN_MS && timeMs <= nowMs - FEED_LATENCY_MS)
    .filter(includes)
    .slice(0, MAX_FEED_EVENTS);
  const pages = { url: request.url, defaultPerPage };
  if (cutPage(events, pages).page > Math.ceil(MAX_FEED_EVENTS / readPerPage(pages))) {
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

/** Writes one item of a feed. */
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

/** What lists that are meant for polling carry besides their entity tag. */
export function pollHeaders(newestMs: number | undefined): Readonly<Record<string, string>> {
  return {
    'x-poll-interval': String(POLL_INTERVAL_SECONDS),
    ...(newestMs === undefined ? {} : { 'last-modified': new Date(newestMs).toUTCString() }),
  };
}

const USER_EVENTS = everybody(`${NO_PERMISSION_NEEDED}; events=read`);

/** Specification 4.3: no permission is needed for public events. */
export const EVENT_ROUTES: readonly Route[] = [
  ...routeGroup({ page: '/activity/events', access: everybody() }, [
    ['GET', '/events', 'list-public-events', listPublicEvents],
    [
      'GET',
      '/networks/{owner}/{repo}/events',
      'list-public-events-for-a-network-of-repositories',
      listNetworkEvents,
    ],
    ['GET', '/orgs/{org}/events', 'list-public-organization-events', listOrganizationEvents],
    [
      'GET',
      '/repos/{owner}/{repo}/events',
      'list-repository-events',
      listRepositoryEvents,
      { access: everybody('metadata=read') },
    ],
  ]),
  ...routeGroup({ root: '/users/{username}', page: '/activity/events', access: USER_EVENTS }, [
    ['GET', '/events', 'list-events-for-the-authenticated-user', listDone(privateSight)],
    ['GET', '/received_events', 'list-events-received-by-the-authenticated-user', listReceived(privateSight)],
    [
      'GET',
      '/events/orgs/{org}',
      'list-organization-events-for-the-authenticated-user',
      listOrganizationDashboard,
      { access: signedIn(ACCOUNTLESS, [], 'organization_events=read') },
    ],
  ]),
  ...routeGroup({ root: '/users/{username}', page: '/activity/events', access: everybody() }, [
    ['GET', '/events/public', 'list-public-events-for-a-user', listDone(() => isPublic)],
    ['GET', '/received_events/public', 'list-public-events-received-by-a-user', listReceived(() => isPublic)],
  ]),
];
