import { invariant } from '../../../base/failure.ts';
import type { JsonObject } from '../../../base/json.ts';
import type { Dialect } from '../../../model/dialects.table.ts';
import { jsonFields } from '../../json-fields.ts';
import { findPerson, type Person, type World } from '../../world/world.ts';

export interface JsonContext {
  readonly world: World;
  readonly dialect: Dialect;
  readonly version: string;
  /** Root of API URLs as in the request, without a final slash. */
  readonly baseUrl: string;
  /** Login of the caller; undefined for callers without a token. */
  readonly viewer?: string | undefined;
}

/**
 * True if records have the shapes of the specification: full repositories in migrations, `cvss` in advisories. It names
 * both versions and has one shape of each record; the newest version of the real service has fewer fields.
 */
export function hasSpecifiedShapes({ dialect, version }: Pick<JsonContext, 'dialect' | 'version'>): boolean {
  return dialect.name === 'service' || version === dialect.apiVersions[1];
}

/** An account inside another record (specification 2.1). */
export function accountJson(login: string, context: JsonContext): JsonObject {
  const { id, type } = findAccount(login, context.world);
  const { baseUrl, world } = context;
  const url = `${baseUrl}/users/${login}`;
  return {
    login,
    id,
    node_id: nodeIdOf(type, id),
    avatar_url: avatarUrl(id, context),
    [context.dialect.avatarIdField]: '',
    url,
    html_url: `${world.webUrl}/${login}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type,
    site_admin: false,
  };
}

export function publicAccountJson(person: Person, context: JsonContext): JsonObject {
  return {
    ...accountJson(person.login, context),
    ...jsonFields(person, 'name', 'company', 'location', 'bio', 'createdAt'),
    blog: person.website ?? '',
    email: null,
    public_repos: countRepositories(person.login, false, context),
    updated_at: person.createdAt,
  };
}

/** The account of a token: its public and private fields. */
export function ownAccountJson(person: Person, context: JsonContext): JsonObject {
  return {
    ...publicAccountJson(person, context),
    email: person.email,
    total_private_repos: countRepositories(person.login, true, context),
  };
}

export function organizationJson(context: JsonContext): JsonObject {
  const { organization, webUrl } = context.world;
  const { login, id } = organization;
  const url = `${context.baseUrl}/orgs/${login}`;
  return {
    login,
    id,
    node_id: nodeIdOf('Organization', id),
    url,
    repos_url: `${url}/repos`,
    events_url: `${url}/events`,
    hooks_url: `${url}/hooks`,
    issues_url: `${url}/issues`,
    members_url: `${url}/members{/member}`,
    public_members_url: `${url}/public_members{/member}`,
    avatar_url: avatarUrl(id, context),
    html_url: `${webUrl}/${login}`,
    ...jsonFields(organization, 'description', 'name', 'email', 'createdAt'),
    public_repos: countRepositories(login, false, context),
    updated_at: organization.createdAt,
    type: 'Organization',
  };
}

function avatarUrl(id: number, { world }: JsonContext): string {
  return `${world.webUrl}/avatars/u/${id}?v=4`;
}

function countRepositories(owner: string, isPrivate: boolean, { world }: JsonContext): number {
  return world.repositories.filter(
    (repository) => repository.owner === owner && repository.isPrivate === isPrivate,
  ).length;
}

function findAccount(login: string, world: World): { readonly id: number; readonly type: string } {
  if (world.organization.login === login) {
    return { id: world.organization.id, type: 'Organization' };
  }
  const person = findPerson(world, login);
  invariant(person?.login === login, `the world has the account "${login}"`);
  return { id: person.id, type: 'User' };
}

/** The opaque `node_id` of a record: base64 of the length of the type name, the type name and the id. */
export function nodeIdOf(typeName: string, id: number): string {
  return Buffer.from(`0${typeName.length}:${typeName}${id}`).toString('base64');
}
