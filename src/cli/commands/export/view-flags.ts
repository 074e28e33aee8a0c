import type { Command } from 'commander';
import { addFlag } from '../../flags.ts';

/** Which attributes an answer may leave out: a migration of many repositories is megabytes with them. */
export interface ViewFlags {
  readonly exclude?: readonly 'repositories'[];
}

/** Adds `--exclude` to a command that reads migrations. */
export function addViewFlags(command: Command): void {
  addFlag(command, '--exclude <attribute...>', 'leave an attribute out of the response', {
    choices: ['repositories'],
  });
}

/** The view that the flags ask for. */
export function viewOf({ exclude }: ViewFlags): ViewFlags {
  return exclude === undefined ? {} : { exclude };
}
