import type { Command } from 'commander';
import { openReading, readRepositoriesOf } from '../../reading/open-reading.ts';
import { addFlag, gatherNames } from './flags.ts';

/** The accounts to which a command is narrowed; all if absent. */
export interface AccountFlags {
  readonly account?: readonly string[];
}

/** Adds `--account`. An archive or a run is of one account; records belong to the owner of their repository. */
export function addAccountFlag(command: Command, what: 'archives' | 'runs' | 'repositories'): void {
  addFlag(command, '--account <name...>', `only ${what} of these accounts`, { parse: gatherNames });
}

/** The repositories of the named accounts in the store at `path`; undefined for all. Fails with `absent` if one has none. */
export function repositoriesOf({ account }: AccountFlags, path: string): readonly string[] | undefined {
  return account === undefined ? undefined : readRepositoriesOf(path, account);
}

/** The name of a repository in the letter case of the store at `path`; an empty name means all. Fails with `absent`. */
export function spellRepository(path: string, name: string): string {
  if (name === '') {
    return name;
  }
  const reading = openReading(path);
  try {
    return reading.spellRepository(name);
  } finally {
    reading.close();
  }
}
