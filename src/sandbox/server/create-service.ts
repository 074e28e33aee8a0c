import { join } from 'node:path';
import { createSeededRandom, createSystemRandom } from '../../base/random.ts';
import { DIALECTS } from '../../model/dialects.table.ts';
import type { Fault } from '../fault.ts';
import { DEFAULT_SEED, type SandboxOptions } from '../sandbox-options.ts';
import {
  grantsOfScenario,
  outlineOf,
  requireNames,
  scenarioAlerts,
  scenarioBudgets,
} from '../scenario/apply-scenario.ts';
import { type Alert, createAlerts } from '../world/alerts/create-alerts.ts';
import { createBudgets } from '../world/budgets/create-budgets.ts';
import { createWorld } from '../world/create-world.ts';
import { withLargeFiles } from '../world/large-files.ts';
import { LiveWorld } from '../world/live/live-world.ts';
import { createNotifications } from '../world/notifications/create-notifications.ts';
import { pickGuid } from '../world/random-picks.ts';
import { DAY_MS } from '../world/timestamps.ts';
import type { Repository, World } from '../world/world.ts';
import { writeArchive } from '../write-archive.ts';
import { Activity } from './activity/activity.ts';
import { alertKey } from './alerts/update-alert.ts';
import { KeptLists } from './api/kept-list.ts';
import { type LimitTerms, RateLimiter, WindowCounters } from './api/rate-limit.ts';
import { SecondaryLimiter } from './api/secondary-limiter.ts';
import { grantsOf, issueOAuthApp, issueTokens } from './api/tokens.ts';
import { hasAccess } from './api/visibility.ts';
import { FaultQueue } from './faults/fault-queue.ts';
import { Clones } from './git-server.ts';
import { readAppKey } from './login/app-jwt.ts';
import { DeviceLogins } from './login/device-logins.ts';
import { ArchiveBuilds } from './migrations/archive-builds.ts';
import { MigrationRegister } from './migrations/migration-register.ts';
import type { MigrationFate } from './migrations/migration-state.ts';
import { Inbox } from './notifications/inbox.ts';
import type { Service } from './service.ts';
import { LinkSigner } from './storage/signed-url.ts';

const DEFAULT_PENDING_MS = 400;
const DEFAULT_EXPORT_MS = 1_200;
/** Five minutes, as at the hosted service. */
const DEFAULT_LINK_TTL_MS = 300_000;
const MINUTE_MS = 60_000;
const TOKEN_LIFETIME_MS = 90 * DAY_MS;

type SeededOptions = SandboxOptions & { readonly seed: string };

/** The folder for archives, and the port of the storage origin. */
interface SandboxPlace {
  readonly directory: string;
  readonly storagePort: () => number;
  readonly ending: AbortSignal;
}

