import { definedMembers } from '../base/json.ts';
import type { Environment } from '../base/user-directories.ts';
import type { Configuration, JobSettings } from '../config/configuration.ts';
import { findConfiguration, readConfiguration } from '../config/read-configuration.ts';
import { messageOf } from '../model/failure.ts';
import { isObjectLocation } from '../objects/object-location.ts';
import { longestPauseMs } from '../schedule/longest-pause.ts';
import { readRunTimes, systemZoneName } from '../schedule/run-times.ts';
import type { AppContext } from './context.ts';

type Surroundings = Pick<AppContext, 'env'>;

/** The path of the default configuration: `SATCHEL_CONFIG`, or the first existing standard path. */
export async function locateConfiguration({ env }: Surroundings): Promise<string | undefined> {
  return env['SATCHEL_CONFIG'] ?? (await findConfiguration(env));
}

/** The default configuration; undefined if there is none. */
export async function usualSettings(context: Surroundings): Promise<Configuration | undefined> {
  const path = await locateConfiguration(context);
  return path === undefined ? undefined : await loadConfiguration(path, context);
}

/** The environment for opening a vault: with the certificates that its jobs trust, unless the variable names others. */
export function environmentOfJobs(
  location: string,
  jobs: readonly JobSettings[],
  { env }: Surroundings,
): Environment {
  const own = jobs.flatMap(({ backup, account }) =>
    backup.vault === location ? (account.caFile ?? []) : [],
  );
  const caFile = [env['SATCHEL_CA_FILE'] ?? '', ...own].find((file) => file !== '');
  return { ...env, ...definedMembers({ SATCHEL_CA_FILE: caFile }) };
}

/** The same for the jobs of the default configuration, where that matters. */
export async function environmentOfVault(location: string, context: Surroundings): Promise<Environment> {
  if (!isObjectLocation(location)) {
    return context.env;
  }
  // What is wrong in a configuration is reported where it is needed.
  const configuration = await usualSettings(context).catch(() => undefined);
  return environmentOfJobs(location, configuration?.jobs ?? [], context);
}

/** Reads a configuration, which must be valid. */
export async function loadConfiguration(path: string, { env }: Surroundings): Promise<Configuration> {
  return await readConfiguration(path, { env, checkTimes, longestPauseMs });
}

/** Reads a configuration for running its jobs; also fails for errors that would make their backups fail. */
export async function loadJobs(path: string, context: Surroundings): Promise<Configuration> {
  return await readConfiguration(path, await thoroughReading(context));
}

/** Options for reading a configuration that also find errors that would make a run fail. */
export async function thoroughReading({ env }: Surroundings) {
  const { checkJob } = await import('./settings-of-job.ts'); // It imports everything that a backup needs.
  return { env, checkTimes, longestPauseMs, checkJob };
}

/** What is wrong with a schedule or a time zone; undefined if they are valid. */
export function checkTimes(expressions: readonly string[], timeZone: string | undefined): string | undefined {
  try {
    const zone = timeZone ?? systemZoneName();
    readRunTimes([], zone);
    const never = expressions.find((expression) => readRunTimes([expression], zone).next(0) === undefined);
    return never && `The schedule "${never}" never occurs, because no date matches it`;
  } catch (error) {
    return messageOf(error);
  }
}

/** The vaults of a configuration: the common one, or else those of its jobs. */
export function vaultsOf({ vault, jobs }: Configuration): readonly string[] {
  return vault === undefined ? [...new Set(jobs.map((job) => job.backup.vault))] : [vault];
}

/** The store of the configuration, and its vault if it has exactly one. */
export async function usualStore(
  context: AppContext,
): Promise<{ readonly db?: string | undefined; readonly vault?: string | undefined }> {
  const usual = await usualSettings(context);
  const [only, ...others] = usual === undefined ? [] : vaultsOf(usual);
  return { db: usual?.db, vault: others.length === 0 ? only : undefined };
}
