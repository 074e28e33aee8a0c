import { join } from 'node:path';
import { invariant } from '../../base/failure.ts';
import { createGists } from '../world/gists.ts';
import { createBareRepository } from '../world/git/create-repositories.ts';
import type { GitHistory } from '../world/git/git-history.ts';
import { findGit, type Git } from '../world/git/run-git.ts';
import { findContent, findRepository, type World } from '../world/world.ts';

/** Serves the repositories of gists and stars, each of which is created in a folder when it is first asked for. */
export class Clones {
  readonly #world: World;
  readonly #folder: string;
  readonly #created = new Map<string, Promise<void>>();
  #git: Promise<Git> | undefined;

  constructor(world: World, folder: string) {
    this.#world = world;
    this.#folder = folder;
  }

  /** Answers a request of git about a repository (`owner/name`); `path` begins with its name and `.git`. */
  async serve(request: Request, path: string, name: string): Promise<Response> {
    this.#git ??= findGit();
    const git = await this.#git;
    const history = this.#created.has(name) ? undefined : historyOf(name, this.#world);
    if (history !== undefined) {
      this.#created.set(name, createBareRepository(git, history, join(this.#folder, `${name}.git`)));
    }
    await this.#created.get(name);
    return await createGitServer(git, this.#folder)(request, path);
  }
}

/** The history of a gist, or of a repository that the account can star: one of others. Folders distinguish case. */
function historyOf(name: string, world: World): GitHistory | undefined {
  const gist = createGists(world).find(({ id }) => name === `gists/${id}`);
  const repository = findRepository(world, name);
  const isStarred = repository !== undefined && repository.owner !== world.account.login;
  const content = isStarred ? findContent(world, repository) : undefined;
  return gist?.git ?? (content?.repository === name ? content.git : undefined);
}

/** Answers a request of git; `path` is the part of its address below the folder of repositories. */
type GitServer = (request: Request, path: string) => Promise<Response>;

/** Serves the bare repositories in a folder over smart HTTP, as a web server does with `git http-backend`. */
export function createGitServer(git: Git, folder: string): GitServer {
  return async (request, path) => {
    const header = (name: string) => request.headers.get(name) ?? '';
    // The variables of a CGI program (RFC 3875, 4.1), and those of git-http-backend(1).
    const chunks = git.serve(request.body ?? [], {
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_PROTOCOL: header('git-protocol'),
      PATH_INFO: `/${path}`,
      QUERY_STRING: new URL(request.url).search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: header('content-type'),
      HTTP_CONTENT_ENCODING: header('content-encoding'),
    });
    return await readAnswer(chunks[Symbol.asyncIterator]());
  };
}

const HEAD_END = '\r\n\r\n';

/** Converts the output of a CGI program: lines of headers, an empty line, and the body. */
async function readAnswer(chunks: AsyncIterator<Buffer>): Promise<Response> {
  let start = Buffer.alloc(0);
  while (!start.includes(HEAD_END)) {
    const { value, done } = await chunks.next();
    invariant(done !== true, 'git http-backend writes a head');
    start = Buffer.concat([start, value]);
  }
  const headLength = start.indexOf(HEAD_END);
  const headers = new Headers();
  for (const line of start.toString('latin1', 0, headLength).split('\r\n')) {
    const colon = line.indexOf(':');
    headers.set(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const status = Number.parseInt(headers.get('status') ?? '200', 10);
  headers.delete('status');
  async function* body(): AsyncGenerator<Uint8Array> {
    yield start.subarray(headLength + HEAD_END.length);
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  return new Response(ReadableStream.from(body()), { status, headers });
}
