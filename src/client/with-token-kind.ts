import { accessOf, type Dialect, Failure, type TokenKind } from '../model/index.ts';
import { KIND_TITLES } from './check-token.ts';
import type { Decorator } from './send.ts';

/**
 * Rejects calls that do not accept this kind of token before anything is sent: some endpoints only accept classic tokens
 * (specification 5, rule 3). Tokens of unknown kind are tried.
 */
export function withTokenKind(kind: TokenKind = 'unknown', dialect: Dialect): Decorator {
  return (next) => async (request) => {
    const access = kind === 'unknown' ? undefined : accessOf(request.method, request.route);
    const isClosed = access?.tokens.includes('classic') === true && !access.tokens.includes(kind);
    if (access === undefined || !isClosed) {
      return await next(request);
    }
    throw new Failure(
      'token-kind',
      `Cannot ${request.action}: ${dialect.title} requires ${KIND_TITLES.classic} for this, and this is ${KIND_TITLES[kind]}`,
      {
        hint: `Create a classic personal access token with the scope ${access.scopes.join(' or ')}`,
        details: { kind, accepted: access.tokens, scopes: access.scopes },
      },
    );
  };
}
