import type { ScheduledJob } from './scheduled-job.ts';

/** What another scheduler should run. */
export interface UnitPlan {
  readonly jobs: readonly ScheduledJob[];
  /** The program and its first arguments: `/usr/bin/node /…/main.js`. */
  readonly program: readonly string[];
  readonly configPath: string;
  /** Distinguishes the units of this configuration from those of others on the machine. */
  readonly id: string;
  /** Folders that runs write to: vaults, state, cache. */
  readonly writable: readonly string[];
  /** A file with `NAME=value` lines, for the variables that the configuration refers to. */
  readonly environmentFile: string;
  /** The names of those variables. */
  readonly variables: readonly string[];
  /** True for the whole machine, false for one user. */
  readonly isSystemWide: boolean;
}

export interface UnitFile {
  readonly name: string;
  readonly content: string;
}

/** The name of a job among those of all configurations of the machine. */
export function unitNameOf({ id }: Pick<UnitPlan, 'id'>, job: string): string {
  return `satchel-${id}-${job}`;
}

export function commandOf({ program, configPath }: UnitPlan, job: string): readonly string[] {
  return [...program, 'schedule', 'run', '--config', configPath, '--job', job, '--quiet'];
}

/** The same for schedulers that do not pass variables to a job: it reads them from the file. */
export function commandWithVariables(plan: UnitPlan, job: string): readonly string[] {
  return [...commandOf(plan, job), '--environment-file', plan.environmentFile];
}
