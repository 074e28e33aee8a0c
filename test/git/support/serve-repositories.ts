import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { onTestFinished } from 'vitest';
import { type Clock, createDrivenClock, createSystemClock } from '../../../src/base/clock.ts';
import { createSystemDisk } from '../../../src/base/disk.ts';
import { listenOn } from '../../../src/base/listen-on.ts';
import { createSystemRandom } from '../../../src/base/random.ts';
import { createClient } from '../../../src/client/create-client.ts';
import { GIT_LIMITS } from '../../../src/git/git-limits.table.ts';
import type { MirrorRemote } from '../../../src/git/mirror.ts';
import { DIALECTS } from '../../../src/model/dialects.table.ts';
import { createGitServer } from '../../../src/sandbox/server/git-server.ts';
import { findGit } from '../../../src/sandbox/world/git/run-git.ts';

export interface GitRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | null;
  readonly isOfGit: boolean;
}

/**
 * Answers a request in place of the server, whose own answer it can ask for; undefined leaves it to the server. It may read what was sent
 * only if it answers itself.
 */
export type Interference = (
  request: GitRequest,
  answer: () => Promise<Response>,
  body: () => Promise<Buffer>,
) => Response | Promise<Response | undefined> | undefined;

/** A server of the bare repositories in a folder. */
export interface RepositoryServer {
  readonly origin: string;
  readonly requests: readonly GitRequest[];
  /** How git reaches a repository by the name of its folder. */
  remoteOf(name: string): MirrorRemote;
}

const skipping = createDrivenClock(Date.UTC(2026, 5, 1), { skipSleeps: true });
const system = createSystemClock();

/** Waits that take no time, apart from those between two looks at a program that runs. */
const clock: Clock = {
  ...skipping,
  sleep: async (durationMs, signal) =>
    await (durationMs === GIT_LIMITS.watchMs ? system : skipping).sleep(durationMs, signal),
};

export const PATIENCE = { clock, disk: createSystemDisk(), random: createSystemRandom() };

export const AUTHORIZATION = 'Basic eC1hY2Nlc3MtdG9rZW46c2VjcmV0LXRva2Vu';

/** Serves a folder over smart HTTP. It ends with the test. */
export async function serveRepositories(
  folder: string,
  interfere: Interference = () => undefined,
): Promise<RepositoryServer> {
  const requests: GitRequest[] = [];
  const serve = createGitServer(await findGit(), folder);
  const listener = getRequestListener(
    async (request) => {
      const { pathname } = new URL(request.url);
      const seen = {
        method: request.method,
        path: pathname,
        authorization: request.headers.get('authorization'),
        isOfGit: request.headers.get('user-agent')?.startsWith('git/') === true,
      };
      requests.push(seen);
      const answer = async () => await serve(request, pathname.slice(1));
      const body = async () => Buffer.from(await request.arrayBuffer());
      return (await interfere(seen, answer, body)) ?? (await answer());
    },
    { overrideGlobalObjects: false },
  );
  const { origin, close } = await listenOn(createServer(listener), { host: '127.0.0.1', port: 0 });
  onTestFinished(close);
  const client = createClient({
    baseUrl: new URL(origin),
    dialect: DIALECTS.service,
    userAgent: 'test',
    timeouts: { stallMs: 500 },
    ...PATIENCE,
  });
  onTestFinished(() => client.close());
  return {
    origin,
    requests,
    remoteOf(name) {
      const url = new URL(`${origin}/${name}`);
      const remote = { url, authorization: AUTHORIZATION };
      return { ...remote, listRefs: async (signal) => await client.listGitRefs({ ...remote, signal }) };
    },
  };
}
