import { DIALECTS } from '../model/index.ts';

/** What stands in the place of a secret. */
export const REDACTED = '[redacted]';

/** A shorter text is no secret, and would be found in half of all words. */
export const MIN_SECRET_LENGTH = 8;

/** The address without user name, password, query and fragment: signed links carry their secret in the query. */
export function redactUrl(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

/**
 * Takes out of a text all that could be a secret: tokens by prefix, Authorization values, URL queries and
 * passwords, clone tokens, and the exact `secrets` given (an old token has no prefix to know it by).
 */
export function redactSecrets(text: string, secrets: readonly string[] = []): string {
  let safe = text;
  for (const secret of secrets) {
    safe = secret.length < MIN_SECRET_LENGTH ? safe : safe.replaceAll(secret, REDACTED);
  }
  return safe
    .replaceAll(tokenPattern(), REDACTED)
    .replaceAll(/\b(bearer|basic|token)\s+[\w+/~.=-]{8,}/gi, `$1 ${REDACTED}`)
    .replaceAll(/\b(https?:\/\/)[^\s/?#"'<>]*@/gi, '$1')
    .replaceAll(/\b(https?:\/\/[^\s?#"'<>]+)[?#][^\s"'<>]*/gi, '$1')
    .replaceAll(/("temp_clone_token"\s*:\s*)"[^"]*"/g, `$1"${REDACTED}"`);
}

function tokenPattern(): RegExp {
  const prefixes = Object.values(DIALECTS).flatMap((dialect) =>
    dialect.tokenPrefixes.map((row) => row.prefix),
  );
  return new RegExp(`\\b(?:${prefixes.join('|')}|ghr_)[A-Za-z0-9_]+`, 'g');
}
