import { createSeededRandom, createSystemRandom } from '../../base/index.ts';
import { DIALECTS } from '../../model/index.ts';
import { writeArchive } from '../archive/write-archive.ts';
import { createWorld } from '../world/create-world.ts';
import type { World } from '../world/world.ts';
import { createRateLimiter, type LimitTerms } from './api/rate-limit.ts';
import { createSecondaryLimiter } from './api/secondary-limiter.ts';
import { createCredentials } from './create-credentials.ts';
import { createRegisters } from './create-registers.ts';
import type { Fault } from './faults/fault.ts';
import { createFaultDesk } from './faults/fault-desk.ts';
import { type ArchiveBuilds, createArchiveBuilds } from './migrations/archive-builds.ts';
import { createMigrationRegister, type MigrationFate } from './migrations/migration-register.ts';
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
  const faults = createFaultDesk(options.faults ?? []);
  const core = {
    dialect,
    world,
    clock,
    random: createSeededRandom(random.hex(32)),
    ...createRegisters(world, options),
    ...createCredentials(world, options),
    tokensExpireAtMs: clock.now() + TOKEN_LIFETIME_MS,
    limiter: createRateLimiter(clock, limitTerms(world, options)),
    secondary: createSecondaryLimiter(clock),
    faults,
    hasFaultControl: options.hasFaultControl ?? false,
    migrations: createMigrationRegister({
      clock,
      random,
      builds,
      hasInstantBuilds,
      pendingMs: options.pendingMs ?? DEFAULT_PENDING_MS,
      exportMs: options.exportMs ?? DEFAULT_EXPORT_MS,
      failing: options.failing ?? [],
      takeFate: () => fateOf(faults.take({ at: 'migration' })),
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

/** What is to become of the next migration. */
function fateOf(befalling: readonly Fault[]): MigrationFate {
  if (befalling.some(({ kind }) => kind === 'failed_migration')) {
    return 'fails';
  }
  return befalling.length > 0 ? 'stays pending' : 'usual';
}

function limitTerms(
  { organization, repositories }: World,
  { plan = 'standard' }: SandboxOptions,
): LimitTerms {
  const installedOn = repositories.filter(({ ownerType }) => ownerType === 'Organization');
  return {
    plan,
    installation: { repositories: installedOn.length, users: organization.members.length },
  };
}

function ignore(): void {}
