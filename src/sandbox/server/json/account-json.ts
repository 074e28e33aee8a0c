import { invariant, type JsonObject } from '../../../base/index.ts';
import type { Dialect } from '../../../model/index.ts';
import type { Person, World } from '../../world/world.ts';
import { nodeIdOf } from './node-id.ts';

/** What every record needs to know of the place where it is shown. */
export interface JsonContext {
  readonly world: World;
  readonly dialect: Dialect;
  /** Root of API addresses as the caller spelled it, without a final slash. */
  readonly baseUrl: string;
}

/** Writes an account as other records carry it (specification 2.1). */
export function accountJson(login: string, context: JsonContext): JsonObject {
  const { id, type } = findAccount(login, context.world);
  const { baseUrl, world } = context;
  const url = `${baseUrl}/users/${login}`;
  return {
    login,
    id,
    node_id: nodeIdOf(type, id),
    avatar_url: `${world.webUrl}/avatars/u/${id}?v=4`,
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

/** Writes the account that a token belongs to: the public fields and those only it sees. */
export function ownAccountJson(person: Person, context: JsonContext): JsonObject {
  const repositories = context.world.repositories.filter((repository) => repository.owner === person.login);
  return {
    ...accountJson(person.login, context),
    name: person.name,
    company: person.company,
    blog: person.website ?? '',
    location: person.location,
    email: person.email,
    bio: person.bio,
    public_repos: repositories.filter((repository) => !repository.isPrivate).length,
    total_private_repos: repositories.filter((repository) => repository.isPrivate).length,
    created_at: person.createdAt,
    updated_at: person.createdAt,
  };
}

function findAccount(login: string, world: World): { readonly id: number; readonly type: string } {
  if (world.organization.login === login) {
    return { id: world.organization.id, type: 'Organization' };
  }
  const person = [world.account, ...world.people].find((candidate) => candidate.login === login);
  invariant(person !== undefined, `the world knows the account "${login}"`);
  return { id: person.id, type: 'User' };
}
