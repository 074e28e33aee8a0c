import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { type Listener, type ListeningPlace, listenOn, openWorkplace } from '../../base/index.ts';
import { FORGETFUL_KEEPER, openStateFile } from '../state/state-file.ts';
import { fullNameOf } from '../world/world.ts';
import { createApiApp } from './api/api-app.ts';
import { createService, type SandboxPlace } from './create-service.ts';
import type { Sandbox, SandboxOptions, SandboxReady } from './sandbox-options.ts';
import type { Service } from './service.ts';
import { serveStorage } from './storage/storage.ts';

const DEFAULT_HOST = '127.0.0.1';

/**
 * Starts the stand-in service: the API on one port and the storage origin on another, both with a world made
 * from the seed. Resolves when both answer; fails with `usage` when an address cannot be had.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { host = DEFAULT_HOST, port = 0 } = options;
  const cleanUp = new CleanUp();
  try {
    const place = await openPlace(options.state, cleanUp);
    let storagePort = 0;
    const { service, builds } = createService(options, { ...place, storagePort: () => storagePort });
    // Builds that end because the sandbox does leave no trace in the state.
    cleanUp.add(() => builds.close());
    cleanUp.add(async () => place.keeper.close());

    const storage = await listen({ host, port: 0 }, (request, bindings) =>
      serveStorage(request, bindings, service),
    );
    cleanUp.add(storage.close);
    storagePort = storage.port;
    const app = createApiApp(service);
    const api = await listen({ host, port }, (request, bindings) => app.fetch(request, bindings));
    cleanUp.add(api.close);

    return {
      ready: describeSandbox(service, api.origin, storage.origin),
      get world() {
        return service.world;
      },
      exported: (migrationId) => service.migrations.exported(migrationId),
      close: () => cleanUp.run(),
    };
  } catch (error) {
    await cleanUp.run();
    throw error;
  }
}

/** A sandbox without a state leaves nothing behind. */
async function openPlace(
  state: string | undefined,
  cleanUp: CleanUp,
): Promise<Omit<SandboxPlace, 'storagePort'>> {
  if (state === undefined) {
    const { path: directory, close } = await openWorkplace(tmpdir(), 'satchel-sandbox-');
    cleanUp.add(close);
    return { directory, keeper: FORGETFUL_KEEPER };
  }
  const keeper = openStateFile(state);
  cleanUp.add(async () => keeper.close());
  const directory = `${resolve(state)}.files`;
  await mkdir(directory, { recursive: true });
  return { directory, keeper };
}

/** What has to be done when something that was opened ends. */
class CleanUp {
  readonly #steps: (() => Promise<void>)[] = [];
  #running: Promise<void> | undefined;

  add(step: () => Promise<void>): void {
    this.#steps.push(step);
  }

  /** Runs the steps once, the last one first. */
  run(): Promise<void> {
    this.#running ??= this.#runAll();
    return this.#running;
  }

  async #runAll(): Promise<void> {
    for (const step of this.#steps.toReversed()) {
      await step();
    }
  }
}

/** Starts an HTTP server; resolves when it answers. Fails with `usage` when the address cannot be had. */
async function listen(
  place: ListeningPlace,
  answer: (request: Request, bindings: HttpBindings) => Promise<Response> | Response,
): Promise<Listener> {
  // The adapter would otherwise put its own Request and Response in place of Node's, for the whole process.
  const listener = getRequestListener(
    // The server is one of HTTP/1.
    (request, bindings) => answer(request, bindings as HttpBindings),
    { overrideGlobalObjects: false },
  );
  return await listenOn(createServer(listener), place);
}

/** Says where a sandbox is and how to use it. The base URL implies the dialect, as for real deployments. */
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
    tokens,
    oauth_app: { client_id: oauthApp.clientId, client_secret: oauthApp.clientSecret },
    user: world.account.login,
    organization: world.organization.login,
    enterprise: world.enterprise,
    repositories: world.repositories.map(fullNameOf),
  };
}
