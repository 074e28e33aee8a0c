import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { type Listener, type ListeningPlace, listenOn, openWorkplace } from '../../base/index.ts';
import { FORGETFUL_KEEPER, type Keeper, openStateFile } from '../state/state-file.ts';
import { fullNameOf } from '../world/world.ts';
import { createApiApp } from './api/api-app.ts';
import { createServiceCore } from './create-service-core.ts';
import type { Sandbox, SandboxOptions, SandboxReady } from './sandbox-options.ts';
import type { Service, ServiceCore } from './service.ts';
import { serveStorage } from './storage/storage.ts';

const DEFAULT_HOST = '127.0.0.1';

/**
 * Starts the stand-in service: the API on one port and the storage origin on another, both with a world made
 * from the seed. Resolves when both answer; fails with `usage` when an address cannot be had.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { host = DEFAULT_HOST, port = 0 } = options;
  const cleanUp = createCleanUp();
  try {
    const place = await openPlace(options.state, cleanUp);
    const { core, builds } = createServiceCore(options, place);
    // Builds that end because the sandbox does leave no trace in the state.
    cleanUp.add(() => builds.close());
    cleanUp.add(async () => place.keeper.close());

    const storage = await listen({
      host,
      port: 0,
      answer: (request, bindings) => serveStorage(request, bindings, core),
    });
    cleanUp.add(storage.close);
    const app = createApiApp(createService(core, storage.port));
    const api = await listen({ host, port, answer: (request, bindings) => app.fetch(request, bindings) });
    cleanUp.add(api.close);

    return {
      ready: describeSandbox(core, { apiOrigin: api.origin, storageOrigin: storage.origin }),
      get world() {
        return core.world;
      },
      exported: (migrationId) => core.migrations.exported(migrationId),
      close: cleanUp.run,
    };
  } catch (error) {
    await cleanUp.run();
    throw error;
  }
}

/** A copy of all members would keep the world as it was. */
function createService(core: ServiceCore, storagePort: number): Service {
  return {
    ...core,
    get world() {
      return core.world;
    },
    storagePort,
  };
}

interface Place {
  /** Archives are written below it. */
  readonly directory: string;
  readonly keeper: Keeper;
}

/** A sandbox without a state leaves nothing behind. */
async function openPlace(state: string | undefined, cleanUp: CleanUp): Promise<Place> {
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
interface CleanUp {
  add(step: () => Promise<void>): void;
  /** Runs the steps once, the last one first. */
  run(): Promise<void>;
}

/** Creates an empty list of steps. */
function createCleanUp(): CleanUp {
  const steps: (() => Promise<void>)[] = [];
  let running: Promise<void> | undefined;
  const runAll = async () => {
    for (const step of steps.toReversed()) {
      await step();
    }
  };
  return {
    add: (step) => void steps.push(step),
    run: () => {
      running ??= runAll();
      return running;
    },
  };
}

interface ListenOptions extends ListeningPlace {
  readonly answer: (request: Request, bindings: HttpBindings) => Promise<Response> | Response;
}

/** Starts an HTTP server; resolves when it answers. Fails with `usage` when the address cannot be had. */
async function listen({ answer, ...place }: ListenOptions): Promise<Listener> {
  // The adapter would otherwise put its own Request and Response in place of Node's, for the whole process.
  const listener = getRequestListener(
    // The server is one of HTTP/1.
    (request, bindings) => answer(request, bindings as HttpBindings),
    { overrideGlobalObjects: false },
  );
  return await listenOn(createServer(listener), place);
}

interface Origins {
  readonly apiOrigin: string;
  readonly storageOrigin: string;
}

/** Says where a sandbox is and how to use it. The base URL implies the dialect, as for real deployments. */
function describeSandbox(
  { dialect, tokens, oauthApp, world }: Pick<ServiceCore, 'dialect' | 'oauthApp' | 'tokens' | 'world'>,
  { apiOrigin, storageOrigin }: Origins,
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
