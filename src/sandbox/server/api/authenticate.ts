import type { Caller, TokenGrant } from './caller.ts';
import type { OAuthApp } from './tokens.ts';

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
 * Tells who calls. `undefined` means that credentials came and are wrong.
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
