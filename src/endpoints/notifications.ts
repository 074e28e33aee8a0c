import { definedMembers } from '../base/json.ts';
import type { Client } from '../client/create-client.ts';
import { listPages } from '../client/list-pages.ts';
import type { ApiCall, ApiMethod } from '../client/send.ts';
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

export type Notifications = ReturnType<typeof createNotifications>;

const THREAD = '/notifications/threads/{thread_id}';

const NO_THREAD = 'there is no such thread';

/** The response to a write that changes nothing (specification 4.4). */
const UNCHANGED: readonly number[] = [304];

/** The notifications of the account (specification 4.4), with the service's field names. */
export function createNotifications(client: Client) {
  const readAnswer = createAnswerReader(client);
  const ask = (action: string, call: Omit<ApiCall, 'action'>) =>
    client.request({ ...call, action, topic: TOPIC });
  const list = async function* (
    filter: NotificationFilter = {},
    polls: Pick<ApiCall, 'isFresh' | 'polling'> = {},
  ): AsyncGenerator<NotificationJson, void, undefined> {
    const call = { ...listCall(filter), ...polls, topic: TOPIC };
    for await (const page of listPages(client, call)) {
      yield* readAnswer('notifications', page, call.action);
    }
  };
  const getSubscription = async (id: number): Promise<SubscriptionJson | undefined> => {
    const action = `read the subscription to the thread ${id}`;
    const response = await ask(action, { ...thread('GET', id, '/subscription'), expects: [404] });
    return response.status === 404 ? undefined : readAnswer('thread-subscription', response, action);
  };
  return {
    /** Newest update first. */
    list: (filter?: NotificationFilter, polls?: Pick<ApiCall, 'polling'>) => list(filter, polls),
    /** Marks all notifications, or those of a repository, as read, and waits until the service has done it. */
    markAllRead: (options: MarkOptions = {}): Promise<MarkOutcome> => markAllRead({ client, list }, options),
    async get(id: number): Promise<NotificationJson> {
      const action = `read the thread ${id}`;
      return readAnswer('notification', await ask(action, thread('GET', id)), action);
    },
    async markRead(id: number): Promise<void> {
      await ask(`mark the thread ${id} as read`, { ...thread('PATCH', id), expects: UNCHANGED });
    },
    async markDone(id: number): Promise<void> {
      await ask(`mark the thread ${id} as done`, { ...thread('DELETE', id), expects: UNCHANGED });
    },
    /** Undefined if the account is not subscribed to the thread. */
    getSubscription,
    /** Subscribes; `ignored` mutes the thread until the user comments or is mentioned. */
    async setSubscription(id: number, ignored: boolean): Promise<SubscriptionJson> {
      const action = `subscribe to the thread ${id}`;
      const call = { ...thread('PUT', id, '/subscription'), body: { ignored }, expects: UNCHANGED };
      const response = await ask(action, call);
      const unchanged = UNCHANGED.includes(response.status) ? await getSubscription(id) : undefined;
      return unchanged ?? readAnswer('thread-subscription', response, action);
    },
    async deleteSubscription(id: number): Promise<void> {
      const call = { ...thread('DELETE', id, '/subscription'), expects: UNCHANGED };
      await ask(`end the subscription to the thread ${id}`, call);
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

function thread(method: ApiMethod, id: number, tail = ''): Omit<ApiCall, 'action'> {
  return { method, route: `${THREAD}${tail}`, parameters: { thread_id: id }, missing: NO_THREAD };
}
