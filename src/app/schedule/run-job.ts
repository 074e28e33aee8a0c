import { invariant } from '../../base/index.ts';
import type { Configuration } from '../../config/index.ts';
import { type RunRecord, runNow } from '../../schedule/index.ts';
import { requireJob } from '../backup/usual-job.ts';
import type { AppContext } from '../context.ts';
import { Operations } from './operations.ts';
import { scheduledJob } from './scheduled-job.ts';
import { ownStatePath, statePath } from './state-files.ts';

/** What is run, and where its state is kept. */
export interface ScheduleSettings {
  /** As `loadJobs` reads it. */
  readonly configuration: Configuration;
  /** The file in which runs are remembered (default: in the user's state folder). */
  readonly state?: string;
}

/** Runs one job once, now, with its retries and messages. A backup that fails is an answer; a signal rejects. */
export async function runJob(
  name: string,
  { configuration, state }: ScheduleSettings,
  context: AppContext,
): Promise<RunRecord> {
  const job = requireJob(name, configuration);
  const path = ownStatePath(statePath(state, context), job.name);
  const operations = await Operations.open(configuration, path, context);
  try {
    const { book, perform, onEvent, histories } = operations;
    const { clock, random, signal } = context;
    const readFacts = async () => await histories.read(job.name);
    const record = await runNow(scheduledJob(job), {
      book,
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
