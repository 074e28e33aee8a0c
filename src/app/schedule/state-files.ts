import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { dirname, join, parse, resolve } from 'node:path';
import { acquireLock, type Lock } from '../../base/lock.ts';
import { makePrivateFolder } from '../../base/make-folder.ts';
import { namedHome, userDirectory } from '../../base/user-directories.ts';
import type { Configuration } from '../../config/configuration.ts';
import { Failure } from '../../model/failure.ts';
import type { AppContext } from '../context.ts';

/** What state belongs to: a file that was named, or else a configuration, each of which has its own. */
interface StateOwner {
  readonly state?: string | undefined;
  readonly configuration: Pick<Configuration, 'path'>;
}

const ID_DIGITS = 8;

/**
 * Distinguishes the configurations of a machine, wherever their jobs are known by name: state, units, crontabs. It is a
 * digest of the real path, so that a link to a configuration is the same one.
 */
export function configurationId({ path }: Pick<Configuration, 'path'>): string {
  return createHash('sha256')
    .update(realPathOf(resolve(path)))
    .digest('hex')
    .slice(0, ID_DIGITS);
}

function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path; // It was removed while it is in use.
  }
}

/** The path of the schedule's state: `--state`, or else in the user's state folder. Fails if there is none. */
export function statePath(owner: StateOwner, context: Pick<AppContext, 'env'>): string {
  const path = findStatePath(owner, context);
  if (path === undefined) {
    throw new Failure(
      'usage',
      'Cannot choose a file for the state of the schedule: there is no home directory in the environment',
      {
        hint: 'Name a file as "stateFile"',
        commandHint: 'Name a file with --state',
      },
    );
  }
  return path;
}

/** The same, or undefined. */
export function findStatePath(
  { state, configuration }: StateOwner,
  { env }: Pick<AppContext, 'env'>,
): string | undefined {
  if (state !== undefined) {
    return resolve(state);
  }
  const folder = userDirectory('state', { env, home: namedHome(env) });
  return folder && join(folder, 'schedule', configurationId(configuration), 'runs.json');
}

/**
 * The state of a job that is not run by the daemon. It is a separate file, because cron may start several jobs at once.
 */
export function ownStatePath(state: string, job: string): string {
  const { dir, name } = parse(state);
  return join(dir, `${name}-job-${job}.json`);
}

/** Locks the state. Fails with `locked`. */
export async function lockState(path: string, { clock }: Pick<AppContext, 'clock'>): Promise<Lock> {
  await makePrivateFolder(dirname(path));
  return await acquireLock(`${path}.lock`, { command: 'satchel schedule run', startClock: clock });
}
