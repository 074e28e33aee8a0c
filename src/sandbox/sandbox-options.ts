import type { Clock } from '../base/clock.ts';
import type { Random } from '../base/random.ts';
import type { DialectName } from '../model/dialects.table.ts';
import type { Generation } from './archive/records/record-context.ts';
import type { Fault } from './fault.ts';
import type { Plan } from './limits.table.ts';
import type { Scenario } from './scenario.ts';
import type { CallerName, TokenGrant } from './server/api/caller.ts';
import type { SandboxTokens } from './server/api/tokens.ts';
import type { ArchiveWriter } from './server/migrations/archive-builds.ts';
import type { WorldOptions } from './world/create-world.ts';
import type { World } from './world/world.ts';
import type { ExportedArchive } from './write-archive.ts';

/** The default seed. */
export const DEFAULT_SEED = 'satchel';

/** The same seed and options give the same world, tokens and archives. */
export interface SandboxOptions extends Omit<WorldOptions, 'nowMs' | 'outline' | 'seed'> {
  /** Address to listen on; default: the loopback address. */
  readonly host?: string;
  /** Port of the API; default: a free one. The storage origin always uses a free port. */
  readonly port?: number;
  /** Default: `satchel`. */
  readonly seed?: string;
  readonly clock: Clock;
  /** The source of the identifiers of migrations and requests; default: derived from the seed. */
  readonly random?: Random;
  /** Files that the first repository has in Git LFS; default: none. */
  readonly largeFiles?: number;
  /** The format of the archives; default: the current one. */
  readonly generation?: Generation;
  /** How long a migration is `pending` on the clock. */
  readonly pendingMs?: number;
  /** How long it is `exporting` after that, at least: it also waits for the archive. */
  readonly exportMs?: number;
  /** How long the link to an archive is valid. */
  readonly linkTtlMs?: number;
  /** `owner/name` of repositories whose migrations fail. */
  readonly failing?: readonly string[];
  /**
   * Requests about a migration that is due wait for its archive, so that its state depends on the clock alone. By default
   * it is `exporting` until the archive is complete.
   */
  readonly hasInstantBuilds?: boolean;
  /** Records that are not invented; see `readScenario`. */
  readonly scenario?: Scenario;
  /** The average time between two changes of the world; by default it does not change. */
  readonly livePaceMs?: number;
  /** Replaces the world created from the seed. */
  readonly world?: World;
  /** Additional tokens, for instance of other people or with fewer rights. */
  readonly grants?: readonly TokenGrant[];
  /** The key of a GitHub App in PEM, public or private: the app then has id 1, and installation 1 on the organization. */
  readonly appKey?: string;
  /** How many polls of a login by device flow are answered before one approves it; default: one. */
  readonly approveDevicesAfter?: number;
  /** Faults to inject, in this order. */
  readonly faults?: readonly Fault[];
  /** Serves `/-/faults` on the API's origin to callers on this machine: list, add and remove faults. */
  readonly hasFaultControl?: boolean;
  /** The plan of the organization, which determines some primary limits; default: `standard`. */
  readonly plan?: Plan;
  /** Replaces the sandbox's own archive writer. */
  readonly writeArchive?: ArchiveWriter;
  /** Called with each archive as soon as it is built. */
  readonly onExported?: (report: ExportReport) => void;
  /** Called with each request before its response is sent. */
  readonly onRequest?: (request: ServedRequest) => void;
  /** Called with errors of the sandbox itself: a failed archive build, or a 500 response. */
  readonly onError?: (error: unknown) => void;
}

/** A running stand-in for the service. */
export interface Sandbox {
  readonly ready: SandboxReady;
  /** The current world. */
  readonly world: World;
  /** The archive of a migration, once it is built; it remains known after the archive was deleted. */
  exported(migrationId: number): ExportedArchive | undefined;
  /** Ends listeners, connections and builds, and removes all files. */
  close(): Promise<void>;
}

/** What a script needs to know: printed as one line of JSON as soon as the sandbox accepts requests. */
export interface SandboxReady {
  readonly message_type: 'ready';
  readonly url: string;
  /** The base URL for clients of the API. */
  readonly base_url: string;
  readonly storage_url: string;
  readonly dialect: DialectName;
  /** What a client sends besides its token and a `user-agent`: the media type and the version of the API. */
  readonly headers: Readonly<Record<string, string>>;
  readonly tokens: SandboxTokens;
  /** Credentials with which an OAuth app reads public data. */
  readonly oauth_app: { readonly client_id: string; readonly client_secret: string };
  readonly user: string;
  readonly organization: string;
  readonly enterprise: string;
  /** `owner/name` of the repositories that the account can export. */
  readonly repositories: readonly string[];
}

/** A finished export. */
export interface ExportReport extends ExportedArchive {
  readonly migrationId: number;
  readonly guid: string;
  /** `owner/name` of each. */
  readonly repositories: readonly string[];
}

/** One answered request, for logs and tests. */
export interface ServedRequest {
  readonly origin: 'api' | 'storage';
  readonly method: string;
  /** Includes the query on the API only: on the storage origin it is secret. */
  readonly path: string;
  readonly status: number;
  readonly caller: CallerName;
  readonly hasAuthorization: boolean;
  /** The Range header. */
  readonly range: string | undefined;
  readonly requestId: string;
}
