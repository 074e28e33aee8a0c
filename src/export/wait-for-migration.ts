import { backoffMs } from '../base/backoff.ts';
import { type Clock, withDeadline } from '../base/clock.ts';
import { formatDuration } from '../base/durations.ts';
import { definedMembers } from '../base/json.ts';
import type { Random } from '../base/random.ts';
import type { Migrations } from '../endpoints/migrations.ts';
import { Failure } from '../model/failure.ts';
import { isKnownState, isOver, type Migration, type MigrationId } from '../model/migrations.ts';
import { askedPauseMs, createDoubt, isPassing } from './passing-trouble.ts';

/** The first poll is after a second; each later interval is 1.5 times longer, up to a minute. */
const FIRST_POLL_MS = 1_000;

const POLL_GROWTH = 1.5;

const MAX_POLL_MS = 60_000;

/** A growing interval is shortened by up to this share, so that jobs started together do not poll together. */
const JITTER_SHARE = 0.25;

/** Without a deadline, the wait ends after this long with nothing but temporary errors. */
const MAX_TROUBLE_MS = 6 * 3_600_000;

/** Without a deadline, the wait ends after this long in an unknown state, which may be final. */
const MAX_UNKNOWN_MS = 24 * 3_600_000;

export interface WaitOptions {
  readonly migrations: Pick<Migrations, 'get'>;
  readonly id: MigrationId;
  readonly clock: Clock;
  /** True if the service has had the migration, so that failures that deny it are doubted from the first poll on. */
  readonly isKnown?: boolean | undefined;
  /** A fixed interval instead of the growing one. */
  readonly pollIntervalMs?: number | undefined;
  /** Adds jitter to the growing interval. */
  readonly random?: Pick<Random, 'next'> | undefined;
  /** The maximum wait; there is no default, because exports take from minutes to many hours. */
  readonly deadlineMs?: number | undefined;
  /** Called after each successful poll; `nextPollMs` is undefined after the last one. */
  readonly onState?:
    | ((migration: Migration, elapsedMs: number, nextPollMs: number | undefined) => void)
    | undefined;
  /** Called after temporary failures, which do not end the wait. */
  readonly onTrouble?: ((failure: Failure, nextPollMs: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Polls until the migration is exported, and returns it. Fails with `migration-failed`, or with `still-pending` at the
 * deadline. The responses exclude the repositories, which can be megabytes.
 */
export async function waitForMigration(options: WaitOptions): Promise<Migration> {
  const { clock, id, deadlineMs, signal } = options;
  let latest: Migration | undefined;
  const failure = () => deadlineFailure(id, latest, deadlineMs ?? 0);
  return await withDeadline({ clock, afterMs: deadlineMs, signal, failure }, async (bound) =>
    pollUntilOver({ ...options, ...definedMembers({ signal: bound }) }, (migration) => {
      latest = migration;
    }),
  );
}

async function pollUntilOver(
  options: WaitOptions,
  onAnswer: (migration: Migration) => void,
): Promise<Migration> {
  const { clock, id, deadlineMs = Number.POSITIVE_INFINITY, pollIntervalMs, random, signal } = options;
  const startedMs = clock.now();
  const leftMs = () => deadlineMs - (clock.now() - startedMs);
  const planNext = (pollsMade: number) =>
    planPoll({ pollsMade, intervalMs: pollIntervalMs, random, leftMs: leftMs() });
  const doubt = createDoubt(clock);
  let answeredMs = startedMs;
  let latest: Migration | undefined;
  let knownMs = startedMs;
  let nextPollMs = planNext(0);
  for (let pollsMade = 1; ; pollsMade += 1) {
    await clock.sleep(nextPollMs, signal);
    const hasBeenThere = options.isKnown === true || latest !== undefined;
    const outcome = await poll(
      options,
      (error): error is Failure => isPassing(error) || (hasBeenThere && doubt.applies(error)),
    );
    const elapsedMs = clock.now() - startedMs;
    nextPollMs = planNext(pollsMade);
    if (outcome instanceof Failure) {
      if (deadlineMs === Number.POSITIVE_INFINITY && clock.now() - answeredMs > MAX_TROUBLE_MS) {
        throw outcome;
      }
      nextPollMs = Math.max(nextPollMs, askedPauseMs(outcome));
      options.onTrouble?.(outcome, nextPollMs);
    } else {
      doubt.end();
      if (!isKnownState(outcome.state) && outcome.state !== latest?.state) {
        options.onTrouble?.(unknownStateFailure(outcome), nextPollMs);
      }
      latest = outcome;
      onAnswer(latest);
      answeredMs = clock.now();
      knownMs = isKnownState(latest.state) ? answeredMs : knownMs;
      if (deadlineMs === Number.POSITIVE_INFINITY && answeredMs - knownMs > MAX_UNKNOWN_MS) {
        throw deadlineFailure(id, latest, MAX_UNKNOWN_MS);
      }
      const hasEnded = isOver(latest.state);
      options.onState?.(latest, elapsedMs, hasEnded ? undefined : nextPollMs);
      if (hasEnded) {
        return finish(latest);
      }
    }
    if (leftMs() <= 0) {
      throw deadlineFailure(id, latest, deadlineMs);
    }
  }
}

/** The migration, or a failure that may pass. */
async function poll(
  { migrations, id, signal }: WaitOptions,
  mayPass: (error: unknown) => error is Failure,
): Promise<Migration | Failure> {
  try {
    return await migrations.get(id, { exclude: ['repositories'], ...definedMembers({ signal }) });
  } catch (error) {
    signal?.throwIfAborted();
    if (mayPass(error)) {
      return error;
    }
    throw error;
  }
}

function finish(migration: Migration): Migration {
  if (migration.state === 'failed') {
    throw new Failure(
      'migration-failed',
      `Cannot export migration ${migration.id}: the service reports that it failed`,
      {
        details: { id: migration.id },
      },
    );
  }
  return migration;
}

function unknownStateFailure({ id, state }: Migration): Failure {
  return new Failure(
    'still-pending',
    `Migration ${id} is in the unknown state "${state}", which is treated as unfinished`,
  );
}

function deadlineFailure(id: MigrationId, latest: Migration | undefined, deadlineMs: number): Failure {
  const state = latest === undefined ? 'the service reported no state' : `it is still ${latest.state}`;
  return new Failure(
    'still-pending',
    `Cannot wait any longer for migration ${id}: ${state} after ${formatDuration(deadlineMs)}`,
    {
      hint: 'Wait for it with waitForMigration',
      commandHint: `Wait for it with "satchel export wait ${id}"`,
      details: { id },
    },
  );
}

interface PollState {
  readonly pollsMade: number;
  /** A fixed interval instead of the growing one. */
  readonly intervalMs?: number | undefined;
  readonly random?: Pick<Random, 'next'> | undefined;
  /** The time until the deadline; no poll is planned after it. */
  readonly leftMs?: number | undefined;
}

/** How long to wait before the next poll, in milliseconds. */
export function planPoll({ pollsMade, intervalMs, random, leftMs }: PollState): number {
  const fullMs = backoffMs(pollsMade + 1, {
    firstMs: FIRST_POLL_MS,
    maxMs: MAX_POLL_MS,
    growth: POLL_GROWTH,
  });
  const grownMs = Math.round(fullMs * (1 - JITTER_SHARE * (random?.next() ?? 0)));
  return Math.max(0, Math.min(intervalMs ?? grownMs, leftMs ?? Number.POSITIVE_INFINITY));
}
