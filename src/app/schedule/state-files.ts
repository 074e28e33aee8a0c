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

/** The path of the schedule's state: `--state`, or else in the user's state folder. Fails if there is none. */
export function statePath(given: string | undefined, context: Pick<AppContext, 'env'>): string {
  const path = findStatePath(given, context);
  if (path === undefined) {
    throw new Failure(
      'usage',
      'Cannot choose a file for the state of the schedule: there is no home directory in the environment',
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

/**
 * The state of a job that is not run by the daemon. It is a separate file, because cron may start several jobs at once.
 */
export function ownStatePath(state: string, job: string): string {
  return join(dirname(state), `job-${job}.json`);
}

/** Locks the state. Fails with `locked`. */
export async function lockState(path: string, { clock }: Pick<AppContext, 'clock'>): Promise<Lock> {
  await makePrivateFolder(dirname(path));
  const startedAt = new Date(clock.now()).toISOString();
  return await acquireLock(`${path}.lock`, { command: 'satchel schedule run', startedAt });
}
