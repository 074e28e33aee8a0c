import { fullNameOf } from './repository/scene.ts';
import type { RepositoryContent } from './repository-content.ts';
import type { Person, Repository, World } from './world.ts';

/** The repository of a name; names are not case sensitive (specification 4.0). */
export function findRepository(world: World, owner: string, name: string): Repository | undefined {
  const wanted = `${owner}/${name}`.toLowerCase();
  return world.repositories.find((repository) => fullNameOf(repository).toLowerCase() === wanted);
}

/** What is in a repository; a world made by hand may leave it out. */
export function findContent(world: World, repository: Repository): RepositoryContent | undefined {
  const name = fullNameOf(repository);
  return world.contents.find((content) => content.repository === name);
}

/** The person with a login, without regard to case. */
export function findPerson(world: World, login: string): Person | undefined {
  const wanted = login.toLowerCase();
  return [world.account, ...world.people].find((person) => person.login.toLowerCase() === wanted);
}

/** True for the organization's login, without regard to case. */
export function isOrganization(world: World, login: string | undefined): boolean {
  return login?.toLowerCase() === world.organization.login.toLowerCase();
}
