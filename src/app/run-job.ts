import { invariant } from '../base/failure.ts';
import type { Configuration } from '../config/configuration.ts';
import { runNow } from '../schedule/run-now.ts';
import type { RunRecord } from '../schedule/scheduled-job.ts';
import type { AppContext } from './context.ts';
import { Operations } from './schedule/operations.ts';
import { ownStatePath, statePath } from './schedule/state-files.ts';
import { scheduledJob } from './scheduled-job.ts';
import { requireJob } from './usual-job.ts';

export interface ScheduleSettings {
  /** From `loadJobs`. */
  readonly configuration: Configuration;
  /** The file that runs are recorded in; default: in the user's state folder. */
  readonly state?: string;
}

/**
 * Runs a job once, now, with its retries and notifications. Returns the result even if the backup fails; a signal
 * rejects.
 */
export async function runJob(
  name: string,
  { configuration, state }: ScheduleSettings,
  context: AppContext,
): Promise<RunRecord> {
  const job = requireJob(name, configuration);
  const path = ownStatePath(statePath({ state, configuration }, context), job.name);
  const operations = await Operations.open(configuration, path, context);
  try {
    const { state, perform, onEvent, histories } = operations;
    const { clock, random, signal } = context;
    const readFacts = async () => await histories.read(job.name);
    const record = await runNow(scheduledJob(job), {
      state,
      clock,
      random,
      perform,
      signal,
      onEvent,
      readFacts,
    });
    signal.throwIfAborted();
    invariant(record !== undefined, 'only a signal ends a run early');
    return record;
  } finally {
    await operations.close();
  }
}
