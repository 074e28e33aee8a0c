import type { KeyObject } from 'node:crypto';
import type { Clock } from '../../../base/clock.ts';
import { invariant } from '../../../base/failure.ts';
import { createSeededRandom, type Random } from '../../../base/random.ts';
import type { Dialect } from '../../../model/dialects.table.ts';
import { pickCharacters } from '../../world/random-picks.ts';
import { APP_ID, jwtIn, jwtProblem } from '../login/app-jwt.ts';
import type { Caller, IssuedTokenKind, PermissionGrants, TokenGrant } from './caller.ts';

/** The scopes of the classic and OAuth tokens that a sandbox issues. */
export const FULL_SCOPES = ['admin:org', 'gist', 'notifications', 'repo', 'security_events', 'user'] as const;

/** The permissions of its fine-grained and app tokens: all that its endpoints require. */
export const FULL_PERMISSIONS: PermissionGrants = {
  metadata: 'read',
  contents: 'write',
  vulnerability_alerts: 'write',
  organization_administration: 'write',
  organization_events: 'read',
  events: 'read',
  starring: 'read',
};

const WORKFLOW_PERMISSIONS: PermissionGrants = { metadata: 'read', contents: 'write' };

/** One token of each kind for the world's account. */
export type SandboxTokens = Readonly<Record<IssuedTokenKind, string>>;

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Length after the prefix. Fine-grained tokens have two parts, joined by an underscore. */
const SECRET_LENGTH = 36;
const FINE_GRAINED_LENGTHS = [22, 59] as const;

/** Distinguishes workflow from installation tokens, as a dialect may have one prefix for both. */
const WORKFLOW_MARK = 'WORKFLOW';

/** The tokens of a sandbox, derived from the seed, with the prefixes of the dialect. */
export function issueTokens(dialect: Dialect, seed: string): SandboxTokens {
  const random = createSeededRandom(`${seed}/${dialect.name}/tokens`);
  const issue = (kind: IssuedTokenKind) => issueToken(dialect, kind, random);
  const letters = (length: number) => pickCharacters(LETTERS, length, random);
  return {
    classic: issue('classic'),
    fine_grained: `${prefixOf(dialect, 'fine_grained')}${FINE_GRAINED_LENGTHS.map(letters).join('_')}`,
    app_user: issue('app_user'),
    app_installation: issue('app_installation'),
    oauth: issue('oauth'),
    workflow: `${prefixOf(dialect, 'workflow')}${WORKFLOW_MARK}${letters(SECRET_LENGTH - WORKFLOW_MARK.length)}`,
  };
}

export function issueToken(dialect: Dialect, kind: IssuedTokenKind, random: Random): string {
  return `${prefixOf(dialect, kind)}${pickCharacters(LETTERS, SECRET_LENGTH, random)}`;
}

/** The rights of the issued tokens: all that their kind can have. */
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

/** The credentials of the sandbox's only OAuth app, derived from the seed. */
export function issueOAuthApp(dialect: Dialect, seed: string) {
  const random = createSeededRandom(`${seed}/${dialect.name}/oauth app`);
  return { clientId: `Iv1.${random.hex(16)}`, clientSecret: random.hex(40) };
}

function prefixOf(dialect: Dialect, kind: IssuedTokenKind): string {
  const own = dialect.tokenPrefixes.find((row) => row.kind === kind);
  // A workflow token is an installation token of the workflow app; some dialects do not distinguish them.
  const row = own ?? dialect.tokenPrefixes.find((other) => other.kind === 'app_installation');
  invariant(row !== undefined, `the dialect "${dialect.name}" has a prefix for ${kind} tokens`);
  return row.prefix;
}

/** The credentials that the service accepts. */
export interface KnownCallers {
  readonly grants: Map<string, TokenGrant>;
  readonly oauthApp: ReturnType<typeof issueOAuthApp>;
  /** The public key of the GitHub App, if there is one. */
  readonly appKey?: KeyObject | undefined;
  readonly clock: Clock;
}

/**
 * Identifies the caller by the Authorization header; returns undefined for wrong credentials. Besides `Bearer`, Basic with
 * id and secret of an OAuth app (specification 5, rule 1), and what a GitHub App has signed, it accepts the formats of
 * existing clients: `token X`, and Basic with the token as user name or password.
 */
export function authenticate(
  { authorization, address }: { readonly authorization: string | null; readonly address: string },
  known: KnownCallers,
): Caller | undefined {
  if (authorization === null) {
    return { type: 'anonymous', address };
  }
  const jwt = jwtIn(authorization);
  if (jwt !== undefined) {
    return jwtProblem(jwt, known) === undefined ? { type: 'app', clientId: String(APP_ID) } : undefined;
  }
  const [, scheme = '', value = ''] = /^(\w+) +(\S+)$/.exec(authorization) ?? [];
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

function callerOf(tokens: readonly string[], { grants, clock }: KnownCallers): Caller | undefined {
  const grant = tokens.map((token) => grants.get(token)).find((found) => found !== undefined);
  const { expiresAtMs = Number.POSITIVE_INFINITY } = grant ?? {};
  return grant !== undefined && clock.now() < expiresAtMs ? { type: 'token', ...grant } : undefined;
}
