import { type Clock, createSystemClock } from '../../base/clock.ts';
import { createSystemRandom, type Random } from '../../base/random.ts';
import type { Environment } from '../../base/user-directories.ts';
import { CLOCK, RANDOM, recordOf, type ShapesOf, SIGNAL, TEXT } from './shapes.ts';

/** What every call takes from its surroundings. All have defaults; tests replace them. */
export interface Surroundings {
  /** The source of time; default: the system's. */
  readonly clock?: Clock | undefined;
  /** The source of random values; default: the system's. */
  readonly random?: Random | undefined;
  /** Environment variables such as `PATH`, where git is looked up; default: those of the process. */
  readonly env?: Environment | undefined;
  /** Aborts the call, which then fails with the signal's reason, as `fetch` does. */
  readonly signal?: AbortSignal | undefined;
}

export const SURROUNDINGS = {
  clock: CLOCK,
  random: RANDOM,
  env: recordOf(TEXT),
  signal: SIGNAL,
} as const satisfies ShapesOf<Surroundings>;

/** The surroundings with their defaults. Throws the reason of a signal that is aborted already. */
export function withDefaults({ clock, random, env, signal }: Surroundings) {
  signal?.throwIfAborted();
  return {
    clock: clock ?? createSystemClock(),
    random: random ?? createSystemRandom(),
    env: env ?? process.env,
    signal: signal ?? new AbortController().signal,
  };
}
