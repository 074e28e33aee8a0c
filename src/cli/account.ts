import { definedMembers, Failure } from '../base/index.ts';
import {
  type AccountSettings,
  type Configuration,
  referencesIn,
  resolveReferences,
  runTokenCommand,
} from '../config/index.ts';
import { usualSettings } from './configuration.ts';
import type { Context } from './context.ts';
import type { ServiceFlags } from './service-flags.ts';
import { TOKEN_VARIABLE } from './token-variables.ts';

const PUBLIC_ADDRESS = 'https://api.github.com';

/** Flags completed by an account of the configuration, and the token that this account names. */
export interface AccountChoice {
  readonly flags: ServiceFlags;
  /** Gets the account's own token; undefined where the account names none, or the command line names the caller. */
  readonly getToken: (() => Promise<string>) | undefined;
  /** Addresses of the accounts that take their token from Satchel's own variables. */
  readonly accountsAt: readonly string[];
}

/**
 * Completes the flags of a command that calls the service. The account is the one that `--account` names, else the one at
 * `--base-url`, else the only one of the configuration. Where several could be meant, the command refuses to guess:
 * whatever it took, a token could go to a service that it does not belong to.
 */
export async function chooseAccount(flags: ServiceFlags, context: Context): Promise<AccountChoice> {
  const { account, accounts } =
    typeof flags.account === 'object'
      ? { account: flags.account, accounts: [flags.account] }
      : await findAccount(flags, context);
  requireSameAddress(account, flags);
  const accountsAt = accounts.filter(takesOurVariables).map(({ baseUrl = PUBLIC_ADDRESS }) => baseUrl);
  if (account === undefined) {
    return { flags, getToken: undefined, accountsAt };
  }
  const { baseUrl, dialect, caFile, allowStorageHost } = account;
  const own = hasOwnToken(account) && !namesCaller(flags, context);
  return {
    flags: {
      ...definedMembers({ baseUrl, dialect, caFile, allowStorageHost }),
      ...(definedMembers(flags) as ServiceFlags),
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

async function findAccount(flags: ServiceFlags, context: Context): Promise<FoundAccount> {
  if (flags.baseUrl !== undefined && namesCaller(flags, context) && flags.account === undefined) {
    // The command line says everything: a faulty configuration is no reason to refuse.
    return { account: undefined, accounts: [] };
  }
  const configuration = await usualSettings(context);
  const { accounts = [] } = configuration ?? {};
  if (flags.account !== undefined) {
    return { account: requireNamed(String(flags.account), configuration), accounts };
  }
  const { baseUrl } = flags;
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
    throw new Failure('usage', `Cannot use the account "${name}": ${found}`);
  }
  return account;
}

/** An account that was named, or that a job names, is called at its own address only: its token belongs nowhere else. */
function requireSameAddress(account: AccountSettings | undefined, { baseUrl }: ServiceFlags): void {
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
  return (URL.canParse(address) ? new URL(address).href : address).replace(/\/+$/, '');
}

/** A variable that names a token file for everything does not make another token out of the account's. */
function namesCaller({ tokenFile, anonymous, clientId }: ServiceFlags, { env }: Context): boolean {
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
async function tokenOf(account: AccountSettings, context: Context): Promise<string> {
  const { token, tokenFile, tokenCommand } = account;
  if (tokenCommand !== undefined) {
    return await runTokenCommand(tokenCommand, context);
  }
  if (tokenFile !== undefined) {
    const { readSecretFile } = await import('./token-source.ts');
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
