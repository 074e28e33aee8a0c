import { dirname, join, resolve } from 'node:path';
import {
  acquireLock,
  Failure,
  type Lock,
  makePrivateFolder,
  namedHome,
  userDirectory,
} from '../../base/index.ts';
import type { AppContext } from '../context.ts';

/** Where the state of the schedule is kept: `--state`, else in the user's state folder. Fails where there is none. */
export function statePath(given: string | undefined, context: Pick<AppContext, 'env'>): string {
  const path = findStatePath(given, context);
  if (path === undefined) {
    throw new Failure(
      'usage',
      'Cannot tell where to keep the state of the schedule: the environment names no home',
      {
        hint: 'Name a file with --state',
      },
    );
  }
  return path;
}

/** The same, or undefined. */
export function findStatePath(
  given: string | undefined,
  { env }: Pick<AppContext, 'env'>,
): string | undefined {
  if (given !== undefined) {
    return resolve(given);
  }
  const folder = userDirectory('state', { env, home: namedHome(env) });
  return folder === undefined ? undefined : join(folder, 'schedule', 'runs.json');
}

/** Where a job that runs by itself keeps its state, beside that of the daemon: cron may start several at the same time. */
export function ownStatePath(state: string, job: string): string {
  return join(dirname(state), `job-${job}.json`);
}

/** Takes the state for this process. Fails with `locked`. */
export async function lockState(path: string, { clock }: Pick<AppContext, 'clock'>): Promise<Lock> {
  await makePrivateFolder(dirname(path));
  const startedAt = new Date(clock.now()).toISOString();
  return await acquireLock(`${path}.lock`, { command: 'satchel schedule run', startedAt });
}
