import type { Command } from 'commander';
import { Failure, messageOf } from '../base/index.ts';
import {
  type Configuration,
  configurationPlaces,
  findConfiguration,
  type JobSettings,
  readConfiguration,
} from '../config/index.ts';
import { longestPauseMs, readRunTimes, systemZoneName } from '../schedule/index.ts';
import type { Context } from './context.ts';
import { addFlag } from './flags.ts';

/** The flag that names a configuration. */
export interface ConfigurationFlags {
  readonly config?: string;
}

/** Adds `--config`. */
export function addConfigurationFlag(command: Command): void {
  addFlag(command, '--config <file>', 'the configuration (default: satchel.yaml in ~/.config/satchel)');
}

/** Where the configuration lies: `--config`, `SATCHEL_CONFIG`, or the first of the usual places that has one. */
export async function locateConfiguration(
  flags: ConfigurationFlags,
  { env }: Pick<Context, 'env'>,
): Promise<string | undefined> {
  return flags.config ?? env['SATCHEL_CONFIG'] ?? (await findConfiguration(env));
}

/** As above, where there must be one; fails with `absent`. */
export async function requireConfigurationPath(flags: ConfigurationFlags, context: Context): Promise<string> {
  const path = await locateConfiguration(flags, context);
  if (path === undefined) {
    const [place = 'satchel.yaml'] = configurationPlaces(context.env);
    throw new Failure(
      'absent',
      `Cannot find a configuration: there is none at "${place}", nor at any other default path`,
      {
        hint: `Make one with "${context.invocation} init", or name one with --config`,
      },
    );
  }
  return path;
}

/** Reads a configuration that must be right. */
export async function loadConfiguration(path: string, { env }: Pick<Context, 'env'>): Promise<Configuration> {
  return await readConfiguration(path, { env, judgeTimes, longestPauseMs });
}

/** How to read a configuration so that everything is found that a run would refuse. */
export async function thoroughReading(context: Context) {
  const { judgeJob } = await import('./schedule/judge-job.ts'); // It knows all that a backup knows.
  const { env } = context;
  return {
    env,
    judgeTimes,
    longestPauseMs,
    judgeJob: async (job: JobSettings) => await judgeJob(job, context),
  };
}

/** Reads a configuration whose jobs are to be run, and must be right to the last. */
export async function loadJobs(path: string, context: Context): Promise<Configuration> {
  return await readConfiguration(path, await thoroughReading(context));
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

/** What a configuration says for commands that are told nothing; undefined where there is no configuration. */
export async function usualSettings(context: Context): Promise<Configuration | undefined> {
  const path = await locateConfiguration({}, context);
  return path === undefined ? undefined : await loadConfiguration(path, context);
}

/** The vaults that a configuration speaks of: the one for all, else those of its jobs, each once. */
export function vaultsOf({ vault, jobs }: Configuration): readonly string[] {
  return vault === undefined ? [...new Set(jobs.map((job) => job.vault))] : [vault];
}
