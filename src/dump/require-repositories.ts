import { quoteText } from '../base/terminal-text.ts';
import { Failure } from '../model/failure.ts';
import { isSameRepository } from '../model/repository-name.ts';
import { readRepositoryNames } from '../reading/read-names.ts';
import type { Database } from '../store/database.ts';

/** Fails with `absent` if the store has no repository with one of these names. */
export function requireRepositories(db: Database, names: readonly string[]): void {
  if (names.length === 0) {
    return;
  }
  const known = readRepositoryNames(db);
  const absent = names.find((name) => !known.some((repo) => isSameRepository(repo, name)));
  if (absent !== undefined) {
    throw new Failure('absent', `Cannot dump the repository ${quoteText(absent)}: it is not in the store`, {
      hint: 'repositoryNames() of the store lists what exists',
      commandHint: 'satchel query "select repo from repositories" lists what exists',
    });
  }
}
