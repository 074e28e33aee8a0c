import { invariant } from '../base/failure.ts';
import { definedMembers } from '../base/json.ts';
import type { Client } from '../client/create-client.ts';
import { listPages } from '../client/list-pages.ts';
import type { ApiCall, Polling } from '../client/send.ts';
import { type CallOptions, withSignal } from '../client/with-signal.ts';
import { detailOf, Failure } from '../model/failure.ts';
import { SERVICE_LIMITS } from '../model/limits.table.ts';
import { createAnswerReader } from './answer-reader.ts';
import type { EventJson } from './answer-types.ts';
import { FEEDS, type FeedName, type FeedParameter } from './feeds.table.ts';
import { repositoryParameters } from './repositories.ts';

/** A feed, and whose it is: `org`, `repository` or `username`, as the name of the feed says. */
export interface FeedAddress {
  readonly feed: FeedName;
  readonly org?: string | undefined;
  /** `owner/name`. */
  readonly repository?: string | undefined;
  readonly username?: string | undefined;
}

/** How to read a feed. */
export interface FeedOptions extends CallOptions {
  /** How many events to read at most; default: all that the feed has. */
  readonly maxEvents?: number | undefined;
  /** What to do before the service allows the next poll; default: the last answer is given, if there is one. */
  readonly polling?: Polling | undefined;
}

/** Activity events (https://docs.github.com/rest/activity/events), with the service's field names. */
export interface Events {
  /**
   * The events of a feed, newest first: at most 300, and none older than 30 days. An unchanged feed costs nothing. A call
   * that comes sooner than the service allows is answered as `polling` says; by default with what was last known.
   */
  list(address: FeedAddress, options?: FeedOptions): AsyncIterable<EventJson>;
}

/** Activity events (specification 4.3), with the service's field names. */
export function createEvents(client: Client): Events {
  const readAnswer = createAnswerReader(client);
  return {
    async *list(
      address: FeedAddress,
      { maxEvents = SERVICE_LIMITS.eventFeed.maxEvents, polling, signal }: FeedOptions = {},
    ): AsyncGenerator<EventJson, void, undefined> {
      const call = { ...feedCall(address), ...definedMembers({ polling }) };
      const max = Math.min(maxEvents, SERVICE_LIMITS.eventFeed.maxEvents);
      let count = 0;
      for await (const page of untilCut(listPages(withSignal(client, { signal }), call))) {
        if (count === 0 && !page.url.pathname.endsWith(pathOf(call))) {
          client.notice(`The service has moved this feed to ${page.url.origin}${page.url.pathname}`);
        }
        for (const event of readAnswer('events', page, call.action)) {
          if (count === max) {
            return;
          }
          yield event;
          count += 1;
        }
        if (count === max) {
          return; // The service answers 422 to the page after the last one.
        }
      }
    },
  };
}

function feedCall(address: FeedAddress): ApiCall {
  const { route, parameters } = FEEDS[address.feed];
  return {
    action: `read the feed "${address.feed}"`,
    method: 'GET',
    route,
    parameters: Object.assign({}, ...parameters.map((name) => parameterOf(name, address))),
    query: { per_page: SERVICE_LIMITS.pages.events.maxPerPage },
  };
}

function parameterOf(name: FeedParameter, address: FeedAddress): Readonly<Record<string, string>> {
  const value = address[name] ?? '';
  if (value === '') {
    throw new Failure('usage', `Cannot read the feed "${address.feed}": ${NEEDS[name].found}`, {
      hint: `Name it as "${name}"`,
      commandHint: `Name it with --${NEEDS[name].flag}`,
    });
  }
  return name === 'repository' ? { ...repositoryParameters(value) } : { [name]: value };
}

const NEEDS = {
  org: { flag: 'org', found: 'it needs the name of an organization' },
  repository: { flag: 'repository', found: 'it needs the name of a repository' },
  username: { flag: 'user', found: 'it needs the name of an account' },
} as const satisfies Record<FeedParameter, unknown>;

function pathOf({ route, parameters }: ApiCall): string {
  return route.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters?.[name];
    invariant(value !== undefined, `the feed has a value for {${name}}`);
    return encodeURIComponent(value);
  });
}

/** A server with smaller pages answers 422 to the first page beyond its limit (the service's reference). */
async function* untilCut<Page>(pages: AsyncIterable<Page>): AsyncGenerator<Page, void, undefined> {
  let hasPages = false;
  try {
    for await (const page of pages) {
      hasPages = true;
      yield page;
    }
  } catch (error) {
    if (!(hasPages && error instanceof Failure && detailOf(error, 'status') === 422)) {
      throw error;
    }
  }
}
