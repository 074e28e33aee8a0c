import { createSeededRandom, createSystemRandom } from '../../base/index.ts';
import { DIALECTS } from '../../model/index.ts';
import { writeArchive } from '../archive/write-archive.ts';
import { createWorld } from '../world/create-world.ts';
import { createRateLimiter } from './api/rate-limit.ts';
import { issueTokens } from './api/tokens.ts';
import { type ArchiveBuilds, createArchiveBuilds } from './migrations/archive-builds.ts';
import { createMigrationRegister } from './migrations/migration-register.ts';
import type { SandboxOptions } from './sandbox-options.ts';
import type { ServiceCore } from './service.ts';
import { createLinkSigner } from './storage/signed-url.ts';

const DEFAULT_PENDING_MS = 400;
const DEFAULT_EXPORT_MS = 1_200;
/** Five minutes, as at the hosted service. */
const DEFAULT_LINK_TTL_MS = 300_000;
const TOKEN_LIFETIME_MS = 90 * 86_400_000;

/** Creates all that a sandbox knows, but for its listeners. Archives are written below `directory`. */
export function createServiceCore(
  options: SandboxOptions,
  directory: string,
): { readonly core: ServiceCore; readonly builds: ArchiveBuilds } {
  const { clock, seed, hasInstantBuilds = false, onError = ignore } = options;
  const dialect = DIALECTS[options.dialect];
  const world = options.world ?? createWorld({ ...options, nowMs: clock.now() });
  const random = options.random ?? createSeededRandom(`${seed}/server`);
  const builds = createArchiveBuilds({
    world,
    clock,
    directory,
    generation: options.generation ?? 'current',
    writeArchive: options.writeArchive ?? writeArchive,
    hasInstantBuilds,
    onError,
  });
  const core = {
    dialect,
    world,
    clock,
    random: createSeededRandom(random.hex(32)),
    tokens: issueTokens(dialect, seed),
    tokensExpireAtMs: clock.now() + TOKEN_LIFETIME_MS,
    limiter: createRateLimiter(clock),
    migrations: createMigrationRegister({
      clock,
      random,
      builds,
      hasInstantBuilds,
      pendingMs: options.pendingMs ?? DEFAULT_PENDING_MS,
      exportMs: options.exportMs ?? DEFAULT_EXPORT_MS,
      failing: options.failing ?? [],
      onExported: ({ id, guid, request }, archive) =>
        options.onExported?.({ ...archive, migrationId: id, guid, repositories: request.repositories }),
    }),
    // A signature that followed from the seed could be forged by whoever knows the seed.
    links: createLinkSigner({
      clock,
      secret: createSystemRandom().hex(64),
      ttlMs: options.linkTtlMs ?? DEFAULT_LINK_TTL_MS,
    }),
    onRequest: options.onRequest ?? ignore,
    onError,
  };
  return { core, builds };
}

function ignore(): void {}
