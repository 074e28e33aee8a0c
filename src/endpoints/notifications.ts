import { definedMembers } from '../base/index.ts';
import { type ApiCall, type ApiMethod, type Client, listPages } from '../client/index.ts';
import { SERVICE_LIMITS } from '../model/index.ts';
import { createAnswerReader } from './answer-reader.ts';
import type { NotificationJson, SubscriptionJson } from './answer-types.ts';
import { type MarkOutcome, type MarkWish, markAllRead, type NotificationFilter } from './mark-all-read.ts';
import { repositoryParameters } from './repositories.ts';

/** The notifications of the account (specification 4.4), as the service spells them. */
export interface Notifications {
  /** Newest update first. */
  list(filter?: NotificationFilter): AsyncIterable<NotificationJson>;
  /** Marks all, or all of a repository, as read; where the service does it later (202), waits until it is done. */
  markAllRead(wish?: MarkWish): Promise<MarkOutcome>;
  get(threadId: number): Promise<NotificationJson>;
  markRead(threadId: number): Promise<void>;
  markDone(threadId: number): Promise<void>;
  /** Undefined where the account is not subscribed to the thread. */
  getSubscription(threadId: number): Promise<SubscriptionJson | undefined>;
  /** Subscribes; `ignored` mutes the thread until the user comments or is mentioned. */
  setSubscription(threadId: number, ignored: boolean): Promise<SubscriptionJson>;
  deleteSubscription(threadId: number): Promise<void>;
}

const THREAD = '/notifications/threads/{thread_id}';

const NO_THREAD = 'there is no such thread';

/** A write may be answered so where all is as it asks already (specification 4.4): that is what was wanted. */
const UNCHANGED: readonly number[] = [304];

export function createNotifications(client: Client): Notifications {
  const readAnswer = createAnswerReader(client);
  const ask = (action: string, call: Omit<ApiCall, 'action'>) => client.request({ ...call, action });
  const list = async function* (filter: NotificationFilter = {}) {
    const call = listCall(filter);
    for await (const page of listPages(client, call)) {
      yield* readAnswer('notifications', page, call.action);
    }
  };
  const readSubscription = async (id: number) => {
    const action = `read the subscription to the thread ${id}`;
    const response = await ask(action, { ...thread('GET', id, '/subscription'), expects: [404] });
    return response.status === 404 ? undefined : readAnswer('thread-subscription', response, action);
  };
  return {
    list,
    markAllRead: (wish = {}) => markAllRead({ client, list }, wish),
    async get(id) {
      const action = `read the thread ${id}`;
      return readAnswer('notification', await ask(action, thread('GET', id)), action);
    },
    async markRead(id) {
      await ask(`mark the thread ${id} as read`, { ...thread('PATCH', id), expects: UNCHANGED });
    },
    async markDone(id) {
      await ask(`mark the thread ${id} as done`, { ...thread('DELETE', id), expects: UNCHANGED });
    },
    getSubscription: readSubscription,
    async setSubscription(id, ignored) {
      const action = `subscribe to the thread ${id}`;
      const call = { ...thread('PUT', id, '/subscription'), body: { ignored }, expects: UNCHANGED };
      const response = await ask(action, call);
      const unchanged = UNCHANGED.includes(response.status) ? await readSubscription(id) : undefined;
      return unchanged ?? readAnswer('thread-subscription', response, action);
    },
    async deleteSubscription(id) {
      const call = { ...thread('DELETE', id, '/subscription'), expects: UNCHANGED };
      await ask(`end the subscription to the thread ${id}`, call);
    },
  };
}

/** Pages of a repository's list are twice as large (specification 8.3). */
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
