import type { Caller, IssuedTokenKind } from './caller.ts';
import type { SandboxTokens } from './tokens.ts';

interface Credentials {
  /** The Authorization header as it came, or null without one. */
  readonly authorization: string | null;
  readonly address: string;
}

/**
 * Tells who calls. `undefined` means that credentials came and are wrong.
 * Besides `Bearer` (specification 5, rule 1) it takes what existing clients send: `token X`, and HTTP Basic
 * with the token as name or password.
 */
export function authenticate(credentials: Credentials, tokens: SandboxTokens): Caller | undefined {
  if (credentials.authorization === null) {
    return { type: 'anonymous', address: credentials.address };
  }
  for (const token of tokensIn(credentials.authorization)) {
    const kind = kindOf(token, tokens);
    if (kind !== undefined) {
      return { type: 'token', kind, token };
    }
  }
  return undefined;
}

function tokensIn(authorization: string): readonly string[] {
  const [, scheme = '', value = ''] = /^(\w+) +(\S+)$/.exec(authorization) ?? [];
  switch (scheme.toLowerCase()) {
    case 'bearer':
    case 'token':
      return [value];
    case 'basic':
      return Buffer.from(value, 'base64').toString().split(':');
    default:
      return [];
  }
}

function kindOf(token: string, tokens: SandboxTokens): IssuedTokenKind | undefined {
  for (const kind of ISSUED_KINDS) {
    if (tokens[kind] === token) {
      return kind;
    }
  }
  return undefined;
}

const ISSUED_KINDS: readonly IssuedTokenKind[] = [
  'classic',
  'fine_grained',
  'app_user',
  'app_installation',
  'oauth',
  'workflow',
];
