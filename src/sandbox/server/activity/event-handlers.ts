import type { ActivityEvent } from '../../world/activity/activity-event.ts';
import { ACTIVITY_SPAN_MS, followedBy } from '../../world/activity/create-activity.ts';
import {
  findPerson,
  findRepository,
  fullNameOf,
  isOrganization,
  type Person,
  type World,
} from '../../world/world.ts';
import { type Answer, apiError, jsonPage, notFound } from '../api/answer.ts';
import type { Caller } from '../api/caller.ts';
import { cutPage, paginate, readPerPage } from '../api/pagination.ts';
import type { ApiRequest, Handler } from '../api/route.ts';
import { canSee, hasAccess, isMember } from '../api/sight.ts';
import type { Service } from '../service.ts';
import { eventJson } from './event-json.ts';

/** Lists what happened in public; the real service shows 15 of them at a time, the specification says 30. */
export const listPublicEvents: Handler = (request, service) =>
  feedPage(
    { includes: isPublic, ...(service.dialect.name === 'github' ? { defaultPerPage: 15 } : {}) },
    request,
    service,
  );

/** Lists the public events of a network of repositories; one that moved says where it is now. */
export const listNetworkEvents: Handler = (request, service) => {
  const { owner = '', repo = '' } = request.parameters;
  const { world } = service;
  const repository = findRepository(world, owner, repo);
  if (repository !== undefined && canSee(request.caller, repository, { world })) {
    const includes = (event: ActivityEvent) => isPublic(event) && event.repository.id === repository.id;
    return feedPage({ includes }, request, service);
  }
  const moved = repository === undefined ? findMoved(world, owner, repo) : undefined;
  if (moved === undefined) {
    return notFound();
  }
  const path = `${request.context.baseUrl}/networks/${moved}/events`;
  return { type: 'moved', location: `${path}${request.url.search}` };
};

/** Lists the public events of an organization. */
export const listOrganizationEvents: Handler = (request, service) =>
  isOrganization(service.world, request.parameters['org'])
    ? feedPage(
        { includes: (event) => isPublic(event) && event.repository.ownerType === 'Organization' },
        request,
        service,
      )
    : notFound();

/** Lists the events of a repository. */
export const listRepositoryEvents: Handler = (request, service) => {
  const { world } = service;
  const repository = findRepository(
    world,
    request.parameters['owner'] ?? '',
    request.parameters['repo'] ?? '',
  );
  return repository !== undefined && canSee(request.caller, repository, { world })
    ? feedPage({ includes: (event) => event.repository.id === repository.id }, request, service)
    : notFound();
};

/** Lists what a user did; private events only to that user. */
export const listUserEvents = forUser((person, request, service) =>
  feedPage({ includes: by(person, sightOf(person, request, service)) }, request, service),
);

/** Lists what a user did in public. */
export const listPublicUserEvents = forUser((person, request, service) =>
  feedPage({ includes: by(person, isPublic) }, request, service),
);

/** Lists what reached a user: from repositories they work on and people they follow. */
export const listReceivedEvents = forUser((person, request, service) =>
  feedPage({ includes: received(person, service, sightOf(person, request, service)) }, request, service),
);

/** Lists the public part of it. */
export const listPublicReceivedEvents = forUser((person, request, service) =>
  feedPage({ includes: received(person, service, isPublic) }, request, service),
);

/** Lists what happened in an organization of the user who asks; for others there is no such page. */
export const listOrganizationDashboard = forUser((person, request, service) => {
  const { world } = service;
  const ofOrganization = ({ repository }: ActivityEvent) =>
    repository.ownerType === 'Organization' &&
    canSee(request.caller, repository, { world, permission: 'organization_events=read' });
  const isAllowed =
    isSame(person, request.caller) &&
    isOrganization(world, request.parameters['org']) &&
    isMember(person.login, world);
  return isAllowed ? feedPage({ includes: ofOrganization }, request, service) : notFound();
});

type Sight = (event: ActivityEvent) => boolean;

function isPublic({ repository }: ActivityEvent): boolean {
  return !repository.isPrivate;
}

function by({ login }: Person, sees: Sight): Sight {
  return (event) => event.actor === login && sees(event);
}

/** A user who is signed in sees private events of their own feed, as far as the token reaches. */
function sightOf(person: Person, { caller }: ApiRequest, { world }: Service): Sight {
  return isSame(person, caller)
    ? ({ repository }) => canSee(caller, repository, { world, permission: 'events=read' })
    : isPublic;
}

function isSame({ login }: Person, caller: Caller): boolean {
  return caller.type === 'token' && caller.login === login;
}

function received(person: Person, { world }: Service, sees: Sight): Sight {
  const followed = new Set(followedBy(person.login, world));
  return (event) =>
    event.actor !== person.login &&
    sees(event) &&
    (followed.has(event.actor) || hasAccess(person.login, event.repository, world));
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

const PAGE_SIZES = { defaultPerPage: 30, maxPerPage: 100 } as const;

interface Feed {
  readonly includes: (event: ActivityEvent) => boolean;
  readonly defaultPerPage?: number;
}

/** Answers with one page of the events that belong in a feed. */
function feedPage(feed: Feed, request: ApiRequest, { activity, clock }: Service): Answer {
  const nowMs = clock.now();
  const events = activity()
    .filter(({ timeMs }) => timeMs > nowMs - ACTIVITY_SPAN_MS && timeMs <= nowMs - FEED_LATENCY_MS)
    .filter(feed.includes)
    .slice(0, MAX_FEED_EVENTS);
  const pages = { ...PAGE_SIZES, ...feed, url: request.url };
  if (cutPage(events, pages).page > Math.ceil(MAX_FEED_EVENTS / readPerPage(pages))) {
    return apiError(
      422,
      'In order to keep the API fast for everyone, pagination is limited for this resource.',
    );
  }
  const { items, link } = paginate(events, pages);
  return jsonPage(
    items.map((event) => eventJson(event, request)),
    link,
    pollHeaders(events[0]?.timeMs),
  );
}

/** What lists that are meant for polling carry besides their entity tag. */
export function pollHeaders(newestMs: number | undefined): Readonly<Record<string, string>> {
  return {
    'x-poll-interval': String(POLL_INTERVAL_SECONDS),
    ...(newestMs === undefined ? {} : { 'last-modified': new Date(newestMs).toUTCString() }),
  };
}
