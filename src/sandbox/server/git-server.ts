import { invariant } from '../../base/failure.ts';
import type { Git } from '../world/git/run-git.ts';

/** Answers a request of git; `path` is the part of its address below the folder of repositories. */
export type GitServer = (request: Request, path: string) => Promise<Response>;

const HEAD_END = '\r\n\r\n';

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
