import { Failure } from '../../base/index.ts';
import type { Browsing } from '../../reading/index.ts';

/** The repository that a path names, as the store spells it. Fails with `absent` where the store has none of that name. */
export function requireRepo(store: Browsing, params: Readonly<Record<string, string>>): string {
  const name = `${params['owner'] ?? ''}/${params['repo'] ?? ''}`;
  const repo = store.repositoryName(name);
  if (repo === undefined) {
    throw new Failure('absent', `Cannot show "${name}": no archive that was loaded has this repository`, {
      hint: 'The first page lists what exists',
    });
  }
  return repo;
}
