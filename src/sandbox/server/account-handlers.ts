import { findPerson, findRepository, isOrganization, type Repository } from '../world/world.ts';
import { type Answer, json, jsonPage, notFound } from './api/answer.ts';
import { paginate } from './api/pagination.ts';
import type { ApiRequest, Handler } from './api/route.ts';
import { affiliationOf, canSee, personOf } from './api/sight.ts';
import { organizationJson, ownAccountJson, publicAccountJson } from './json/account-json.ts';
import { repositoryJson } from './json/repository-json.ts';

/** Page sizes of repository lists, as the real service has them. */
const PAGE_SIZES = { defaultPerPage: 30, maxPerPage: 100 } as const;

/** Shows the account that the token belongs to. */
export const showOwnAccount: Handler = ({ caller, context }, { world }) => {
  const person = personOf(caller, world);
  return person === undefined ? notFound() : json(ownAccountJson(person, context));
};

/** Shows what everybody may know of a person; people who ask for themselves see no more here. */
export const showUser: Handler = ({ parameters, context }, { world }) => {
  const person = findPerson(world, parameters['username'] ?? '');
  return person === undefined ? notFound() : json(publicAccountJson(person, context));
};

/** Shows what everybody may know of the organization. */
export const showOrganization: Handler = ({ parameters, context }, { world }) =>
  isOrganization(world, parameters['org']) ? json(organizationJson(context)) : notFound();

/** Shows a repository to those who may see it. */
export const showRepository: Handler = ({ parameters, caller, version, context }, { world }) => {
  const repository = findRepository(world, parameters['owner'] ?? '', parameters['repo'] ?? '');
  return repository !== undefined && canSee(caller, repository, { world })
    ? json(repositoryJson(repository, version, context))
    : notFound();
};

/** Lists the repositories that the caller works on; `affiliation` and `visibility` narrow them. */
export const listOwnRepositories: Handler = (request, { world }) => {
  const query = request.url.searchParams;
  const affiliations = (query.get('affiliation') ?? 'owner,collaborator,organization_member').split(',');
  const visibility = query.get('visibility') ?? 'all';
  const login = personOf(request.caller, world)?.login ?? '';
  const listed = world.repositories.filter(
    (repository) =>
      affiliations.includes(affiliationOf(login, repository, world) ?? 'none') &&
      canSee(request.caller, repository, { world }) &&
      (visibility === 'all' || visibility === (repository.isPrivate ? 'private' : 'public')),
  );
  return repositoryPage(listed, request);
};

/** Lists those repositories of an organization that the caller may see. */
export const listOrganizationRepositories: Handler = (request, { world }) => {
  const { login } = world.organization;
  if (!isOrganization(world, request.parameters['org'])) {
    return notFound();
  }
  const listed = world.repositories.filter(
    (repository) => repository.owner === login && canSee(request.caller, repository, { world }),
  );
  return repositoryPage(listed, request);
};

function repositoryPage(repositories: readonly Repository[], request: ApiRequest): Answer {
  const page = paginate(repositories, { url: request.url, ...PAGE_SIZES });
  const records = page.items.map((repository) =>
    repositoryJson(repository, request.version, request.context),
  );
  return jsonPage(records, page.link);
}
