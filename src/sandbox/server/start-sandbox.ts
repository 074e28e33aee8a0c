import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiApp } from './api/api-app.ts';
import { createCleanUp } from './clean-up.ts';
import { createServiceCore } from './create-service-core.ts';
import { listen } from './listener.ts';
import type { Sandbox, SandboxOptions } from './sandbox-options.ts';
import { describeSandbox } from './sandbox-ready.ts';
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
    const directory = await mkdtemp(join(tmpdir(), 'satchel-sandbox-'));
    cleanUp.add(() => rm(directory, { recursive: true, force: true }));
    const { core, builds } = createServiceCore(options, directory);
    cleanUp.add(builds.close);

    const storage = await listen({
      host,
      port: 0,
      answer: (request, bindings) => serveStorage(request, bindings, core),
    });
    cleanUp.add(storage.close);
    const app = createApiApp({ ...core, storagePort: storage.port });
    const api = await listen({ host, port, answer: (request, bindings) => app.fetch(request, bindings) });
    cleanUp.add(api.close);

    return {
      ready: describeSandbox(core, { apiOrigin: api.origin, storageOrigin: storage.origin }),
      world: core.world,
      oauthApp: core.oauthApp,
      exported: core.migrations.exported,
      close: cleanUp.run,
    };
  } catch (error) {
    await cleanUp.run();
    throw error;
  }
}
