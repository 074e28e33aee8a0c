import { definedMembers } from '../base/json.ts';
import type { Client } from '../client/create-client.ts';
import type { ApiCall } from '../client/send.ts';
import { serviceTimeMs } from '../client/service-time.ts';
import type { CallOptions } from '../client/with-signal.ts';
import { Failure } from '../model/failure.ts';
import type { NotificationJson } from './answer-types.ts';
import { repositoryParameters } from './repositories.ts';

/** What to mark as read. */
export interface MarkOptions {
  /** ISO 8601: notifications that were updated later stay unread; default: now. */
  readonly lastReadAt?: string | undefined;
  /** Not for a repository. */
  readonly read?: boolean | undefined;
  /** `owner/name`: only the notifications of this repository; not in the specification. */
  readonly repository?: string | undefined;
  /** Called with the number of unread notifications while the service works in the background. */
  readonly onProgress?: ((progress: { readonly remaining: number }) => void) | undefined;
}

/** Whether the service did it at once, or in the background. */
export type MarkOutcome = 'at-once' | 'in-background';

interface MarkContext {
  readonly client: Client;
  readonly list: (
    filter: NotificationFilter,
    polls: CallOptions & Pick<ApiCall, 'isFresh'>,
  ) => AsyncIterable<NotificationJson>;
}

/** Delays between checks; the service may require longer ones. */
const POLL_DELAYS_MS = [
  5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000, 60_000, 60_000, 60_000,
] as const;

const ACCEPTED = 202;

/** Writes of this topic make the last answer of a list of notifications wrong. */
export const TOPIC = 'notifications';

/**
 * Marks notifications as read; after a 202, polls with all=false until none remains (specification 4.4, rule 3). The polls
 * are not conditional: in the real service, the date of a list does not change when its threads are read.
 */
export async function markAllRead({ client, list }: MarkContext, options: MarkOptions): Promise<MarkOutcome> {
  const call = markCall(options);
  const response = await client.request(call);
  if (response.status !== ACCEPTED) {
    return 'at-once';
  }
  const markedMs = Date.parse(options.lastReadAt ?? '') || serviceTimeMs(response, client.clock.now());
  for (const delayMs of POLL_DELAYS_MS) {
    await client.clock.sleep(delayMs, client.signal);
    const unread = list(definedMembers({ all: false, repository: options.repository }), {
      isFresh: true,
      signal: client.signal,
    });
    const remaining = await countUnread(unread, markedMs);
    if (remaining === 0) {
      return 'in-background';
    }
    options.onProgress?.({ remaining });
  }
  throw new Failure(
    'service-unavailable',
    `Cannot ${call.action}: the service accepted the request (202), but after ${POLL_DELAYS_MS.length} checks some are still unread`,
    {
      hint: 'List the notifications again later',
      commandHint: 'Check again later with "satchel notifications list"',
    },
  );
}

function markCall({ lastReadAt, read, repository }: MarkOptions): ApiCall {
  const body = definedMembers({
    last_read_at: lastReadAt,
    read: repository === undefined ? read : undefined,
  });
  const whole = { method: 'PUT', body, expects: [304], topic: TOPIC } as const;
  return repository === undefined
    ? { ...whole, action: 'mark the notifications as read', route: '/notifications' }
    : {
        ...whole,
        action: `mark the notifications of "${repository}" as read`,
        route: '/repos/{owner}/{repo}/notifications',
        parameters: repositoryParameters(repository),
      };
}

/** Counts unread notifications, except those that arrived after the marking. */
async function countUnread(
  notifications: AsyncIterable<NotificationJson>,
  markedMs: number,
): Promise<number> {
  let count = 0;
  for await (const { unread, updated_at: updatedAt } of notifications) {
    // One without a time may be older, so it counts.
    count += unread === true && !(Date.parse(updatedAt ?? '') > markedMs) ? 1 : 0;
  }
  return count;
}

/** Filters of a list of notifications (specification 4.4); default: all unread ones. */
export interface NotificationFilter {
  /** Includes read notifications. */
  readonly all?: boolean | undefined;
  /** Only threads that the user takes part in. */
  readonly participating?: boolean | undefined;
  /** ISO 8601. */
  readonly since?: string | undefined;
  /** ISO 8601. */
  readonly before?: string | undefined;
  /** `owner/name`. */
  readonly repository?: string | undefined;
}
