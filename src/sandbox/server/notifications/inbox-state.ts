import { invariant } from '../../../base/index.ts';
import type { Notification } from '../../world/notifications/notification.ts';
import type { Repository } from '../../world/world.ts';
import { createDesk, type Desk, type ThreadSubscription } from './desk.ts';

/** All that an inbox has to remember. */
export interface InboxState {
  readonly desk: Desk;
  /** How many notices it has heard. */
  heard: number;
  /** What is to be marked in the background. */
  pending: readonly PendingMark[];
  /** When anything last changed that a list shows, in milliseconds since the Unix epoch. */
  changedAtMs: number | undefined;
}

/** A request to mark all as read that is carried out later. */
export interface PendingMark {
  readonly dueMs: number;
  readonly untilMs: number;
  readonly repositoryId: number | undefined;
}

/** The state of an inbox as JSON. */
export interface KeptInbox {
  readonly threads: readonly (Omit<Notification, 'repository'> & { readonly repositoryId: number })[];
  readonly subscriptions: readonly (readonly [number, ThreadSubscription])[];
  readonly left: readonly number[];
  readonly known: readonly (readonly [string, number])[];
  readonly heard: number;
  readonly pending: readonly PendingMark[];
  readonly changedAtMs?: number;
}

/** An inbox of which nobody has heard yet. */
export function beginInbox(notifications: readonly Notification[]): InboxState {
  return { desk: createDesk(notifications), heard: 0, pending: [], changedAtMs: undefined };
}

/** Writes the state down. */
export function keepInbox({ desk, heard, pending, changedAtMs }: InboxState): KeptInbox {
  return {
    threads: [...desk.threads.values()].map(({ repository, ...thread }) => ({
      ...thread,
      repositoryId: repository.id,
    })),
    subscriptions: [...desk.subscriptions],
    left: [...desk.left],
    known: [...desk.known],
    heard,
    pending,
    ...(changedAtMs === undefined ? {} : { changedAtMs }),
  };
}

/** Reads it back. */
export function restoreInbox(kept: KeptInbox, repositories: ReadonlyMap<number, Repository>): InboxState {
  const threads = kept.threads.map(({ repositoryId, ...thread }): Notification => {
    const repository = repositories.get(repositoryId);
    invariant(repository !== undefined, 'the world has the repositories that it had');
    return { ...thread, repository };
  });
  return {
    desk: {
      threads: new Map(threads.map((thread) => [thread.id, thread])),
      subscriptions: new Map(kept.subscriptions),
      left: new Set(kept.left),
      known: new Map(kept.known),
    },
    heard: kept.heard,
    pending: kept.pending,
    changedAtMs: kept.changedAtMs,
  };
}
