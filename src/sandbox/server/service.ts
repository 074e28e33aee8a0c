import type { Random } from '../../base/random.ts';
import type { Dialect } from '../../model/dialects.table.ts';
import type { ServedRequest } from '../sandbox-options.ts';
import type { Alert } from '../world/alerts/create-alerts.ts';
import type { Budget } from '../world/budgets/create-budgets.ts';
import type { LiveWorld } from '../world/live/live-world.ts';
import type { Repository, World } from '../world/world.ts';
import type { ActivityEvent } from './activity/activity.ts';
import type { KeptLists } from './api/kept-list.ts';
import type { RateLimiter, WindowCounters } from './api/rate-limit.ts';
import type { SecondaryLimiter } from './api/secondary-limiter.ts';
import type { KnownCallers, SandboxTokens } from './api/tokens.ts';
import type { FaultQueue } from './faults/fault-queue.ts';
import type { Clones } from './git-server.ts';
import type { DeviceLogins } from './login/device-logins.ts';
import type { MigrationRegister } from './migrations/migration-register.ts';
import type { Inbox } from './notifications/inbox.ts';
import type { LinkSigner } from './storage/signed-url.ts';

/** The state of a running sandbox, which the handlers of the API and of the storage origin share. */
export interface Service extends KnownCallers {
  readonly dialect: Dialect;
  /** The current world; it changes only when a request begins. */
  readonly world: World;
  readonly live: LiveWorld;
  /** For request ids. */
  readonly random: Random;
  readonly tokens: SandboxTokens;
  readonly deviceLogins: DeviceLogins;
  /** When tokens expire, in milliseconds since the Unix epoch. */
  readonly tokensExpireAtMs: number;
  readonly limiter: RateLimiter;
  readonly secondary: SecondaryLimiter;
  readonly lfsRequests: WindowCounters;
  /** By id. */
  readonly budgets: Map<string, Budget>;
  readonly newBudgetId: () => string;
  /** By `alertKey`; another map when one changes. */
  readonly alerts: () => ReadonlyMap<string, Alert>;
  readonly replaceAlert: (changed: Alert) => void;
  readonly keptLists: KeptLists;
  /** Recent events of the world, or of one of its repositories, newest first. */
  readonly activity: (repository?: Repository) => readonly ActivityEvent[];
  readonly inboxOf: (login: string) => Inbox;
  /** Serves the repositories that git can clone, each of which is created when it is first asked for. */
  readonly clones: Clones;
  readonly faults: FaultQueue;
  /** True if faults can be added over HTTP. */
  readonly hasFaultControl: boolean;
  readonly migrations: MigrationRegister;
  readonly links: LinkSigner;
  /** Port of the storage origin, on the same host as the API. */
  readonly storagePort: number;
  /** Aborts what waits when the sandbox ends. */
  readonly ending: AbortSignal;
  readonly onRequest: (request: ServedRequest) => void;
  /** Called with errors of the sandbox itself. */
  readonly onError: (error: unknown) => void;
}
