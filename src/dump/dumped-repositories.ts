import { FileNamer } from '../base/safe-name.ts';
import { quoteText } from '../base/terminal-text.ts';
import { Failure } from '../model/failure.ts';
import { isSameRepository } from '../model/repository-name.ts';
import { readRepositoryNames } from '../reading/read-names.ts';
import type { Database } from '../store/database.ts';

/** The names of these repositories as the store spells them, or of all. Fails with `absent` if it does not have one of them. */
export function chooseRepositories(db: Database, names: readonly string[]): readonly string[] {
  const known = readRepositoryNames(db);
  const absent = names.find((name) => !known.some((repo) => isSameRepository(repo, name)));
  if (absent !== undefined) {
    throw new Failure('absent', `Cannot dump the repository ${quoteText(absent)}: it is not in the store`, {
      hint: 'repositoryNames() of the store lists what exists',
      commandHint: 'satchel query "select repo from repositories" lists what exists',
    });
  }
  return names.length === 0
    ? known
    : known.filter((repo) => names.some((name) => isSameRepository(name, repo)));
}

/** Creates a function that returns valid folder names `owner/name`, which are unique and differ from what else a dump has. */
export function createFolderNamer(...taken: readonly string[]): (repo: string | null) => string {
  const namer = new FileNamer();
  for (const name of taken) {
    namer.nameOf(name);
  }
  const folders = new Map<string, string>();
  return (repo) => {
    const [owner = '', ...name] = (repo ?? 'no/repository').split('/');
    const folder = folders.get(owner) ?? namer.nameOf(owner);
    folders.set(owner, folder);
    return `${folder}/${namer.nameOf(name.join('/'), { folder })}`;
  };
}
