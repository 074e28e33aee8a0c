import {
  findContent,
  findPerson,
  findRepository,
  type Person,
  type Repository,
  type World,
} from '../../world/world.ts';
import { acceptsPermissions, type Caller, hasScope, scopesOf } from './caller.ts';

/** The person of a token; undefined for callers without one. */
export function personOf(caller: Caller, world: World): Person | undefined {
  return caller.type === 'token' ? findPerson(world, caller.login) : undefined;
}

/** What a token needs to read something of a private repository. */
interface Needs {
  /** Of a token with scopes: any of these. */
  readonly scopes: readonly string[];
  /** Of a token with permissions. */
  readonly permission: string;
}

/** True if a caller may read a repository. Private ones require `permission` of tokens without scopes. */
export function canSee(
  caller: Caller,
  repository: Repository,
  world: World,
  needs: string | Needs = 'metadata=read',
): boolean {
  const { scopes, permission } = typeof needs === 'string' ? { scopes: ['repo'], permission: needs } : needs;
  if (!repository.isPrivate) {
    return true;
  }
  if (caller.type !== 'token' || !hasAccess(caller.login, repository, world)) {
    return false;
  }
  return scopesOf(caller) === undefined
    ? acceptsPermissions(permission, caller.permissions)
    : hasScope(caller, scopes);
}

/** The repository in a path, if the caller may read it. */
export function visibleRepository(
  { parameters, caller }: { readonly parameters: Readonly<Record<string, string>>; readonly caller: Caller },
  world: World,
  needs?: string | Needs,
): Repository | undefined {
  const repository = findRepository(world, `${parameters['owner']}/${parameters['repo']}`);
  return repository !== undefined && canSee(caller, repository, world, needs) ? repository : undefined;
}

/** The role of a user in a repository, with the names of the `affiliation` parameter. */
export function affiliationOf(
  login: string,
  repository: Repository,
  world: World,
): 'collaborator' | 'organization_member' | 'owner' | undefined {
  if (repository.owner === login) {
    return 'owner';
  }
  if (repository.ownerType === 'Organization' && isMember(login, world)) {
    return 'organization_member';
  }
  const content = findContent(world, repository);
  const isCollaborator = content?.collaborators.some((collaborator) => collaborator.login === login) === true;
  return isCollaborator ? 'collaborator' : undefined;
}

/** True for the owner of a repository, and the owners of its organization, who may export it. */
export function administers(login: string, repository: Repository, world: World): boolean {
  return (
    repository.owner === login ||
    (repository.ownerType === 'Organization' && isOrganizationOwner(login, world))
  );
}

export function isOrganizationOwner(login: string, { organization }: World): boolean {
  return organization.members.some((member) => member.login === login && member.role === 'admin');
}

/** True for owners and billing managers of the organization (specification 4.1). */
export function isBillingManager(login: string, world: World): boolean {
  const managers = world.organization.billingManagers ?? [];
  return managers.includes(login) || isOrganizationOwner(login, world);
}

/** True for owners, and for members of the security team. */
export function isSecurityManager(login: string, world: World): boolean {
  const team = world.teams.find(({ slug }) => slug === 'security-response');
  const isOnTeam = team?.members.some((member) => member.login === login) === true;
  return isOnTeam || isOrganizationOwner(login, world);
}

export function isMember(login: string, { organization }: World): boolean {
  return organization.members.some((member) => member.login === login);
}

/** True for the owner of a repository, the members of an owning organization, and collaborators. */
export function hasAccess(login: string, repository: Repository, world: World): boolean {
  return affiliationOf(login, repository, world) !== undefined;
}
