import { type Clock, startAlarm } from '../../base/clock.ts';
import { formatDuration } from '../../base/durations.ts';
import { Failure } from '../../model/failure.ts';

/** A run that gets neither a whole file nor this many bytes in this time ends: it holds the lock of the vault. */
const STALL_MS = 15 * 60_000;
const STALL_BYTES = 16 * 1024 * 1024;

/** How long one run fetches files. The next one continues. */
const LONGEST_MS = 6 * 3_600_000;

/** Limits the time for which a run waits for a service. */
export interface FetchTimeout {
  /** Aborted when the time is up, with a failure as its reason. */
  readonly signal: AbortSignal;
  /** Must be called for what was received. */
  readonly onBytes: (count: number) => void;
  readonly onFile: () => void;
  /** Stops the clock. */
  readonly end: () => void;
}

interface TimedRun {
  readonly startedMs: number;
  readonly signal: AbortSignal;
}

/** Starts the clock for some files of a run: what it does between them takes as long as it takes. */
export function startFetchTimeout(clock: Clock, { startedMs, signal }: TimedRun): FetchTimeout {
  const ending = new AbortController();
  let [bytes, hasFile] = [0, false];
  const leftMs = () => Math.max(0, startedMs + LONGEST_MS - clock.now());
  const watch = (): (() => void) =>
    startAlarm(clock, Math.min(STALL_MS, leftMs()), () => {
      if (leftMs() === 0) {
        ending.abort(tooLong(`it took ${formatDuration(LONGEST_MS)}`, LONGEST_MS));
      } else if (!hasFile && bytes < STALL_BYTES) {
        ending.abort(tooLong(`almost nothing came in ${formatDuration(STALL_MS)}`, STALL_MS));
      } else {
        [bytes, hasFile] = [0, false];
        stop = watch();
      }
    });
  let stop = watch();
  return {
    signal: AbortSignal.any([signal, ending.signal]),
    onBytes(count) {
      bytes += count;
    },
    onFile() {
      hasFile = true;
    },
    end: () => stop(),
  };
}

function tooLong(found: string, afterMs: number): Failure {
  return new Failure('timed-out', `Cannot fetch more files in Git LFS: ${found}`, {
    hint: 'The next run continues',
    details: { afterMs },
  });
}
