import type { Clock, Random } from '../../base/index.ts';
import type { DialectName } from '../../model/index.ts';
import type { Generation } from '../archive/records/record-context.ts';
import type { ExportedArchive } from '../archive/write-archive.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { World } from '../world/world.ts';
import type { IssuedTokenKind, TokenGrant } from './api/caller.ts';
import type { Plan } from './api/limits.table.ts';
import type { SandboxTokens } from './api/tokens.ts';
import type { Fault } from './faults/fault.ts';
import type { ArchiveWriter } from './migrations/archive-builds.ts';

/** How a sandbox is made. The same seed and options give the same world, tokens and archives. */
export interface SandboxOptions {
  /** Address to listen on; the loopback address unless given. */
  readonly host?: string;
  /** Port of the API; 0, the default, picks a free one. The storage origin always takes a free one. */
  readonly port?: number;
  readonly dialect: DialectName;
  /** That of the state or the scenario, or else `satchel`, unless given. */
  readonly seed?: string;
  readonly clock: Clock;
  /** Makes the identifiers of migrations and requests; follows from the seed unless given. */
  readonly random?: Random;
  readonly repositories?: number;
  readonly issues?: number;
  readonly years?: number;
  /** Which format the archives have; today's unless given. */
  readonly generation?: Generation;
  /** How long a migration stays pending on the clock. */
  readonly pendingMs?: number;
  /** How long it is exporting after that; longer where building the archive takes longer. */
  readonly exportMs?: number;
  /** How long the address of an archive can be used. */
  readonly linkTtlMs?: number;
  /** `owner/name` of repositories whose migrations end as `failed`. */
  readonly failing?: readonly string[];
  /**
   * Building an archive takes no time on the clock: a question about a migration that is due waits until the
   * archive is there, so that states follow from a driven clock alone. Off, it is `exporting` until then.
   */
  readonly hasInstantBuilds?: boolean;
  /** What is not to be invented, and what goes wrong; see `readScenario`. Other options win over it. */
  readonly scenario?: Scenario;
  /**
   * A SQLite file that remembers what was done, so that a sandbox continues where another one ended; archives lie next to
   * it, in `<state>.files`. What the world is made from is remembered as well and cannot be changed.
   */
  readonly state?: string;
  /** Makes the world live: the average time between two changes. Without it nothing changes. */
  readonly livePaceMs?: number;
  /** The world to serve, in place of one made from the seed. */
  readonly world?: World;
  /** Tokens besides those that a sandbox issues by itself: of other people, or with less rights. */
  readonly grants?: readonly TokenGrant[];
  /** What is to go wrong, in this order. */
  readonly faults?: readonly Fault[];
  /** Opens `/-/faults` on the API's origin to callers of this machine: list, add and forget faults. */
  readonly hasFaultControl?: boolean;
  /** What the organization pays for; `standard` unless given. It decides some primary limits. */
  readonly plan?: Plan;
  /** Writes the archives, in place of the sandbox's own writer. */
  readonly writeArchive?: ArchiveWriter;
  /** Called with each archive as soon as it is built. */
  readonly onExported?: (report: ExportReport) => void;
  /** Called with each request after its answer was decided. */
  readonly onRequest?: (request: ServedRequest) => void;
  /** Called with errors of the sandbox itself: an archive that cannot be built, an answer of 500. */
  readonly onError?: (error: unknown) => void;
}

/** A running stand-in for the service. */
export interface Sandbox {
  readonly ready: SandboxReady;
  /** As it is now. */
  readonly world: World;
  /** What was written for a migration, once it is built; it stays known when the archive is gone. */
  exported(migrationId: number): ExportedArchive | undefined;
  /** Ends listeners, connections and builds, and removes all files. */
  close(): Promise<void>;
}

/** What a script needs to go: printed as one line of JSON as soon as the sandbox answers. */
export interface SandboxReady {
  readonly message_type: 'ready';
  readonly url: string;
  /** Root of the API's addresses: what clients take as their base URL. */
  readonly base_url: string;
  readonly storage_url: string;
  readonly dialect: DialectName;
  readonly tokens: SandboxTokens;
  /** Id and secret by which an OAuth app reads public data (specification 5, rule 1). */
  readonly oauth_app: { readonly client_id: string; readonly client_secret: string };
  readonly user: string;
  readonly organization: string;
  readonly enterprise: string;
  /** `owner/name` of all that the account can export. */
  readonly repositories: readonly string[];
}

/** What an export came to. */
export interface ExportReport extends ExportedArchive {
  readonly migrationId: number;
  readonly guid: string;
  /** `owner/name` each. */
  readonly repositories: readonly string[];
}

/** One answered request, for logs and tests. */
export interface ServedRequest {
  readonly origin: 'api' | 'storage';
  readonly method: string;
  /** With the query on the API; without it on the storage origin, where it is a secret. */
  readonly path: string;
  readonly status: number;
  readonly caller: IssuedTokenKind | 'anonymous' | 'oauth_app';
  readonly hasAuthorization: boolean;
  /** The Range header, if one came. */
  readonly range: string | undefined;
  readonly requestId: string;
}
