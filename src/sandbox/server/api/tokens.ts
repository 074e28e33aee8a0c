import { createSeededRandom, invariant, type Random } from '../../../base/index.ts';
import type { Dialect } from '../../../model/index.ts';
import type { Caller, IssuedTokenKind, PermissionGrants, TokenGrant } from './caller.ts';

/** The scopes of the classic and OAuth tokens that a sandbox issues. */
export const FULL_SCOPES = ['admin:org', 'notifications', 'repo', 'security_events', 'user'] as const;

/** The permissions of its fine-grained and app tokens: all that its endpoints ask for. */
export const FULL_PERMISSIONS: PermissionGrants = {
  metadata: 'read',
  contents: 'write',
  vulnerability_alerts: 'write',
  organization_administration: 'write',
  organization_events: 'read',
  events: 'read',
};

/** The permissions of the built-in workflow token: those of the repository whose workflow runs. */
const WORKFLOW_PERMISSIONS: PermissionGrants = { metadata: 'read', contents: 'write' };

/** One token of each kind, all of the world's account. */
export type SandboxTokens = Readonly<Record<IssuedTokenKind, string>>;

/** The credentials of the one OAuth app that the sandbox knows. */
interface OAuthApp {
  readonly clientId: string;
  readonly clientSecret: string;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Length of what follows the prefix. Fine-grained tokens have two parts, joined by an underscore. */
const SECRET_LENGTH = 36;
const FINE_GRAINED_LENGTHS = [22, 59] as const;

/** Marks workflow tokens, as distinct from installation tokens, where the dialect has one prefix for both. */
const WORKFLOW_MARK = 'WORKFLOW';

/** Makes the tokens of a sandbox: the same for the same seed, with the prefixes and lengths of the dialect. */
export function issueTokens(dialect: Dialect, seed: string): SandboxTokens {
  const random = createSeededRandom(`${seed}/${dialect.name}/tokens`);
  const issue = (kind: IssuedTokenKind, secret = letters(random, SECRET_LENGTH)) =>
    `${prefixOf(dialect, kind)}${secret}`;
  return {
    classic: issue('classic'),
    fine_grained: issue(
      'fine_grained',
      FINE_GRAINED_LENGTHS.map((length) => letters(random, length)).join('_'),
    ),
    app_user: issue('app_user'),
    app_installation: issue('app_installation'),
    oauth: issue('oauth'),
    workflow: issue('workflow', `${WORKFLOW_MARK}${letters(random, SECRET_LENGTH - WORKFLOW_MARK.length)}`),
  };
}

/** What the issued tokens may do: everything that their kind can be given. */
export function grantsOf(tokens: SandboxTokens, login: string): readonly TokenGrant[] {
  const rows = Object.entries(tokens) as [IssuedTokenKind, string][]; // The record's type has exactly these keys.
  return rows.map(([kind, token]) => ({
    token,
    kind,
    login,
    scopes: FULL_SCOPES,
    permissions: kind === 'workflow' ? WORKFLOW_PERMISSIONS : FULL_PERMISSIONS,
  }));
}

/** Makes the credentials of the OAuth app: the same for the same seed. */
export function issueOAuthApp(dialect: Dialect, seed: string): OAuthApp {
  const random = createSeededRandom(`${seed}/${dialect.name}/oauth app`);
  return { clientId: `Iv1.${random.hex(16)}`, clientSecret: random.hex(40) };
}

function prefixOf(dialect: Dialect, kind: IssuedTokenKind): string {
  const own = dialect.tokenPrefixes.find((row) => row.kind === kind);
  // A workflow's token is an installation token of the workflow app; not every dialect distinguishes them.
  const row = own ?? dialect.tokenPrefixes.find((other) => other.kind === 'app_installation');
  invariant(row !== undefined, `the dialect "${dialect.name}" has a prefix for ${kind} tokens`);
  return row.prefix;
}

function letters(random: Random, length: number): string {
  return Array.from({ length }, () => LETTERS[random.integer(0, LETTERS.length - 1)]).join('');
}

interface Credentials {
  /** The Authorization header as it came, or null without one. */
  readonly authorization: string | null;
  readonly address: string;
}

/** Whom the service knows. */
export interface KnownCallers {
  /** By token. */
  readonly grants: ReadonlyMap<string, TokenGrant>;
  readonly oauthApp: OAuthApp;
}

/**
 * Finds who calls. `undefined` means wrong credentials.
 * Besides `Bearer`, and Basic with id and secret of an OAuth app (specification 5, rule 1), it takes what existing
 * clients send: `token X`, and Basic with the token as name or password.
 */
export function authenticate(credentials: Credentials, known: KnownCallers): Caller | undefined {
  if (credentials.authorization === null) {
    return { type: 'anonymous', address: credentials.address };
  }
  const [, scheme = '', value = ''] = /^(\w+) +(\S+)$/.exec(credentials.authorization) ?? [];
  switch (scheme.toLowerCase()) {
    case 'bearer':
    case 'token':
      return callerOf([value], known);
    case 'basic':
      return basicCaller(Buffer.from(value, 'base64').toString(), known);
    default:
      return undefined;
  }
}

function basicCaller(pair: string, known: KnownCallers): Caller | undefined {
  const { clientId, clientSecret } = known.oauthApp;
  return pair === `${clientId}:${clientSecret}`
    ? { type: 'oauth_app', clientId }
    : callerOf(pair.split(':'), known);
}

function callerOf(tokens: readonly string[], { grants }: KnownCallers): Caller | undefined {
  for (const token of tokens) {
    const grant = grants.get(token);
    if (grant !== undefined) {
      return { type: 'token', ...grant };
    }
  }
  return undefined;
}
