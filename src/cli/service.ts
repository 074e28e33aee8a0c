import { definedMembers, Failure, formatDuration, satchelVersion } from '../base/index.ts';
import { type Client, type Credentials, checkToken, createClient } from '../client/index.ts';
import type { AccountSettings } from '../config/index.ts';
import {
  type Account,
  createMigrations,
  createRepositories,
  getAccount,
  type Migrations,
  type Repositories,
} from '../endpoints/index.ts';
import {
  DIALECTS,
  type Dialect,
  dialectOf,
  type MigrationOwner,
  type TokenKind,
  tokenKindOf,
} from '../model/index.ts';
import { chooseAccount } from './account.ts';
import { readClientFlags } from './client-flags.ts';
import type { Context } from './context.ts';
import type { Reporter } from './reporter.ts';
import type { ServiceFlags } from './service-flags.ts';
import { findCredentials } from './token-source.ts';

/** The service as commands see it: one account or organization of one token. */
export interface Service {
  /** For endpoints that are not of an account or organization. */
  readonly client: Client;
  readonly baseUrl: URL;
  readonly dialect: Dialect;
  /** Undefined for anonymous callers and OAuth apps. */
  readonly tokenKind: TokenKind | undefined;
  readonly owner: MigrationOwner;
  readonly migrations: Migrations;
  readonly repositories: Repositories;
  /** The token's account; asking for it proves that the base URL and the token are right for migrations. */
  getAccount(): Promise<Account>;
  /** Tells of each wait for a limit or an outage from now on. */
  hearWaits(listener: WaitListener): void;
  close(): Promise<void>;
}

/** Of a shorter wait nobody needs to know when it ends. */
const LONG_WAIT_MS = 60_000;

type WaitListener = (wait: { readonly reason: string; readonly durationMs: number }) => void;

/** Makes the client for the flags. Nothing is sent yet. */
export async function openService(
  given: ServiceFlags,
  reporter: Reporter,
  context: Context,
): Promise<Service> {
  const { flags, getToken, accountsAt } = await chooseAccount(given, context);
  const { baseUrl, dialect } = chooseService(flags);
  const credentials: Credentials =
    getToken === undefined
      ? await findCredentials(flags, { dialect, baseUrl, context, accountsAt })
      : { token: await getToken() };
  if (credentials.token !== undefined) {
    context.onSecret?.(credentials.token);
  }
  const { clock, random, signal } = context;
  const waitListeners: WaitListener[] = [];
  const client = createClient({
    ...credentials,
    ...(await readClientFlags(flags, context)),
    baseUrl,
    dialect,
    clock,
    random,
    signal,
    userAgent: `satchel/${satchelVersion()}`,
    onNotice: (text) => reporter.note(text),
    onWait: ({ reason, untilMs }) => {
      const delayMs = Math.max(0, untilMs - clock.now());
      const until = new Date(untilMs).toISOString();
      for (const listener of waitListeners) {
        listener({ reason, durationMs: delayMs });
      }
      reporter.event(
        'wait',
        { reason, until },
        `Waiting ${formatDuration(delayMs)}${delayMs < LONG_WAIT_MS ? '' : `, until ${until.slice(0, 19)}Z`}: ${reason}`,
      );
    },
  });
  const owner: MigrationOwner =
    flags.org === undefined ? { type: 'user' } : { type: 'organization', name: flags.org };
  /** Migrations refuse some kinds of token: better to know before the first call than after it. */
  const checkForMigrations = () => {
    if (credentials.token !== undefined) {
      checkToken(credentials.token, dialect);
    }
  };
  return {
    client,
    baseUrl,
    dialect,
    tokenKind: credentials.token === undefined ? undefined : tokenKindOf(credentials.token),
    owner,
    get migrations() {
      checkForMigrations();
      return createMigrations(client, owner);
    },
    repositories: createRepositories(client),
    async getAccount() {
      checkForMigrations();
      return await getAccount(client);
    },
    hearWaits: (listener) => void waitListeners.push(listener),
    close: async () => await client.close(),
  };
}

/** Where an account of the configuration is: its API. */
export function addressOf({ baseUrl, dialect }: AccountSettings): URL {
  return chooseService(definedMembers({ baseUrl, dialect })).baseUrl;
}

function chooseService(flags: Pick<ServiceFlags, 'baseUrl' | 'dialect'>): {
  readonly baseUrl: URL;
  readonly dialect: Dialect;
} {
  const named = flags.dialect === undefined ? undefined : DIALECTS[flags.dialect];
  const address = flags.baseUrl ?? (named ?? DIALECTS.github).defaultBaseUrl;
  if (address === undefined) {
    throw new Failure('usage', 'Cannot call the service: no base URL was given', {
      hint: 'Name it with --base-url',
    });
  }
  if (!URL.canParse(address)) {
    throw new Failure('usage', `Cannot read the base URL "${address}": it is not a URL`, {
      hint: 'Give it in full, such as https://api.github.com',
    });
  }
  const baseUrl = new URL(address);
  return { baseUrl, dialect: named ?? dialectOf(baseUrl) };
}
