import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { openWorkplace } from '../../base/index.ts';
import { FORGETFUL_KEEPER, type Keeper, openStateFile } from '../state/state-file.ts';
import { createApiApp } from './api/api-app.ts';
import { type CleanUp, createCleanUp } from './clean-up.ts';
import { createServiceCore } from './create-service-core.ts';
import { listen } from './listener.ts';
import type { Sandbox, SandboxOptions } from './sandbox-options.ts';
import { describeSandbox } from './sandbox-ready.ts';
import type { Service, ServiceCore } from './service.ts';
import { serveStorage } from './storage/serve-storage.ts';

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
    cleanUp.add(builds.close);
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
      exported: core.migrations.exported,
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
