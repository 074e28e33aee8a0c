import { createSeededRandom, createSystemRandom } from '../../base/index.ts';
import { DIALECTS } from '../../model/index.ts';
import { writeArchive } from '../archive/write-archive.ts';
import { outlineOf, requireNames, withScenario } from '../scenario/apply-scenario.ts';
import { settleOptions } from '../state/recipe.ts';
import type { Keeper } from '../state/state-file.ts';
import { createWorld } from '../world/create-world.ts';
import { createLife } from '../world/life/create-life.ts';
import type { World } from '../world/world.ts';
import { createRateLimiter, type LimitTerms } from './api/rate-limit.ts';
import { createSecondaryLimiter } from './api/secondary-limiter.ts';
import { createCredentials } from './create-credentials.ts';
import { createRegisters } from './create-registers.ts';
import type { Fault } from './faults/fault.ts';
import { createFaultDesk } from './faults/fault-desk.ts';
import { type ArchiveBuilds, createArchiveBuilds } from './migrations/archive-builds.ts';
import type { KeptMigration } from './migrations/kept-migration.ts';
import type { MigrationFate } from './migrations/migration-facts.ts';
import { createMigrationRegister } from './migrations/migration-register.ts';
import { createRepositoryLocks, type KeptLock } from './migrations/repository-locks.ts';
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
  given: SandboxOptions,
  { directory, keeper }: { readonly directory: string; readonly keeper: Keeper },
): { readonly core: ServiceCore; readonly builds: ArchiveBuilds } {
  const options = withScenario(settleOptions(given, keeper));
  const { clock, seed, hasInstantBuilds = false, onError = ignore, scenario = {}, restarts } = options;
  const dialect = DIALECTS[options.dialect];
  const origin =
    options.world ?? createWorld({ ...options, outline: outlineOf(scenario), nowMs: options.originMs });
  if (options.scenario !== undefined) {
    requireNames(options.scenario, origin);
  }
  const kept = keeper.read<readonly KeptMigration[]>('migrations') ?? [];
  const locks = createRepositoryLocks(keeper.read<readonly KeptLock[]>('locks') ?? [], (changed) =>
    keeper.write('locks', changed),
  );
  const life = createLife(origin, {
    isLocked: locks.isLocked,
    remember: new Set(kept.map(({ deedCount }) => deedCount)),
    paceMs: options.livePaceMs,
    past: keeper.deeds(),
    startMs: clock.now(),
    onDeeds: keeper.addDeeds,
  });
  const random =
    options.random ?? createSeededRandom(restarts === 0 ? `${seed}/server` : `${seed}/server/${restarts}`);
  const builds = createArchiveBuilds({
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
    get world() {
      return life.world();
    },
    life,
    clock,
    random: createSeededRandom(random.hex(32)),
    ...createRegisters(life, options, keeper),
    ...createCredentials(origin, options),
    tokensExpireAtMs: options.originMs + TOKEN_LIFETIME_MS,
    limiter: createRateLimiter(clock, limitTerms(origin, options)),
    secondary: createSecondaryLimiter(clock),
    faults,
    hasFaultControl: options.hasFaultControl ?? false,
    migrations: createMigrationRegister({
      clock,
      locks,
      random,
      builds,
      hasInstantBuilds,
      pendingMs: options.pendingMs ?? DEFAULT_PENDING_MS,
      exportMs: options.exportMs ?? DEFAULT_EXPORT_MS,
      failing: options.failing ?? [],
      kept,
      onChange: (migrations) => keeper.write('migrations', migrations),
      life,
      takeFate: () => fateOf(faults.take({ at: 'migration' })),
      onExported: ({ id, guid, request }, archive) =>
        options.onExported?.({ ...archive, migrationId: id, guid, repositories: request.repositories }),
    }),
    // A signature that followed from the seed could be forged by whoever knows the seed.
    links: createLinkSigner({
      clock,
      secret: linkSecret(keeper),
      ttlMs: options.linkTtlMs ?? DEFAULT_LINK_TTL_MS,
    }),
    onRequest: options.onRequest ?? ignore,
    onError,
  };
  return { core, builds };
}

/** A restarted sandbox honours the links that it signed before. */
function linkSecret(keeper: Keeper): string {
  const secret = keeper.read<string>('link secret') ?? createSystemRandom().hex(64);
  keeper.write('link secret', secret);
  return secret;
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
