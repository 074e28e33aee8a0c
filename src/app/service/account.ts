import { definedMembers } from '../../base/json.ts';
import { withoutEndSlashes } from '../../base/text-ends.ts';
import type { Credentials } from '../../client/credentials.ts';
import type { AccountSettings, Configuration } from '../../config/configuration.ts';
import { referencesIn, resolveReferences } from '../../config/environment.ts';
import { runTokenCommand } from '../../config/run-token-command.ts';
import { Failure } from '../../model/failure.ts';
import { usualSettings } from '../configuration.ts';
import type { AppContext } from '../context.ts';
import { readSecretFile } from '../secret-file.ts';
import type { ServiceSettings } from '../service-settings.ts';
import { readApp } from './token-source.ts';
import { TOKEN_VARIABLE } from './token-variables.ts';

const PUBLIC_ADDRESS = 'https://api.github.com';

/** Settings completed with an account of the configuration, and the credentials of this account. */
export interface AccountChoice {
  readonly settings: ServiceSettings;
  /** Gets the account's credentials; undefined if it has none, or if the command line specifies the caller. */
  readonly getCredentials: (() => Promise<Credentials>) | undefined;
  /** Addresses of the accounts whose token comes from Satchel's own variables. */
  readonly accountsAt: readonly string[];
}

/**
 * Completes settings with an account: the one of `--account`, or else the one at `--base-url`, or else the only one of
 * the configuration. If there are several, it fails instead of guessing, because a token must never be sent to the
 * wrong service.
 */
export async function chooseAccount(settings: ServiceSettings, context: AppContext): Promise<AccountChoice> {
  const { account, accounts } =
    typeof settings.account === 'object'
      ? { account: settings.account, accounts: [settings.account] }
      : await findAccount(settings, context);
  requireSameAddress(account, settings);
  const accountsAt = accounts.filter(takesOurVariables).map(({ baseUrl = PUBLIC_ADDRESS }) => baseUrl);
  if (account === undefined) {
    return { settings, getCredentials: undefined, accountsAt };
  }
  const { baseUrl, dialect, caFile, allowStorageHost } = account;
  const own = hasOwnCredentials(account) && !namesCaller(settings, context);
  return {
    settings: {
      ...definedMembers({ baseUrl, dialect, caFile, allowStorageHost }),
      ...(definedMembers(settings) as ServiceSettings),
    },
    getCredentials: own ? async () => await credentialsOf(account, settings, context) : undefined,
    accountsAt,
  };
}

interface FoundAccount {
  readonly account: AccountSettings | undefined;
  readonly accounts: readonly AccountSettings[];
}

async function findAccount(settings: ServiceSettings, context: AppContext): Promise<FoundAccount> {
  if (settings.baseUrl !== undefined && namesCaller(settings, context) && settings.account === undefined) {
    // The command line specifies everything, so an invalid configuration does not matter.
    return { account: undefined, accounts: [] };
  }
  const configuration = await usualSettings(context);
  const { accounts = [] } = configuration ?? {};
  if (settings.account !== undefined) {
    return { account: requireNamed(String(settings.account), configuration), accounts };
  }
  const { baseUrl } = settings;
  const candidates = baseUrl === undefined ? accounts : accounts.filter((account) => isAt(account, baseUrl));
  if (candidates.length > 1 && configuration !== undefined) {
    const list = candidates.map(inWords).join(', ');
    throw new Failure('usage', `More than one account is configured in "${configuration.path}": ${list}`, {
      commandHint: 'Name one with --account NAME',
    });
  }
  return { account: candidates[0], accounts };
}

function requireNamed(name: string, configuration: Configuration | undefined): AccountSettings {
  const accounts = configuration?.accounts ?? [];
  const account = accounts.find((candidate) => candidate.name === name);
  if (account === undefined) {
    const found =
      configuration === undefined
        ? 'there is no configuration'
        : `the configuration "${configuration.path}" has ${accounts.map(inWords).join(', ') || 'none'}`;
    throw new Failure('usage', `Cannot use the account "${name}": ${found}`, {
      commandHint:
        configuration === undefined
          ? 'Create one with "satchel init", or name one with --config'
          : 'Name one of these with --account',
    });
  }
  return account;
}

/** An account is only used with its own address, because its token must not be sent elsewhere. */
function requireSameAddress(account: AccountSettings | undefined, { baseUrl }: ServiceSettings): void {
  if (account !== undefined && baseUrl !== undefined && !isAt(account, baseUrl)) {
    throw new Failure(
      'usage',
      `Cannot use the account ${inWords(account)} at "${baseUrl}": an account is used only with its own base URL`,
      {
        commandHint: 'Leave out --account and --job, or leave out --base-url and unset SATCHEL_BASE_URL',
      },
    );
  }
}

function inWords({ name, baseUrl = PUBLIC_ADDRESS }: AccountSettings): string {
  return `${name} (${baseUrl})`;
}

function isAt({ baseUrl = PUBLIC_ADDRESS }: AccountSettings, address: string): boolean {
  return plainAddress(baseUrl) === plainAddress(address);
}

function plainAddress(address: string): string {
  return withoutEndSlashes(URL.canParse(address) ? new URL(address).href : address);
}

/** A file in a variable does not replace the account's credentials, but one on the command line does. */
function namesCaller(settings: ServiceSettings, { env }: AppContext): boolean {
  const { tokenFile, appKeyFile, anonymous, clientId } = settings;
  const isTyped = (path: string | undefined, variable: string) =>
    path !== undefined && path !== env[variable];
  return (
    isTyped(tokenFile, 'SATCHEL_TOKEN_FILE') ||
    isTyped(appKeyFile, 'SATCHEL_APP_KEY_FILE') ||
    anonymous === true ||
    clientId !== undefined
  );
}

function hasOwnCredentials({ token, tokenFile, tokenCommand, appKeyFile }: AccountSettings): boolean {
  return [token, tokenFile, tokenCommand, appKeyFile].some((way) => way !== undefined);
}

function takesOurVariables(account: AccountSettings): boolean {
  return !hasOwnCredentials(account) || referencesIn(account.token ?? '').includes(TOKEN_VARIABLE);
}

/** The credentials of an account. Fails instead of using others. */
async function credentialsOf(
  account: AccountSettings,
  { org, installationId }: ServiceSettings,
  context: AppContext,
): Promise<Credentials> {
  return account.appKeyFile === undefined
    ? { token: await tokenOf(account, context) }
    : await readApp({ ...account, ...definedMembers({ org, installationId }) }, context);
}

async function tokenOf(account: AccountSettings, context: AppContext): Promise<string> {
  const { token, tokenFile, tokenCommand } = account;
  if (tokenCommand !== undefined) {
    return await runTokenCommand(tokenCommand, context);
  }
  if (tokenFile !== undefined) {
    return await readSecretFile(tokenFile, 'token', context);
  }
  const reference = token ?? '';
  const unset = referencesIn(reference).find((name) => (context.env[name] ?? '').trim() === '');
  if (unset !== undefined) {
    throw new Failure(
      'token-missing',
      `Cannot call ${account.baseUrl ?? PUBLIC_ADDRESS}: the variable ${unset}, which should hold the token of the account "${account.name}", is not set`,
      { hint: `Set ${unset}; no other token is used instead` },
    );
  }
  return resolveReferences(reference, context.env);
}
