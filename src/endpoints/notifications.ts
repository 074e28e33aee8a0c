import { definedMembers } from '../base/json.ts';
import type { Client } from '../client/create-client.ts';
import { listPages } from '../client/list-pages.ts';
import type { ApiCall, ApiMethod, Polling } from '../client/send.ts';
import { type CallOptions, withSignal } from '../client/with-signal.ts';
import { SERVICE_LIMITS } from '../model/limits.table.ts';
import { createAnswerReader } from './answer-reader.ts';
import type { NotificationJson, SubscriptionJson } from './answer-types.ts';
import {
  type MarkOptions,
  type MarkOutcome,
  markAllRead,
  type NotificationFilter,
  TOPIC,
} from './mark-all-read.ts';
import { repositoryParameters } from './repositories.ts';

/** The notifications of the account (https://docs.github.com/rest/activity/notifications), with the service's field names. */
export interface Notifications {
  /** Newest update first. */
  list(filter?: NotificationFilter, options?: PollOptions): AsyncIterable<NotificationJson>;
  /** Marks all notifications, or those of a repository, as read, and waits until the service has done it. */
  markAllRead(options?: MarkOptions & CallOptions): Promise<MarkOutcome>;
  get(id: NotificationJson['id'], options?: CallOptions): Promise<NotificationJson>;
  markRead(id: NotificationJson['id'], options?: CallOptions): Promise<void>;
  markDone(id: NotificationJson['id'], options?: CallOptions): Promise<void>;
  /** Undefined if the account is not subscribed to the thread. */
  getSubscription(id: NotificationJson['id'], options?: CallOptions): Promise<SubscriptionJson | undefined>;
  /** Subscribes; `ignored` mutes the thread until the user comments or is mentioned. */
  setSubscription(
    id: NotificationJson['id'],
    ignored: boolean,
    options?: CallOptions,
  ): Promise<SubscriptionJson>;
  deleteSubscription(id: NotificationJson['id'], options?: CallOptions): Promise<void>;
}

/** How to list notifications. */
export interface PollOptions extends CallOptions {
  /** What to do before the service allows the next poll; default: the last answer is given, if there is one. */
  readonly polling?: Polling | undefined;
}

const THREAD = '/notifications/threads/{thread_id}';

const NO_THREAD = 'there is no such thread';

/** The response to a write that changes nothing (specification 4.4). */
const UNCHANGED: readonly number[] = [304];

/** The notifications of the account (specification 4.4), with the service's field names. */
export function createNotifications(client: Client): Notifications {
  const readAnswer = createAnswerReader(client);
  const ask = (action: string, call: Omit<ApiCall, 'action'>, options?: CallOptions) =>
    withSignal(client, options).request({ ...call, action, topic: TOPIC });
  const list = async function* (
    filter: NotificationFilter = {},
    { signal, polling, isFresh }: PollOptions & Pick<ApiCall, 'isFresh'> = {},
  ): AsyncGenerator<NotificationJson, void, undefined> {
    const call = { ...listCall(filter), ...definedMembers({ polling, isFresh }), topic: TOPIC };
    for await (const page of listPages(withSignal(client, { signal }), call)) {
      yield* readAnswer('notifications', page, call.action);
    }
  };
  const getSubscription = async (
    id: NotificationJson['id'],
    options?: CallOptions,
  ): Promise<SubscriptionJson | undefined> => {
    const action = `read the subscription to the thread ${id}`;
    const response = await ask(action, { ...thread('GET', id, '/subscription'), expects: [404] }, options);
    return response.status === 404 ? undefined : readAnswer('thread-subscription', response, action);
  };
  return {
    list: (filter, options) => list(filter, options),
    markAllRead: ({ signal, ...options }: MarkOptions & CallOptions = {}): Promise<MarkOutcome> =>
      markAllRead({ client: withSignal(client, { signal }), list }, options),
    async get(id: NotificationJson['id'], options?: CallOptions): Promise<NotificationJson> {
      const action = `read the thread ${id}`;
      return readAnswer('notification', await ask(action, thread('GET', id), options), action);
    },
    async markRead(id: NotificationJson['id'], options?: CallOptions): Promise<void> {
      await ask(`mark the thread ${id} as read`, { ...thread('PATCH', id), expects: UNCHANGED }, options);
    },
    async markDone(id: NotificationJson['id'], options?: CallOptions): Promise<void> {
      await ask(`mark the thread ${id} as done`, { ...thread('DELETE', id), expects: UNCHANGED }, options);
    },
    getSubscription,
    async setSubscription(
      id: NotificationJson['id'],
      ignored: boolean,
      options?: CallOptions,
    ): Promise<SubscriptionJson> {
      const action = `subscribe to the thread ${id}`;
      const call = { ...thread('PUT', id, '/subscription'), body: { ignored }, expects: UNCHANGED };
      const response = await ask(action, call, options);
      const unchanged = UNCHANGED.includes(response.status) ? await getSubscription(id, options) : undefined;
      return unchanged ?? readAnswer('thread-subscription', response, action);
    },
    async deleteSubscription(id: NotificationJson['id'], options?: CallOptions): Promise<void> {
      const call = { ...thread('DELETE', id, '/subscription'), expects: UNCHANGED };
      await ask(`end the subscription to the thread ${id}`, call, options);
    },
  };
}

/** The lists of repositories have larger pages (specification 8.3). */
function listCall({ repository, ...filter }: NotificationFilter): ApiCall {
  const { notifications, repositoryNotifications } = SERVICE_LIMITS.pages;
  return repository === undefined
    ? {
        action: 'list the notifications',
        method: 'GET',
        route: '/notifications',
        query: definedMembers({ ...filter, per_page: notifications.maxPerPage }),
      }
    : {
        action: `list the notifications of "${repository}"`,
        method: 'GET',
        route: '/repos/{owner}/{repo}/notifications',
        parameters: repositoryParameters(repository),
        query: definedMembers({ ...filter, per_page: repositoryNotifications.maxPerPage }),
      };
}

function thread(method: ApiMethod, id: NotificationJson['id'], tail = ''): Omit<ApiCall, 'action'> {
  return { method, route: `${THREAD}${tail}`, parameters: { thread_id: id }, missing: NO_THREAD };
}
