import { invariant } from '../../../base/index.ts';
import type { RepositoryContent } from '../../world/repository-content.ts';
import type { Repository, World } from '../../world/world.ts';
import type { Generation } from '../generation.ts';
import { createUrls, type Urls } from './urls.ts';

/** A repository that is exported, with all that is in it. */
export interface ExportedRepository {
  readonly repository: Repository;
  readonly content: RepositoryContent;
}

/** What every record needs to know. */
export interface RecordContext {
  readonly world: World;
  readonly generation: Generation;
  readonly repositories: readonly ExportedRepository[];
  readonly urls: Urls;
  /** Logins that the records so far have named as somebody who has to be in the archive. */
  readonly participants: ReadonlySet<string>;
  /** The address of somebody who comes along into the archive. */
  person(login: string): string;
  /** The address of somebody who need not be in the archive: real ones leave such people out. */
  bystander(login: string): string;
}

/** Finds the wished repositories without regard to case; one that is not in the world is a caller's mistake. */
export function createRecordContext(
  world: World,
  names: readonly string[],
  generation: Generation,
): RecordContext {
  const urls = createUrls(world.webUrl);
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  const repositories = world.repositories.flatMap((repository, index): readonly ExportedRepository[] => {
    const isWanted = wanted.delete(`${repository.owner}/${repository.name}`.toLowerCase());
    const content = world.contents[index];
    invariant(content !== undefined, 'every repository has a content');
    return isWanted ? [{ repository, content }] : [];
  });
  const [missing] = wanted;
  if (missing !== undefined) {
    throw new RangeError(`Cannot export "${missing}": the world has no such repository`);
  }
  const participants = new Set([world.account.login]);
  return {
    world,
    generation,
    repositories,
    urls,
    participants,
    person(login) {
      participants.add(login);
      return urls.account(login);
    },
    bystander: (login) => urls.account(login),
  };
}
