import type { Repository } from '../world/world.ts';
import { type Answer, json, jsonPage } from './api/answer.ts';
import { notFound } from './api/api-error.ts';
import { paginate } from './api/pagination.ts';
import type { ApiRequest, Handler } from './api/route.ts';
import { ownAccountJson } from './json/account-json.ts';
import { repositoryJson } from './json/repository-json.ts';

/** Page sizes of repository lists, as the real service has them. */
const PAGE_SIZES = { defaultPerPage: 30, maxPerPage: 100 } as const;

/** Shows the account that the token belongs to. */
export const showOwnAccount: Handler = ({ context }, { world }) =>
  json(ownAccountJson(world.account, context));

/** Lists the repositories of the account and of its organization; `affiliation` and `visibility` narrow them. */
export const listOwnRepositories: Handler = (request, { world }) => {
  const query = request.url.searchParams;
  const affiliations = (query.get('affiliation') ?? 'owner,organization_member').split(',');
  const visibility = query.get('visibility') ?? 'all';
  const listed = world.repositories.filter(
    (repository) =>
      affiliations.includes(repository.ownerType === 'User' ? 'owner' : 'organization_member') &&
      (visibility === 'all' || visibility === (repository.isPrivate ? 'private' : 'public')),
  );
  return repositoryPage(listed, request);
};

/** Lists the repositories of an organization; without a token, only the public ones. */
export const listOrganizationRepositories: Handler = (request, { world }) => {
  const { login } = world.organization;
  if (request.parameters['org']?.toLowerCase() !== login.toLowerCase()) {
    return notFound();
  }
  const listed = world.repositories.filter(
    (repository) => repository.owner === login && (request.caller.type === 'token' || !repository.isPrivate),
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
