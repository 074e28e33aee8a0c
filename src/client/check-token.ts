import { type Dialect, TOKEN_KINDS_REFUSED_BY_MIGRATIONS, type TokenKind } from '../model/dialects.table.ts';
import { Failure } from '../model/failure.ts';
import { accessOf } from '../model/permissions.ts';
import type { Decorator } from './send.ts';

export const KIND_TITLES: Readonly<Record<TokenKind, string>> = {
  classic: 'a classic personal access token',
  fine_grained: 'a fine-grained personal access token',
  oauth: 'an OAuth access token',
  app_user: 'an app user access token',
  app_installation: 'an app installation access token',
  workflow: 'the built-in token of a workflow',
  unknown: 'a token of unknown kind',
};

/** Rejects, before the first request, a kind of token that migrations do not accept (specification 4.5 and 5, rule 3). */
export function checkKindForMigrations(kind: TokenKind | undefined, dialect: Dialect): void {
  if (kind !== undefined && TOKEN_KINDS_REFUSED_BY_MIGRATIONS.includes(kind)) {
    throw new Failure(
      'token-kind',
      `Cannot use this token for migrations of ${dialect.title}: it is ${KIND_TITLES[kind]}`,
      {
        hint: 'Create a classic personal access token with the repo scope (for organizations, also admin:org)',
        details: { kind },
      },
    );
  }
}

/** Rejects a text that is not valid as a token in a header (RFC 6750, 2.1): empty, with spaces, of several lines. */
export function checkTokenText(token: string): void {
  if (token.trim() === '') {
    throw new Failure('usage', 'Cannot use the token: it is empty');
  }
  if (/^-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(token.trim())) {
    throw new Failure('token-kind', 'Cannot use the token: it is a private key, such as that of an app', {
      hint: 'Migrations do not accept apps: use a classic personal access token. For budgets and alerts, pass the key as "app"',
      commandHint:
        'Migrations do not accept apps: use a classic personal access token. For budgets and alerts, pass the key with --app-id and --app-key-file',
    });
  }
  if (!/^[\w.~+/-]+=*$/.test(token)) {
    const found = /[\r\n]/.test(token.trim())
      ? 'it has more than one line'
      : 'it contains spaces or other unexpected characters';
    throw new Failure('usage', `Cannot use the token: ${found}`, {
      hint: 'Give only the token, without "Bearer" or quotes',
    });
  }
}

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
