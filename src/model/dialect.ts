import { DIALECTS, type Dialect, type TokenKind } from './dialects.table.ts';

/**
 * The dialect of a base URL: `github` for GitHub's own hosts, data-residency hosts and the `/api/v3` prefix of
 * self-managed servers, otherwise `service`.
 */
export function dialectOf(baseUrl: URL): Dialect {
  const host = baseUrl.hostname.toLowerCase();
  const isGithub =
    host === 'api.github.com' ||
    host === 'github.com' ||
    host.endsWith('.ghe.com') ||
    /\/api\/v3\/?$/.test(baseUrl.pathname);
  return isGithub ? DIALECTS.github : DIALECTS.service;
}

/** The kind of a token by its prefix in any dialect. */
export function tokenKindOf(token: string): TokenKind {
  for (const dialect of Object.values(DIALECTS)) {
    for (const { prefix, kind } of dialect.tokenPrefixes) {
      if (token.startsWith(prefix)) {
        return kind;
      }
    }
  }
  return 'unknown';
}
