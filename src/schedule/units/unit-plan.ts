import type { ScheduledJob } from '../scheduled-job.ts';

/** What other people's schedulers are to run. */
export interface UnitPlan {
  readonly jobs: readonly ScheduledJob[];
  /** The program and its first arguments: `/usr/bin/node /…/main.js`. */
  readonly program: readonly string[];
  readonly configPath: string;
  /** Folders that runs write to: vaults, state, cache. */
  readonly writable: readonly string[];
  /** A file with `NAME=value` lines, for the variables that the configuration refers to. */
  readonly environmentFile: string;
  /** Those variables. */
  readonly variables: readonly string[];
  /** For Kubernetes. */
  readonly image: string;
  /** Whether it is for the whole machine, or for one user of it. */
  readonly isSystemWide: boolean;
}

/** A file for a scheduler. */
export interface UnitFile {
  readonly name: string;
  readonly content: string;
}

/** The command line of a job. */
export function commandOf({ program, configPath }: UnitPlan, job: string): readonly string[] {
  return [...program, 'schedule', 'run', '--config', configPath, '--job', job, '--quiet'];
}

/** The same for schedulers that give a job no variables: it reads them itself. */
export function commandWithVariables(plan: UnitPlan, job: string): readonly string[] {
  return [...commandOf(plan, job), '--environment-file', plan.environmentFile];
}
