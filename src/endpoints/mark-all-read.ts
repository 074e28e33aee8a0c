import { definedMembers, Failure } from '../base/index.ts';
import { type ApiCall, type Client, serviceTimeMs } from '../client/index.ts';
import type { NotificationJson } from './answer-types.ts';
import { repositoryParameters } from './repositories.ts';

/** What is to be marked as read. */
export interface MarkWish {
  /** ISO 8601: what was updated after it stays unread; without it, all that is there now is marked. */
  readonly lastReadAt?: string;
  /** The body member of that name (specification 4.4); not for a repository. */
  readonly read?: boolean;
  /** `owner/name`: only the notifications of this repository, by the real service's addition. */
  readonly repository?: string;
  /** Hears how many are still unread while the service works in the background. */
  readonly onRemaining?: (count: number) => void;
}

/** Whether the service did it at once, or in the background until nothing was left. */
export type MarkOutcome = 'at-once' | 'in-background';

interface MarkContext {
  readonly client: Client;
  readonly list: (filter: NotificationFilter) => AsyncIterable<NotificationJson>;
}

/** When to look whether marking in the background is done; the service may ask for longer pauses. */
const LOOK_DELAYS_MS = [
  5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000, 60_000, 60_000, 60_000,
] as const;

const ACCEPTED = 202;

/** Marks notifications as read and, after a 202, asks with all=false until none remains (specification 4.4, rule 3). */
export async function markAllRead({ client, list }: MarkContext, wish: MarkWish): Promise<MarkOutcome> {
  const call = markCall(wish);
  const response = await client.request(call);
  if (response.status !== ACCEPTED) {
    return 'at-once';
  }
  const markedMs = Date.parse(wish.lastReadAt ?? '') || serviceTimeMs(response, client.clock.now());
  for (const delayMs of LOOK_DELAYS_MS) {
    await client.clock.sleep(delayMs, client.signal);
    const remaining = await countUnread(
      list(definedMembers({ all: false, repository: wish.repository })),
      markedMs,
    );
    if (remaining === 0) {
      return 'in-background';
    }
    wish.onRemaining?.(remaining);
  }
  throw new Failure(
    'service-unavailable',
    `Cannot ${call.action}: the service took the task (202), and after ${LOOK_DELAYS_MS.length} checks some are still unread`,
    { hint: 'Look again later with "satchel notifications list"' },
  );
}

function markCall({ lastReadAt, read, repository }: MarkWish): ApiCall {
  const body = definedMembers({
    last_read_at: lastReadAt,
    read: repository === undefined ? read : undefined,
  });
  const whole = { method: 'PUT', body, expects: [304] } as const;
  return repository === undefined
    ? { ...whole, action: 'mark the notifications as read', route: '/notifications' }
    : {
        ...whole,
        action: `mark the notifications of "${repository}" as read`,
        route: '/repos/{owner}/{repo}/notifications',
        parameters: repositoryParameters(repository),
      };
}

/** What arrives after the marking is not of it. */
async function countUnread(
  notifications: AsyncIterable<NotificationJson>,
  markedMs: number,
): Promise<number> {
  let count = 0;
  for await (const { unread, updated_at: updatedAt } of notifications) {
    // Without a time it may be of either kind; it is waited for.
    count += unread === true && !(Date.parse(updatedAt ?? '') > markedMs) ? 1 : 0;
  }
  return count;
}

/** Which notifications a list holds (specification 4.4); unread ones of all kinds unless it says otherwise. */
export interface NotificationFilter {
  /** Read ones too. */
  readonly all?: boolean;
  /** Only threads that the user takes part in. */
  readonly participating?: boolean;
  /** ISO 8601. */
  readonly since?: string;
  /** ISO 8601. */
  readonly before?: string;
  /** `owner/name`: the notifications of this repository. */
  readonly repository?: string;
}
