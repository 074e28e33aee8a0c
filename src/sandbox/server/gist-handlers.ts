import type { JsonObject } from '../../base/json.ts';
import { createGists, createStars, type Gist } from '../world/gists.ts';
import { hashBlob } from '../world/git/git-history.ts';
import { findRepository, fullNameOf } from '../world/world.ts';
import { apiError, notFound } from './api/answer.ts';
import { hasScope, NO_PERMISSION_NEEDED, scopesOf } from './api/caller.ts';
import { pageAnswer } from './api/pagination.ts';
import { ACCOUNTLESS, everybody, type Handler, routeGroup, signedIn } from './api/route.ts';
import { canSee } from './api/visibility.ts';
import { accountJson, type JsonContext } from './json/account-json.ts';
import { repositoryJson } from './json/repository-json.ts';

/** Lists the caller's gists. Tokens with scopes need `gist` for secret ones (the service's reference). */
const listGists: Handler = (request, { world, live }) => {
  const { caller, context } = request;
  const isOwn = context.viewer === world.account.login;
  const seesAll = caller.type === 'token' && (scopesOf(caller) === undefined || hasScope(caller, ['gist']));
  const gists = isOwn ? createGists(live.origin) : [];
  return pageAnswer(
    gists.filter(({ isPublic }) => isPublic || seesAll),
    request,
    { write: gistJson },
  );
};

/** Lists the repositories that the caller has starred; a media type of its own adds the times. */
const listStars: Handler = (request, { world, live, keptLists }) => {
  const { caller, context } = request;
  const isOwn = context.viewer === world.account.login;
  const stars = keptLists.take(request.url, caller, {
    paging: ['page', 'per_page'],
    of: [world],
    make: () =>
      isOwn ? createStars(live.origin).filter(({ repository }) => canSee(caller, repository, world)) : [],
  });
  return pageAnswer(stars, request, {
    write({ repository, starredAt }, place) {
      const address = cloneUrl(fullNameOf(repository), place);
      const repo = { ...repositoryJson(repository, place), clone_url: address };
      return request.accept.includes('.star+json') ? { starred_at: starredAt, repo } : repo;
    },
  });
};

function gistJson(gist: Gist, context: JsonContext): JsonObject {
  const { id, description, isPublic, createdAt, updatedAt } = gist;
  const url = `${context.baseUrl}/gists/${id}`;
  const page = `${context.world.webUrl}/gist/${id}`;
  const files = gist.files.map(({ path, text, type, language }) => {
    const file = { filename: path, type, language, raw_url: `${page}/raw/${hashBlob(text)}/${path}` };
    return [path, { ...file, size: Buffer.byteLength(text) }] as const;
  });
  return {
    url,
    forks_url: `${url}/forks`,
    commits_url: `${url}/commits`,
    id,
    git_pull_url: cloneUrl(`gists/${id}`, context),
    git_push_url: cloneUrl(`gists/${id}`, context),
    html_url: page,
    files: Object.fromEntries(files),
    public: isPublic,
    created_at: createdAt,
    updated_at: updatedAt,
    description,
    comments: 0,
    comments_url: `${url}/comments`,
    owner: accountJson(context.world.account.login, context),
    truncated: false,
  };
}

/** The sandbox serves git on the origin of its API. */
function cloneUrl(name: string, { baseUrl }: JsonContext): string {
  return `${new URL(baseUrl).origin}/git/${name}.git`;
}

/** The two addresses of a repository that git requests from servers that speak its protocol. */
const GIT_ADDRESS = /^([\w-]+\/[\w.-]+)\.git\/(?:info\/refs|git-upload-pack)$/;

/** Git sends no credentials before it is asked for them. */
const LOGIN_NEEDED = {
  ...apiError(401, 'Requires authentication'),
  headers: { 'www-authenticate': 'Basic realm="Sandbox"' },
};

const answerGit: Handler = async ({ parameters, caller, request }, { world, clones }) => {
  const { file = '' } = parameters;
  const name = GIT_ADDRESS.exec(file)?.[1] ?? '';
  const repository = findRepository(world, name);
  const isVisible = repository === undefined ? name.startsWith('gists/') : canSee(caller, repository, world);
  if (!isVisible) {
    return caller.type === 'anonymous' ? LOGIN_NEEDED : notFound();
  }
  return { type: 'response', response: await clones.serve(request, file, name) };
};

/** Additions to the specification: gists, stars, and their repositories. */
export const GIST_ROUTES = [
  ...routeGroup({ page: '/gists/gists', access: signedIn(ACCOUNTLESS, [], NO_PERMISSION_NEEDED) }, [
    ['GET', '/gists', 'list-gists-for-the-authenticated-user', listGists],
  ]),
  ...routeGroup({ page: '/activity/starring', access: signedIn(ACCOUNTLESS, [], 'starring=read') }, [
    ['GET', '/user/starred', 'list-repositories-starred-by-the-authenticated-user', listStars],
  ]),
  ...routeGroup({ page: '/git', access: everybody(), isFree: true }, [
    ['GET', '/git/:file{.+}', 'git-over-http', answerGit],
    ['POST', '/git/:file{.+}', 'git-over-http', answerGit, { takesBytes: true }],
  ]),
];
