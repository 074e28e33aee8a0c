import type { BackupService } from '../backup/backup-options.ts';
import { definedMembers } from '../base/json.ts';
import { satchelVersion } from '../base/own-package.ts';
import { checkKindForMigrations } from '../client/check-token.ts';
import { type Client, createClient } from '../client/create-client.ts';
import { type Account, getAccount } from '../endpoints/account.ts';
import { createLfs } from '../endpoints/lfs.ts';
import { createMigrations } from '../endpoints/migrations.ts';
import { createRepositories } from '../endpoints/repositories.ts';
import type { MirrorRemote } from '../git/mirror.ts';
import type { Dialect } from '../model/dialects.table.ts';
import type { LfsSource } from '../model/lfs.ts';
import type { MigrationOwner } from '../model/migrations.ts';
import { chooseService } from './choose-service.ts';
import { type AppContext, noteTo, waitTo } from './context.ts';
import { chooseAccount } from './service/account.ts';
import { readClientSettings } from './service/client-settings.ts';
import { gitRemoteOf } from './service/git-remote.ts';
import { findCredentials } from './service/token-source.ts';
import { websiteOf } from './service/token-variables.ts';
import type { ServiceSettings } from './service-settings.ts';

/** A connection to the service for an account, or for an organization with the token of an account. */
export interface Service extends BackupService {
  /** For endpoints that do not belong to an account or organization. */
  readonly client: Client;
  readonly dialect: Dialect;
  /** How git reaches a repository of the service; fails with `location-refused` for other addresses. */
  remoteOf(address: string): MirrorRemote;
  /** The server of Git LFS of its repositories. */
  readonly lfs: LfsSource;
  /** Calls a listener before each wait for a limit or an outage. */
  onWait(listener: WaitListener): void;
  close(): Promise<void>;
}

type WaitListener = (wait: { readonly reason: string; readonly durationMs: number }) => void;

/** Creates the client for the settings. Sends nothing yet. */
export async function openService(given: ServiceSettings, context: AppContext): Promise<Service> {
  const { settings, getCredentials, accountsAt } = await chooseAccount(given, context);
  const { baseUrl, dialect } = chooseService(settings);
  const credentials =
    (await getCredentials?.()) ??
    (await findCredentials(settings, { dialect, baseUrl, context, accountsAt }));
  const { clock, random, signal, onReport, onSecret, connection = {} } = context;
  const known = await readClientSettings(settings, context);
  const { proxies = {} } = connection.network ?? known.network ?? {};
  const waitListeners: WaitListener[] = [];
  const tellWait = waitTo(onReport, clock);
  const client = createClient({
    ...credentials,
    ...definedMembers({ onSecret }),
    ...known,
    baseUrl,
    dialect,
    clock,
    random,
    signal,
    userAgent: `satchel/${satchelVersion()}`,
    onNotice: noteTo(onReport),
    onWait(wait) {
      const durationMs = Math.max(0, wait.untilMs - clock.now());
      for (const listener of waitListeners) {
        listener({ reason: wait.reason, durationMs });
      }
      tellWait(wait);
    },
    ...connection,
  });
  const owner: MigrationOwner =
    settings.org === undefined ? { type: 'user' } : { type: 'organization', name: settings.org };
  let account: Account | undefined;
  return {
    client,
    baseUrl,
    dialect,
    owner,
    get migrations() {
      checkKindForMigrations(client.tokenKind, dialect);
      return createMigrations(client, owner);
    },
    repositories: createRepositories(client),
    remoteOf(address) {
      const remote = gitRemoteOf(address, {
        baseUrl,
        dialect,
        token: credentials.token ?? '',
        caFile: settings.caFile ?? context.env['GIT_SSL_CAINFO'],
        proxies,
      });
      return { ...remote, listRefs: (asked) => client.listGitRefs({ ...remote, signal: asked }) };
    },
    lfs: createLfs(client, { website: websiteOf(baseUrl, dialect) }),
    async getAccount() {
      checkKindForMigrations(client.tokenKind, dialect);
      account ??= await getAccount(client);
      return account;
    },
    onWait: (listener) => void waitListeners.push(listener),
    close: async () => await client.close(),
  };
}
