import { findPerson } from '../world/world.ts';
import { json, notFound } from './api/answer.ts';
import { NO_PERMISSION_NEEDED } from './api/caller.ts';
import { pageAnswer } from './api/pagination.ts';
import { ACCOUNTLESS, everybody, type Handler, routeGroup, signedIn } from './api/route.ts';
import { affiliationOf, canSee, personOf, visibleRepository } from './api/visibility.ts';
import { accountJson, organizationJson, ownAccountJson, publicAccountJson } from './json/account-json.ts';
import { repositoryJson } from './json/repository-json.ts';

const showOwnAccount: Handler = ({ caller, context }, { world }) => {
  const person = personOf(caller, world);
  return person === undefined ? notFound() : json(ownAccountJson(person, context));
};

/** The public fields of a person, also for the person's own token. */
const showUser: Handler = ({ parameters, context }, { world }) => {
  const person = findPerson(world, parameters['username'] ?? '');
  return person === undefined ? notFound() : json(publicAccountJson(person, context));
};

const showOrganization: Handler = ({ context }) => json(organizationJson(context));

const showRepository: Handler = (request, { world }) => {
  const repository = visibleRepository(request, world);
  return repository === undefined ? notFound() : json(repositoryJson(repository, request.context));
};

/** Lists the repositories of the caller, filtered by `affiliation` and `visibility`. */
const listOwnRepositories: Handler = (request, { world }) => {
  const query = request.url.searchParams;
  const affiliations = (query.get('affiliation') ?? 'owner,collaborator,organization_member').split(',');
  const visibility = query.get('visibility') ?? 'all';
  const { viewer = '' } = request.context;
  const listed = world.repositories.filter(
    (repository) =>
      affiliations.includes(affiliationOf(viewer, repository, world) ?? 'none') &&
      canSee(request.caller, repository, world) &&
      (visibility === 'all' || visibility === (repository.isPrivate ? 'private' : 'public')),
  );
  return pageAnswer(listed, request, { write: repositoryJson });
};

/** Lists the organization, if the caller belongs to it. There are no invitations, so no membership is pending. */
const listMemberships: Handler = (request, { world }) => {
  const { viewer = '' } = request.context;
  const { organization } = world;
  const own = organization.members.filter((member) => member.login === viewer);
  const listed = request.url.searchParams.get('state') === 'pending' ? [] : own;
  return pageAnswer(listed, request, {
    write: ({ role }, context) => ({
      url: `${context.baseUrl}/orgs/${organization.login}/memberships/${viewer}`,
      state: 'active',
      role: role === 'admin' ? 'admin' : 'member',
      organization_url: `${context.baseUrl}/orgs/${organization.login}`,
      organization: organizationJson(context),
      user: accountJson(viewer, context),
    }),
  });
};

const listOrganizationRepositories: Handler = (request, { world }) => {
  const { login } = world.organization;
  const listed = world.repositories.filter(
    (repository) => repository.owner === login && canSee(request.caller, repository, world),
  );
  return pageAnswer(listed, request, { write: repositoryJson });
};

const OWN_ACCOUNT = { access: signedIn(ACCOUNTLESS, [], NO_PERMISSION_NEEDED) };
const OWN_WORK = { access: signedIn(ACCOUNTLESS, ['repo'], 'metadata=read') };
const MEMBER = { access: signedIn(ACCOUNTLESS, ['read:org'], 'members=read') };

/** Additions to the specification: accounts, and the repositories that can be exported. */
export const ACCOUNT_ROUTES = [
  ...routeGroup({ page: '/users/users', access: everybody() }, [
    ['GET', '/user', 'get-the-authenticated-user', showOwnAccount, OWN_ACCOUNT],
    ['GET', '/users/{username}', 'get-a-user', showUser],
  ]),
  ...routeGroup({ page: '/orgs/orgs', access: everybody() }, [
    ['GET', '/orgs/{org}', 'get-an-organization', showOrganization],
  ]),
  ...routeGroup({ root: '/user/memberships', page: '/orgs/members', ...MEMBER }, [
    ['GET', '/orgs', 'list-organization-memberships-for-the-authenticated-user', listMemberships],
  ]),
  ...routeGroup({ page: '/repos/repos', access: everybody('metadata=read', ['repo']) }, [
    ['GET', '/user/repos', 'list-repositories-for-the-authenticated-user', listOwnRepositories, OWN_WORK],
    ['GET', '/repos/{owner}/{repo}', 'get-a-repository', showRepository],
    ['GET', '/orgs/{org}/repos', 'list-organization-repositories', listOrganizationRepositories],
  ]),
];
