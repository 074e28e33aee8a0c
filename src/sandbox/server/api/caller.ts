import type { TokenKind } from '../../../model/index.ts';

/** Who sends a request: nobody known, at an address, or the holder of a token. */
export type Caller =
  | { readonly type: 'anonymous'; readonly address: string }
  | { readonly type: 'token'; readonly kind: IssuedTokenKind; readonly token: string };

/** The kinds of token that the sandbox hands out. */
export type IssuedTokenKind = Exclude<TokenKind, 'unknown'>;

/** The scopes that a token carries; only tokens made for classic scopes have any (specification 5, rule 4). */
export function scopesOf(caller: Caller): readonly string[] | undefined {
  const isScoped = caller.type === 'token' && (caller.kind === 'classic' || caller.kind === 'oauth');
  return isScoped ? ['admin:org', 'notifications', 'repo', 'security_events', 'user'] : undefined;
}
