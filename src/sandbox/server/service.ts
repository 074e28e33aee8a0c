import type { Clock, Random } from '../../base/index.ts';
import type { Dialect } from '../../model/index.ts';
import type { World } from '../world/world.ts';
import type { RateLimiter } from './api/rate-limit.ts';
import type { SandboxTokens } from './api/tokens.ts';
import type { MigrationRegister } from './migrations/migration-register.ts';
import type { ServedRequest } from './sandbox-options.ts';
import type { LinkSigner } from './storage/signed-url.ts';

/** Everything that one running sandbox knows, but for where it listens. */
export interface ServiceCore {
  readonly dialect: Dialect;
  readonly world: World;
  readonly clock: Clock;
  /** For request ids. */
  readonly random: Random;
  readonly tokens: SandboxTokens;
  /** When tokens that run out do so, in milliseconds since the Unix epoch. */
  readonly tokensExpireAtMs: number;
  readonly limiter: RateLimiter;
  readonly migrations: MigrationRegister;
  readonly links: LinkSigner;
  readonly onRequest: (request: ServedRequest) => void;
  /** Hears of faults of the sandbox itself. */
  readonly onError: (error: unknown) => void;
}

/** What handlers of the API work on. */
export interface Service extends ServiceCore {
  /** Port of the storage origin, on the same host as the API. */
  readonly storagePort: number;
}
