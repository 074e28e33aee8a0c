import { messageOf } from '../base/index.ts';
import { type Configuration, findConfiguration, readConfiguration } from '../config/index.ts';
import { longestPauseMs, readRunTimes, systemZoneName } from '../schedule/index.ts';
import type { AppContext } from './context.ts';

type Surroundings = Pick<AppContext, 'env'>;

/** The configuration that is meant where none is named: `SATCHEL_CONFIG`, or the first of the usual places that has one. */
export async function locateConfiguration({ env }: Surroundings): Promise<string | undefined> {
  return env['SATCHEL_CONFIG'] ?? (await findConfiguration(env));
}

/** What that configuration says; undefined where there is none. */
export async function usualSettings(context: Surroundings): Promise<Configuration | undefined> {
  const path = await locateConfiguration(context);
  return path === undefined ? undefined : await loadConfiguration(path, context);
}

/** Reads a configuration that must be right. */
export async function loadConfiguration(path: string, { env }: Surroundings): Promise<Configuration> {
  return await readConfiguration(path, { env, judgeTimes, longestPauseMs });
}

/** Reads a configuration whose jobs are to be run, and fails for all that a backup would refuse of them as well. */
export async function loadJobs(path: string, context: Surroundings): Promise<Configuration> {
  return await readConfiguration(path, await thoroughReading(context));
}

/** How to read a configuration so that everything is found that a run would refuse. */
export async function thoroughReading({ env }: Surroundings) {
  const { judgeJob } = await import('./backup/settings-of-job.ts'); // It knows all that a backup knows.
  return { env, judgeTimes, longestPauseMs, judgeJob };
}

/** What is wrong with a schedule or a zone, as `config` asks for it. */
export function judgeTimes(expressions: readonly string[], timeZone: string | undefined): string | undefined {
  try {
    readRunTimes(expressions, timeZone ?? systemZoneName());
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** The vaults that a configuration names: the one for all, else those of its jobs, each once. */
export function vaultsOf({ vault, jobs }: Configuration): readonly string[] {
  return vault === undefined ? [...new Set(jobs.map((job) => job.vault))] : [vault];
}