/** Creates the state that all handlers share. */
export function createService(
  given: SandboxOptions,
  { directory, storagePort, ending }: SandboxPlace,
): { readonly service: Service; readonly builds: ArchiveBuilds } {
  const options = { seed: DEFAULT_SEED, ...given };
  const { clock, seed, hasInstantBuilds = false, onError = ignore, scenario = {} } = options;
  const dialect = DIALECTS[options.dialect];
  const nowMs = clock.now();
  const world = options.world ?? createWorld({ ...options, outline: outlineOf(scenario), nowMs });
  const origin = withLargeFiles(world, options.largeFiles ?? 0);
  if (options.scenario !== undefined) {
    requireNames(options.scenario, origin);
  }
  const live = new LiveWorld(origin, options.livePaceMs);
  const random = options.random ?? createSeededRandom(`${seed}/server`);
  const builds = new ArchiveBuilds({
    clock,
    directory,
    generation: options.generation ?? 'current',
    dialect: dialect.name,
    writeArchive: options.writeArchive ?? writeArchive,
    hasInstantBuilds,
    onError,
  });
  const faults = new FaultQueue(options.faults ?? []);
  const service = {
    dialect,
    get world() {
      return live.world();
    },
    ending,
    get storagePort() {
      return storagePort();
    },
    live,
    clock,
    random: createSeededRandom(random.hex(32)),
    ...createRecords(live, options),
    ...createCredentials(origin, options),
    tokensExpireAtMs: nowMs + TOKEN_LIFETIME_MS,
    limiter: new RateLimiter(clock, limitTerms(origin, options)),
    secondary: new SecondaryLimiter(clock),
    lfsRequests: new WindowCounters(clock, MINUTE_MS),
    clones: new Clones(origin, join(directory, 'git')),
    faults,
    hasFaultControl: options.hasFaultControl ?? false,
    migrations: new MigrationRegister({
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
    // With a secret from the seed, anyone who knows the seed could forge signatures.
    links: new LinkSigner({
      clock,
      secret: createSystemRandom().hex(64),
      ttlMs: options.linkTtlMs ?? DEFAULT_LINK_TTL_MS,
    }),
    onRequest: options.onRequest ?? ignore,
    onError,
  };
  return { service, builds };
}

function fateOf(faults: readonly Fault[]): MigrationFate {
  if (faults.some(({ kind }) => kind === 'failed_migration')) {
    return 'fails';
  }
  return faults.length > 0 ? 'stays pending' : 'usual';
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

/** The records of the service apart from migrations. Expensive ones are created on demand. */
function createRecords(live: LiveWorld, { clock, seed, scenario = {} }: SeededOptions) {
  const { origin } = live;
  const random = createSeededRandom(`${seed}/new budgets`);
  let invented: readonly Alert[] | undefined;
  let alerts: ReadonlyMap<string, Alert> | undefined;
  const inventAlerts = () => {
    invented ??=
      scenario.alerts === undefined ? createAlerts(origin) : scenarioAlerts(scenario.alerts, origin);
    return invented;
  };
  const currentAlerts = () => {
    alerts ??= new Map(inventAlerts().map((alert) => [alertKey(alert), alert]));
    return alerts;
  };
  const budgets =
    scenario.budgets === undefined
      ? createBudgets(origin)
      : scenarioBudgets(scenario.budgets, origin, random);
  const activity = new Activity();
  const inboxes = new Map<string, Inbox>();
  const openInbox = (login: string) => {
    const watches = (repository: Repository) => hasAccess(login, repository, origin);
    const first = createNotifications({ world: origin, login, alerts: inventAlerts(), watches });
    return new Inbox({ clock, login, watches, first, notices: () => live.notices() });
  };
  return {
    alerts: currentAlerts,
    replaceAlert(changed: Alert) {
      alerts = new Map(currentAlerts()).set(alertKey(changed), changed);
    },
    keptLists: new KeptLists(),
    budgets: new Map(budgets.map((budget) => [budget.id, budget])),
    newBudgetId: () => pickGuid(random),
    activity: (repository?: Repository) => activity.list(live.world(), repository),
    inboxOf(login: string) {
      const inbox = inboxes.get(login) ?? openInbox(login);
      inboxes.set(login, inbox);
      return inbox;
    },
  };
}

/** Tokens of all kinds for the account, and those of the options. */
function createCredentials(world: World, options: SeededOptions) {
  const { dialect, seed, scenario = {}, grants = [], appKey, clock } = options;
  const tokens = issueTokens(DIALECTS[dialect], seed);
  const all = [...grantsOf(tokens, world.account.login), ...grantsOfScenario(scenario, world), ...grants];
  return {
    tokens,
    oauthApp: issueOAuthApp(DIALECTS[dialect], seed),
    grants: new Map(all.map((grant) => [grant.token, grant])),
    appKey: readAppKey(appKey),
    deviceLogins: new DeviceLogins(
      clock,
      createSeededRandom(`${seed}/logins`),
      options.approveDevicesAfter ?? 1,
    ),
  };
}
