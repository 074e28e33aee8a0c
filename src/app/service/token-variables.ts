import type { Environment } from '../../base/user-directories.ts';
import type { Dialect, TokenVariable } from '../../model/dialects.table.ts';

/** Satchel's own variable, which takes precedence over the dialect's. */
export const TOKEN_VARIABLE = 'SATCHEL_TOKEN';

/** The address that a token would be sent to, and those that Satchel's own variables are for. */
export interface TokenDestination {
  readonly baseUrl: URL;
  readonly dialect: Dialect;
  /** Addresses of the accounts of the configuration whose token comes from Satchel's own variables. */
  readonly accountsAt: readonly string[];
  readonly env: Environment;
}

/** A token from a variable, or the reasons why the variables that are set were not used. */
export interface VariableToken {
  readonly token: string | undefined;
  readonly passedOver: readonly string[];
}

/** The first variable with a token for this address. A token for another address is never used. */
export function readTokenVariables(destination: TokenDestination): VariableToken {
  const { dialect, env } = destination;
  const passedOver: string[] = [];
  for (const row of [{ name: TOKEN_VARIABLE, reach: 'named' } as const, ...dialect.tokenVariables]) {
    const token = env[row.name]?.trim() ?? '';
    const reason = token === '' ? undefined : whyNot(row, destination);
    if (token !== '' && reason === undefined) {
      return { token, passedOver };
    }
    if (reason !== undefined) {
      passedOver.push(`${row.name} is ${reason}`);
    }
  }
  return { token: undefined, passedOver };
}

/** Why a variable's token must not be sent to this address; undefined if it may. */
export function whyNot({ reach }: TokenVariable, destination: TokenDestination): string | undefined {
  const { baseUrl, dialect, env } = destination;
  if (reach === 'hosted') {
    const places = dialect.hostedDomains.map((domain) => domain.replace(/^\./, 'hosts under '));
    return isHosted(baseUrl, dialect) ? undefined : `for ${places.join(', ')} only`;
  }
  if (reach === 'self-managed') {
    return whyNotSelfManaged(baseUrl, dialect, env);
  }
  const homes = homesOf(destination);
  return homes.length === 0 || homes.includes(baseUrl.origin) ? undefined : `for ${homes.join(', ')}`;
}

/** True for the hosts of the dialect's hosted deployment. */
function isHosted({ hostname }: URL, { hostedDomains }: Dialect): boolean {
  const host = hostname.toLowerCase();
  return hostedDomains.some((domain) => (domain.startsWith('.') ? host.endsWith(domain) : host === domain));
}

/** The website of an API: `https://github.com` of `https://api.github.com`, `https://HOST` of `https://HOST/api/v3`. */
export function websiteOf(baseUrl: URL, dialect: Dialect): URL {
  const website = new URL(baseUrl.origin);
  website.pathname = baseUrl.pathname.replace(/\/api\/v3\/?$/, '/');
  if (isHosted(baseUrl, dialect)) {
    website.host = website.host.replace(/^api\./, '');
  }
  return website;
}

/** Like the GitHub CLI, which uses these variables for the host that another variable names. */
function whyNotSelfManaged(baseUrl: URL, dialect: Dialect, env: Environment): string | undefined {
  const { hostVariable = '' } = dialect;
  const host = env[hostVariable]?.trim().toLowerCase() ?? '';
  if (isHosted(baseUrl, dialect)) {
    return 'only for your own server';
  }
  if (host === '') {
    return `for the host in ${hostVariable}, which is not set`;
  }
  return host === baseUrl.host || host === baseUrl.hostname
    ? undefined
    : `for ${host}, which ${hostVariable} names`;
}

/** The addresses that Satchel's own variables are for; empty if neither the environment nor the configuration says so. */
function homesOf({ accountsAt, env }: TokenDestination): readonly string[] {
  const addresses = [env['SATCHEL_BASE_URL'] ?? '', ...accountsAt];
  return [...new Set(addresses.filter((text) => URL.canParse(text)).map((text) => new URL(text).origin))];
}
