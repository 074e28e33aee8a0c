import type { Database } from '../../store/database.ts';
import type { Memory } from './remember.ts';

/** A person who was given access to a repository. */
export interface Collaborator {
  readonly login: string;
  /** Such as `write`; null if the archive does not say. */
  readonly permission: string | null;
}

/** The people with access to a repository, in the order of the archive. */
export function listCollaborators(db: Database, repo: string): readonly Collaborator[] {
  return db
    .prepare<[string], Collaborator>(
      `SELECT c.login, c.permission FROM repository_collaborators AS c JOIN repositories AS r ON r.id = c.repository_id
       WHERE r.repo = ? AND c.login IS NOT NULL ORDER BY c.position`,
    )
    .all(repo);
}

/** The relation of a person to a repository. Archives do not contain the service's `author_association`. */
export type RepositoryRole = 'owner' | 'member' | 'collaborator' | 'contributor';

/**
 * Creates a function that derives roles as the service does, from the newest snapshot: the owner of the repository,
 * members of the organization that owns it, collaborators, and authors of merged pull requests.
 */
export function createRoleReader(db: Database, memory: Memory) {
  const members = db
    .prepare<[string], string>(
      `SELECT m.login FROM organization_members AS m JOIN organizations AS o ON o.id = m.organization_id
       WHERE o.login = ? AND m.login IS NOT NULL`,
    )
    .pluck();
  const collaborators = db
    .prepare<[string], string>(
      `SELECT c.login FROM repository_collaborators AS c JOIN repositories AS r ON r.id = c.repository_id
       WHERE r.repo = ? AND c.login IS NOT NULL`,
    )
    .pluck();
  const contributors = db
    .prepare<[string], string>(
      'SELECT DISTINCT author FROM pull_requests WHERE repo = ? AND merged_at IS NOT NULL AND author IS NOT NULL',
    )
    .pluck();
  return (repo: string, logins: readonly string[]): Readonly<Record<string, RepositoryRole>> => {
    const owner = repo.slice(0, repo.indexOf('/'));
    const ofOwner = memory.get(`member set ${owner}`, () => new Set(members.all(owner)));
    const invited = memory.get(`collaborator set ${repo}`, () => new Set(collaborators.all(repo)));
    const merged = memory.get(`contributor set ${repo}`, () => new Set(contributors.all(repo)));
    const roleOf = (login: string): RepositoryRole | undefined =>
      login.toLowerCase() === owner.toLowerCase()
        ? 'owner'
        : ofOwner.has(login)
          ? 'member'
          : invited.has(login)
            ? 'collaborator'
            : merged.has(login)
              ? 'contributor'
              : undefined;
    return Object.fromEntries(
      logins.flatMap((login) => {
        const role = roleOf(login);
        return role === undefined ? [] : [[login, role]];
      }),
    );
  };
}
