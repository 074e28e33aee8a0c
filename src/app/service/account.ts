import { definedMembers, Failure, withoutEndSlashes } from '../../base/index.ts';
import {
  type AccountSettings,
  type Configuration,
  referencesIn,
  resolveReferences,
  runTokenCommand,
} from '../../config/index.ts';
import { usualSettings } from '../configuration.ts';
import type { AppContext } from '../context.ts';
import type { ServiceSettings } from './service-settings.ts';
import { readSecretFile } from './token-source.ts';
import { TOKEN_VARIABLE } from './token-variables.ts';

const PUBLIC_ADDRESS = 'https://api.github.com';

/** Settings completed by an account of the configuration, and the token that this account names. */
export interface AccountChoice {
  readonly settings: ServiceSettings;
  /** Gets the account's own token; undefined where the account names none, or the command line names the caller. */
  readonly getToken: (() => Promise<string>) | undefined;
  /** Addresses of the accounts that take their token from Satchel's own variables. */
  readonly accountsAt: readonly string[];
}

/**
 * Completes settings by the account that is meant. The account is the one that `--account` names, else the one at
 * `--base-url`, else the only one of the configuration. Where several could be meant, the command refuses to guess:
 * whatever it took, a token could go to a service that it does not belong to.
 */
export async function chooseAccount(settings: ServiceSettings, context: AppContext): Promise<AccountChoice> {
  const { account, accounts } =
    typeof settings.account === 'object'
      ? { account: settings.account, accounts: [settings.account] }
      : await findAccount(settings, context);
  requireSameAddress(account, settings);
  const accountsAt = accounts.filter(takesOurVariables).map(({ baseUrl = PUBLIC_ADDRESS }) => baseUrl);
  if (account === undefined) {
    return { settings, getToken: undefined, accountsAt };
  }
  const { baseUrl, dialect, caFile, allowStorageHost } = account;
  const own = hasOwnToken(account) && !namesCaller(settings, context);
  return {
    settings: {
      ...definedMembers({ baseUrl, dialect, caFile, allowStorageHost }),
      ...(definedMembers(settings) as ServiceSettings),
    },
    getToken: own ? async () => await tokenOf(account, context) : undefined,
    accountsAt,
  };
}

interface FoundAccount {
  readonly account: AccountSettings | undefined;
  /** All of the configuration. */
  readonly accounts: readonly AccountSettings[];
}

async function findAccount(settings: ServiceSettings, context: AppContext): Promise<FoundAccount> {
  if (settings.baseUrl !== undefined && namesCaller(settings, context) && settings.account === undefined) {
    // The command line says everything: a faulty configuration is no reason to refuse.
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
      hint: 'Name one with --account NAME',
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
    const hint =
      configuration === undefined
        ? 'Make one with "satchel init", or name one with --config'
        : 'Name one of these with --account';
    throw new Failure('usage', `Cannot use the account "${name}": ${found}`, { hint });
  }
  return account;
}

/** An account that was named, or that a job names, is called at its own address only: its token belongs nowhere else. */
function requireSameAddress(account: AccountSettings | undefined, { baseUrl }: ServiceSettings): void {
  if (account !== undefined && baseUrl !== undefined && !isAt(account, baseUrl)) {
    throw new Failure('usage', `Cannot use the account ${inWords(account)} at "${baseUrl}"`, {
      hint: 'Leave out --account and --job, or --base-url and SATCHEL_BASE_URL',
    });
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

/** A variable that names a token file for everything does not make another token out of the account's. */
function namesCaller({ tokenFile, anonymous, clientId }: ServiceSettings, { env }: AppContext): boolean {
  const isTyped = tokenFile !== undefined && tokenFile !== env['SATCHEL_TOKEN_FILE'];
  return isTyped || anonymous === true || clientId !== undefined;
}

function hasOwnToken({ token, tokenFile, tokenCommand }: AccountSettings): boolean {
  return token !== undefined || tokenFile !== undefined || tokenCommand !== undefined;
}

function takesOurVariables(account: AccountSettings): boolean {
  return !hasOwnToken(account) || referencesIn(account.token ?? '').includes(TOKEN_VARIABLE);
}

/** The token that an account names, and never another one in its place. Fails with `token-missing`. */
async function tokenOf(account: AccountSettings, context: AppContext): Promise<string> {
  const { token, tokenFile, tokenCommand } = account;
  if (tokenCommand !== undefined) {
    return await runTokenCommand(tokenCommand, context);
  }
  if (tokenFile !== undefined) {
    return await readSecretFile(tokenFile, 'token');
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
