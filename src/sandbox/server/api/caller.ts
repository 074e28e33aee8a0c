import type { TokenKind } from '../../../model/index.ts';

/** Who sends a request: nobody known, an OAuth app by its own id and secret, or the holder of a token. */
export type Caller =
  | { readonly type: 'anonymous'; readonly address: string }
  | { readonly type: 'oauth_app'; readonly clientId: string }
  | ({ readonly type: 'token' } & TokenGrant);

/** What a token may do, and for whom it acts. */
export interface TokenGrant {
  readonly token: string;
  readonly kind: IssuedTokenKind;
  /** The account that it acts for; an installation acts for itself and only borrows the name. */
  readonly login: string;
  /** Scopes; only classic and OAuth tokens have any (specification 5, rule 4). */
  readonly scopes: readonly string[];
  /** Permissions of fine-grained and app tokens. */
  readonly permissions: PermissionGrants;
}

/** The kinds of token that the sandbox hands out. */
export type IssuedTokenKind = Exclude<TokenKind, 'unknown'>;

/** How a log names the caller. */
export function kindOfCaller(caller: Caller): IssuedTokenKind | 'anonymous' | 'oauth_app' {
  return caller.type === 'token' ? caller.kind : caller.type;
}

/** The scopes that a token carries, or undefined for one that is not made for scopes. */
export function scopesOf(caller: Caller): readonly string[] | undefined {
  return caller.type === 'token' && SCOPED_KINDS.has(caller.kind) ? caller.scopes : undefined;
}

/** True for a token that has one of the scopes, or a wider one that includes it. */
export function hasScope(grant: TokenGrant, accepted: readonly string[]): boolean {
  const held = grant.scopes.flatMap((scope) => [scope, ...(INCLUDED_SCOPES[scope] ?? [])]);
  return accepted.some((scope) => held.includes(scope));
}

const SCOPED_KINDS: ReadonlySet<TokenKind> = new Set(['classic', 'oauth']);

/** What wider scopes include, as the real service has it ("Scopes for OAuth apps"). */
const INCLUDED_SCOPES: Readonly<Record<string, readonly string[]>> = {
  repo: ['public_repo', 'security_events'],
  'admin:org': ['read:org', 'write:org'],
};

/** Permissions by name, as the header of accepted permissions spells them. */
export type PermissionGrants = Readonly<Record<string, 'read' | 'write'>>;

/** Stands in the header where no permission is needed. */
export const NO_PERMISSION_NEEDED = 'allows_permissionless_access=true';

/**
 * True when the grants are what an endpoint accepts: in its header's grammar commas join what is needed together
 * and semicolons part alternatives. An empty text accepts nothing.
 */
export function acceptsPermissions(accepted: string, granted: PermissionGrants): boolean {
  return accepted.split(';').some((alternative) => {
    const wanted = alternative.split(',').map((item) => item.trim());
    return wanted.every((item) => item === NO_PERMISSION_NEEDED || isGranted(item, granted));
  });
}

/** A right to write includes the right to read. */
function isGranted(item: string, granted: PermissionGrants): boolean {
  const [name = '', access] = item.split('=');
  const held = granted[name];
  return held !== undefined && (held === access || held === 'write');
}
