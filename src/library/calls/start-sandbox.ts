import { definedMembers, type JsonObject } from '../../base/json.ts';
import { DIALECTS, type DialectName } from '../../model/dialects.table.ts';
import { Failure, messageOf } from '../../model/failure.ts';
import { type FAULT_KINDS, type FaultKindName, parseFault, readFault } from '../../sandbox/fault.ts';
import type { SandboxReady, ServedRequest } from '../../sandbox/sandbox-options.ts';
import { startSandbox as startServer } from '../../sandbox/start-sandbox.ts';
import { requireOptions } from './check-arguments.ts';
import {
  AMOUNT,
  CLOCK,
  COUNT,
  FLAG,
  FUNCTION,
  listOf,
  oneOf,
  optional,
  PORT,
  POSITIVE,
  RANDOM,
  RECORD,
  type Shape,
  type ShapesOf,
  SIGNAL,
  TEXT,
} from './shapes.ts';
import { type Surroundings, withDefaults } from './surroundings.ts';

/** The parameters of a kind of fault. */
export type FaultParameters<Kind extends FaultKindName> = {
  readonly [Name in keyof (typeof FAULT_KINDS)[Kind]['parameters']]?:
    | (typeof FAULT_KINDS)[Kind]['parameters'][Name]
    | undefined;
};

/** A fault to inject; what is left out has the default of its kind. */
export type SandboxFault = {
  readonly [Kind in FaultKindName]: {
    readonly kind: Kind;
    /** The requests that it affects: `GET /user`, `/repos/{owner}/{repo}` or `storage`; default: all that its kind can affect. Others are refused. */
    readonly route?: string | undefined;
    /** The number of requests that it affects; default: 1. */
    readonly times?: number | undefined;
    /** The number of matching requests before those; default: 0. */
    readonly skip?: number | undefined;
  } & FaultParameters<Kind>;
}[FaultKindName];

/** What the sandbox is like. The same options and seed give the same world, tokens and archives. */
export interface SandboxOptions extends Pick<Surroundings, 'clock' | 'random'> {
  /** Aborts the start, which then fails with its reason; once the sandbox runs, closes it. */
  readonly signal?: AbortSignal | undefined;
  /** The address to listen on; default: the loopback address. */
  readonly host?: string | undefined;
  /** The port of the API; default: a free one. */
  readonly port?: number | undefined;
  /** Default: `satchel`. */
  readonly seed?: string | undefined;
  /** The number of repositories, of the account and of its organization together; default: 2. */
  readonly repositories?: number | undefined;
  /** The number of issues and pull requests; default: 3. */
  readonly issues?: number | undefined;
  /** How many years of activity there are. */
  readonly years?: number | undefined;
  /** How many files the first repository has in Git LFS; default: none. */
  readonly largeFiles?: number | undefined;
  /** How long a migration is `pending`, in milliseconds; default: not at all. */
  readonly pendingMs?: number | undefined;
  /** How long it is `exporting` after that, in milliseconds; default: not at all. */
  readonly exportMs?: number | undefined;
  /** How long the link to an archive is valid, in milliseconds; default: five minutes. */
  readonly linkTtlMs?: number | undefined;
  /** `owner/name` of repositories whose migrations fail. */
  readonly failing?: readonly string[] | undefined;
  /** The average time between two changes of the world, in milliseconds; default: it does not change. */
  readonly livePaceMs?: number | undefined;
  /** The key of a GitHub App in PEM: the app then has id 1, and installation 1 on the organization. */
  readonly appKey?: string | undefined;
  /** Serves `/-/faults` on the API's origin to callers on this machine: list, add and remove faults. */
  readonly hasFaultControl?: boolean | undefined;
  /** Called with each request before its response is sent. */
  readonly onRequest?: ((request: ServedRequest) => void) | undefined;
  /** Called with errors of the sandbox itself: a failed archive build, or a 500 response. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** The variant of the API; default: `github`, which Octokit and `gh` understand. */
  readonly dialect?: DialectName | undefined;
  /** Faults to inject, in this order: as objects, or in the format of the command (`answer,status=503,route=GET /user`). */
  readonly faults?: readonly (SandboxFault | string)[] | undefined;
}

/** Its kind and parameters are checked when it is read. */
const FAULT: Shape = (value, name) =>
  typeof value === 'string'
    ? undefined
    : (RECORD(value, name) ?? optional(TEXT)(Object(value).route, `${name}.route`));

const STARTING: ShapesOf<SandboxOptions> = {
  clock: CLOCK,
  random: RANDOM,
  signal: SIGNAL,
  host: TEXT,
  port: PORT,
  seed: TEXT,
  repositories: COUNT,
  issues: COUNT,
  years: COUNT,
  largeFiles: COUNT,
  pendingMs: AMOUNT,
  exportMs: AMOUNT,
  linkTtlMs: AMOUNT,
  failing: listOf(TEXT),
  livePaceMs: POSITIVE,
  appKey: TEXT,
  hasFaultControl: FLAG,
  onRequest: FUNCTION,
  onError: FUNCTION,
  dialect: oneOf(Object.keys(DIALECTS)),
  faults: listOf(FAULT),
};

/** A running stand-in for the service. */
export interface Sandbox extends AsyncDisposable {
  /** Its addresses, tokens and names. */
  readonly ready: SandboxReady;
  /** Ends listeners, connections and builds, and removes all files. */
  close(): Promise<void>;
  /** The base URL of its API. */
  readonly baseUrl: string;
  /**
   * A classic token of the account, with all scopes: for everything but budgets, which need `ready.tokens.fine_grained`, as
   * at the service.
   */
  readonly token: string;
}

/**
 * Starts the stand-in for the service in this process, on free ports of the loopback address. Exports are complete at once
 * unless `pendingMs` or `exportMs` say otherwise. Throws a `Failure` with the code `usage` for faults that cannot happen,
 * and if an address is not available.
 *
 * @example
 * await using sandbox = await startSandbox({ faults: [{ kind: 'answer', route: 'GET /user', status: 503 }] });
 * const client = createClient({ baseUrl: sandbox.baseUrl, token: sandbox.token });
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  requireOptions('start the sandbox', options, { known: STARTING });
  const { faults = [], dialect = 'github', signal: _, ...rest } = options;
  const read = faults.map((fault) => {
    try {
      return typeof fault === 'string'
        ? parseFault(fault)
        : readFault({ ...(definedMembers(fault) as JsonObject) });
    } catch (error) {
      throw new Failure('usage', messageOf(error), { cause: error });
    }
  });
  const { clock, signal } = withDefaults(options);
  const usual = { pendingMs: 0, exportMs: 0, repositories: 2, issues: 3, hasInstantBuilds: true };
  const sandbox = await startServer({
    ...usual,
    ...definedMembers(rest),
    dialect,
    clock,
    faults: read,
  });
  const close = () => {
    signal.removeEventListener('abort', abort);
    return sandbox.close();
  };
  const abort = () => void close().catch((error: unknown) => options.onError?.(error));
  if (signal.aborted) {
    await sandbox.close();
    throw signal.reason;
  }
  signal.addEventListener('abort', abort, { once: true });
  return {
    ready: sandbox.ready,
    baseUrl: sandbox.ready.base_url,
    token: sandbox.ready.tokens.classic,
    close,
    [Symbol.asyncDispose]: close,
  };
}
