import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { listenOn } from '../../../src/base/index.ts';
import type { GitRemote } from '../../../src/git/index.ts';
import { git } from './make-repository.ts';

/** A server of the bare repositories in a folder. */
export interface RepositoryServer {
  readonly origin: string;
  /** The Authorization header of each request, and its path. */
  readonly requests: readonly { readonly path: string; readonly authorization: string | undefined }[];
  /** How git reaches a repository by the name of its folder. */
  remoteOf(name: string): GitRemote;
}

export const AUTHORIZATION = 'Basic eC1hY2Nlc3MtdG9rZW46c2VjcmV0LXRva2Vu';

/** Serves a folder; `redirects` maps paths to addresses. It ends with the test. */
export async function serveRepositories(
  folder: string,
  redirects: ReadonlyMap<string, string> = new Map(),
): Promise<RepositoryServer> {
  const requests: { readonly path: string; readonly authorization: string | undefined }[] = [];
  const server = createServer(async ({ url = '', headers }, response) => {
    const [path = ''] = url.split('?');
    requests.push({ path, authorization: headers.authorization });
    const location = redirects.get(path);
    const bytes = location === undefined ? await readFile(join(folder, path)).catch(() => undefined) : '';
    response.writeHead(
      location !== undefined ? 302 : bytes === undefined ? 404 : 200,
      location ? { location } : {},
    );
    response.end(bytes);
  });
  const { origin, close } = await listenOn(server, { host: '127.0.0.1', port: 0 });
  onTestFinished(close);
  return {
    origin,
    requests,
    remoteOf: (name) => ({ url: new URL(`${origin}/${name}`), authorization: AUTHORIZATION }),
  };
}

/** Updates the files that git reads over plain HTTP; to be called after each change. */
export function publish(bare: string): void {
  git(bare, 'update-server-info');
}
