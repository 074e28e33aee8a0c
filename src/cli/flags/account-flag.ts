import type { Command } from 'commander';
import { isOwnedBy } from '../../model/accounts.ts';
import { Failure } from '../../model/failure.ts';
import { parseStoredRepositoryName } from '../../model/repository-name.ts';
import { openReading, readRepositoriesOf } from '../../reading/open-reading.ts';
import { addFlag, gatherNames } from './flags.ts';

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

/** The flags that choose repositories: by name, and by account. */
export interface RepositoryFlags extends AccountFlags {
  readonly repository?: readonly string[];
}

/** The repositories that meet both flags; undefined for all. Fails with `usage` if none does, and with `absent`. */
export function chosenRepositories(
  flags: RepositoryFlags,
  path: string,
  verb: string,
): readonly string[] | undefined {
  const owned = repositoriesOf(flags, path);
  const named = flags.repository?.map(parseStoredRepositoryName);
  const chosen = named?.filter((name) => isOwnedBy(name, flags.account ?? [name]));
  if (chosen?.length === 0) {
    throw new Failure(
      'usage',
      `Cannot ${verb}: no repository of --repository belongs to an account of --account`,
      { hint: 'Leave one of the two out' },
    );
  }
  return chosen ?? owned;
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
