import {
  findContent,
  findPerson,
  findRepository,
  type Person,
  type Repository,
  type World,
} from '../../world/world.ts';
import { acceptsPermissions, type Caller, hasScope, scopesOf } from './caller.ts';
import type { ApiRequest } from './route.ts';

/**
 * Who may see and do what: everything that depends on the person who asks is decided here. The person of a token;
 * undefined for callers without one.
 */
export function personOf(caller: Caller, world: World): Person | undefined {
  return caller.type === 'token' ? findPerson(world, caller.login) : undefined;
}

/** True when a caller may read a repository; `permission` is what private ones ask of tokens without scopes. */
export function canSee(
  caller: Caller,
  repository: Repository,
  {
    world,
    permission = 'metadata=read',
  }: { readonly world: World; readonly permission?: string | undefined },
): boolean {
  if (!repository.isPrivate) {
    return true;
  }
  if (caller.type !== 'token' || !hasAccess(caller.login, repository, world)) {
    return false;
  }
  return scopesOf(caller) === undefined
    ? acceptsPermissions(permission, caller.permissions)
    : hasScope(caller, ['repo']);
}

/** The repository that a path names, if the caller may read it. */
export function seenRepository(
  { parameters, caller }: ApiRequest,
  world: World,
  permission?: string,
): Repository | undefined {
  const repository = findRepository(world, parameters['owner'] ?? '', parameters['repo'] ?? '');
  return repository !== undefined && canSee(caller, repository, { world, permission })
    ? repository
    : undefined;
}

/** How somebody comes to work on a repository; undefined for strangers. The names are those of `affiliation`. */
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

/** True for those who may export a repository: its owner, and the owners of its organization. */
export function administers(login: string, repository: Repository, world: World): boolean {
  return (
    repository.owner === login ||
    (repository.ownerType === 'Organization' && isOrganizationOwner(login, world))
  );
}

/** True for a member of the organization that administers it: an owner. */
export function isOrganizationOwner(login: string, { organization }: World): boolean {
  return organization.members.some((member) => member.login === login && member.role === 'admin');
}

/** True for owners, and for those who look after the organization's money (specification 4.1). */
export function isBillingManager(login: string, world: World): boolean {
  const managers = world.organization.billingManagers ?? [];
  return managers.includes(login) || isOrganizationOwner(login, world);
}

/** True for owners, and for members of the team that answers for security. */
export function isSecurityManager(login: string, world: World): boolean {
  const team = world.teams.find(({ slug }) => slug === 'security-response');
  const isOnTeam = team?.members.some((member) => member.login === login) === true;
  return isOnTeam || isOrganizationOwner(login, world);
}

/** True for everybody who belongs to the organization. */
export function isMember(login: string, { organization }: World): boolean {
  return organization.members.some((member) => member.login === login);
}

/** True for the owner of a repository, the members of an owning organization, and collaborators. */
export function hasAccess(login: string, repository: Repository, world: World): boolean {
  return affiliationOf(login, repository, world) !== undefined;
}
