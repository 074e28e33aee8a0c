import type { Command } from 'commander';
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
  type DialectName,
  dialectOf,
  type MigrationOwner,
  type TokenKind,
  tokenKindOf,
} from '../model/index.ts';
import { chooseAccount } from './account.ts';
import { addClientFlags, type ClientFlags, readClientFlags } from './client-flags.ts';
import type { Context } from './context.ts';
import { addFlag } from './flags.ts';
import type { Reporter } from './reporter.ts';
import { findCredentials, type TokenFlags } from './token-source.ts';

/** The flags of every command that calls the service. */
export interface ServiceFlags extends TokenFlags, ClientFlags {
  /** Name of an account of the configuration, or the account itself. */
  readonly account?: string | AccountSettings;
  readonly baseUrl?: string;
  readonly dialect?: DialectName;
  readonly org?: string;
}

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

/** Adds the flags that say which service, which token and whose work. */
export function addServiceFlags(command: Command): void {
  addFlag(
    command,
    '--account <name>',
    'the account of the configuration to call as (default: the one at --base-url, or the only one)',
  );
  addFlag(
    command,
    '--base-url <url>',
    "address of the API (default: the account's, else https://api.github.com)",
  );
  addFlag(command, '--dialect <name>', 'how the interface is spelled (default: by the base URL)', {
    choices: Object.keys(DIALECTS),
  });
  addFlag(
    command,
    '--token-file <file>',
    'file that holds a classic personal access token (default: SATCHEL_TOKEN)',
  );
  addFlag(command, '--anonymous', 'send no token: public data alone, 60 requests an hour');
  addFlag(
    command,
    '--client-id <id>',
    'call as an OAuth app, for public data (secret: SATCHEL_CLIENT_SECRET)',
  );
  addFlag(command, '--client-secret-file <file>', 'file that holds the secret of the OAuth app');
  addFlag(command, '--org <name>', 'work for an organization instead of the own account');
  addClientFlags(command);
}

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
    throw new Failure('usage', 'Cannot tell where the service is: no base URL was given', {
      hint: 'Name it with --base-url',
    });
  }
  if (!URL.canParse(address)) {
    throw new Failure('usage', `Cannot read the base URL "${address}": it is no URL`, {
      hint: 'Give it in full, such as https://api.github.com',
    });
  }
  const baseUrl = new URL(address);
  return { baseUrl, dialect: named ?? dialectOf(baseUrl) };
}
