import type { Environment } from '../../base/index.ts';
import type { Dialect, TokenVariable } from '../../model/index.ts';

/** Satchel's own variable; the dialect's come after it. */
export const TOKEN_VARIABLE = 'SATCHEL_TOKEN';

/** Where a token would go, and where Satchel's own variables belong. */
export interface TokenDestination {
  readonly baseUrl: URL;
  readonly dialect: Dialect;
  /** Addresses of the accounts of the configuration that take their token from Satchel's own variables. */
  readonly accountsAt: readonly string[];
  readonly env: Environment;
}

/** A token that was found in a variable, or why each variable that is set was passed over. */
export interface VariableToken {
  readonly token: string | undefined;
  readonly passedOver: readonly string[];
}

/** The first variable that holds a token for this address; one that belongs to another address never goes there. */
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

/** Why a variable's token is not sent to this address; undefined where it is. */
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

/** True for the hosts that the makers of the dialect run. */
export function isHosted({ hostname }: URL, { hostedDomains }: Dialect): boolean {
  const host = hostname.toLowerCase();
  return hostedDomains.some((domain) => (domain.startsWith('.') ? host.endsWith(domain) : host === domain));
}

/** As the GitHub CLI has it, which reads these for the host that is meant, and takes the host from a variable. */
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

/** Where Satchel's own variables belong; nowhere in particular where neither the environment nor a file says it. */
function homesOf({ accountsAt, env }: TokenDestination): readonly string[] {
  const addresses = [env['SATCHEL_BASE_URL'] ?? '', ...accountsAt];
  return [...new Set(addresses.filter((text) => URL.canParse(text)).map((text) => new URL(text).origin))];
}
