import type { TokenKind } from '../../../model/dialects.table.ts';

/** The sender of a request: anonymous, an app that calls as itself, or the holder of a token. */
export type Caller =
  | { readonly type: 'anonymous'; readonly address: string }
  | { readonly type: 'app' | 'oauth_app'; readonly clientId: string }
  | ({ readonly type: 'token' } & TokenGrant);

/** A token of a sandbox, and what it may do. */
export interface TokenGrant {
  readonly token: string;
  readonly kind: IssuedTokenKind;
  /** The account of the token; an installation acts for itself. */
  readonly login: string;
  /** Only classic and OAuth tokens have scopes. */
  readonly scopes: readonly string[];
  /** Only fine-grained and app tokens have permissions. */
  readonly permissions: PermissionGrants;
  /** Default: after the sandbox ends. */
  readonly expiresAtMs?: number | undefined;
}

/** The kinds of token that a sandbox issues. */
export type IssuedTokenKind = Exclude<TokenKind, 'unknown'>;

/** The name of a caller in logs: the kind of its token, or what it is without one. */
export type CallerName = IssuedTokenKind | Exclude<Caller['type'], 'token'>;

export function kindOfCaller(caller: Caller): CallerName {
  return caller.type === 'token' ? caller.kind : caller.type;
}

/** The scopes of a token, or undefined for a kind without scopes. */
export function scopesOf(caller: Caller): readonly string[] | undefined {
  return caller.type === 'token' && SCOPED_KINDS.has(caller.kind) ? caller.scopes : undefined;
}

/** True for a token with at least one of the scopes, or a wider one that includes it. */
export function hasScope(grant: TokenGrant, accepted: readonly string[]): boolean {
  const held = grant.scopes.flatMap((scope) => [scope, ...(INCLUDED_SCOPES[scope] ?? [])]);
  return accepted.some((scope) => held.includes(scope));
}

const SCOPED_KINDS: ReadonlySet<TokenKind> = new Set(['classic', 'oauth']);

/** Scopes included in others ("Scopes for OAuth apps"). */
const INCLUDED_SCOPES: Readonly<Record<string, readonly string[]>> = {
  repo: ['public_repo', 'security_events'],
  'admin:org': ['read:org', 'write:org'],
};

/** By name, as in the header of accepted permissions. */
export type PermissionGrants = Readonly<Record<string, 'read' | 'write'>>;

/** The value of the header if no permission is required. */
export const NO_PERMISSION_NEEDED = 'allows_permissionless_access=true';

/**
 * True if the grants meet the requirements of an endpoint. In the syntax of the header, commas join required permissions,
 * and semicolons separate alternatives. An empty text accepts nothing.
 */
export function acceptsPermissions(accepted: string, granted: PermissionGrants): boolean {
  return accepted.split(';').some((alternative) => {
    const wanted = alternative.split(',').map((item) => item.trim());
    return wanted.every((item) => item === NO_PERMISSION_NEEDED || isGranted(item, granted));
  });
}

/** Write access includes read access. */
function isGranted(item: string, granted: PermissionGrants): boolean {
  const [name = '', access] = item.split('=');
  const held = granted[name];
  return held !== undefined && (held === access || held === 'write');
}
