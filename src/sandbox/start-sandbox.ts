import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { type Listener, type ListeningPlace, listenOn } from '../base/listen-on.ts';
import { openWorkplace } from '../base/workplace.ts';
import type { Sandbox, SandboxOptions, SandboxReady } from './sandbox-options.ts';
import { createApiApp, requireRoutes } from './server/api/api-app.ts';
import { createService } from './server/create-service.ts';
import type { Service } from './server/service.ts';
import { serveStorage } from './server/storage/storage.ts';
import { fullNameOf } from './world/world.ts';

const DEFAULT_HOST = '127.0.0.1';

/**
 * Starts the stand-in service, with the API on one port and the storage origin on another. Resolves when both accept
 * requests; fails with `usage` if an address is not available.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { host = DEFAULT_HOST, port = 0 } = options;
  requireRoutes(options.faults ?? []);
  const steps: CloseStep[] = [];
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closeAll(steps);
    return closing;
  };
  try {
    const { path: directory, close: removeFiles } = await openWorkplace(tmpdir(), 'satchel-sandbox-');
    steps.push(removeFiles);
    let storagePort = 0;
    const ending = new AbortController();
    const { service, builds } = createService(options, {
      directory,
      storagePort: () => storagePort,
      ending: ending.signal,
    });
    steps.push(() => builds.close());
    const storage = await listen({ host, port: 0 }, (request, bindings) =>
      serveStorage(request, bindings, service),
    );
    steps.push(storage.close);
    storagePort = storage.port;
    const app = createApiApp(service);
    const api = await listen({ host, port }, (request, bindings) => app.fetch(request, bindings));
    steps.push(api.close);
    steps.push(async () => ending.abort());

    return {
      ready: describeSandbox(service, api.origin, storage.origin),
      get world() {
        return service.world;
      },
      exported: (migrationId) => service.migrations.exported(migrationId),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

type CloseStep = () => Promise<void>;

/** Closes what was opened, the last one first. */
async function closeAll(steps: readonly CloseStep[]): Promise<void> {
  for (const step of steps.toReversed()) {
    await step();
  }
}

/** Starts an HTTP server. */
async function listen(
  place: ListeningPlace,
  answer: (request: Request, bindings: HttpBindings) => Promise<Response> | Response,
): Promise<Listener> {
  // By default the adapter replaces Node's own Request and Response for the whole process.
  const listener = getRequestListener(
    // The server uses HTTP/1.
    (request, bindings) => answer(request, bindings as HttpBindings),
    { overrideGlobalObjects: false },
  );
  return await listenOn(createServer(listener), place);
}

/** The base URL implies the dialect, as for real deployments. */
function describeSandbox(
  { dialect, tokens, oauthApp, world }: Service,
  apiOrigin: string,
  storageOrigin: string,
): SandboxReady {
  return {
    message_type: 'ready',
    url: apiOrigin,
    base_url: dialect.name === 'github' ? `${apiOrigin}/api/v3` : apiOrigin,
    storage_url: storageOrigin,
    dialect: dialect.name,
    headers: { accept: dialect.mediaType, [dialect.versionHeader.toLowerCase()]: dialect.apiVersions[1] },
    tokens,
    oauth_app: { client_id: oauthApp.clientId, client_secret: oauthApp.clientSecret },
    user: world.account.login,
    organization: world.organization.login,
    enterprise: world.enterprise,
    repositories: world.repositories.map(fullNameOf),
  };
}
