import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { MiddlewareHandler } from 'hono';
import { assetPolicy } from '../assets/assets.ts';

export interface Guard {
  /** Allowed host names without ports; loopback addresses are always allowed. */
  readonly hosts?: readonly string[];
  /** Whether to allow any IP address as host: for a reader that listens on a network. */
  readonly takesAddresses?: boolean;
  /** The required password, if any. */
  readonly token?: string | undefined;
}

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Rejects requests with foreign host names (a site may resolve its own name to this machine: DNS rebinding), requires
 * the token if one is set, and adds security headers to all responses.
 */
export function guardRequests(guard: Guard = {}): MiddlewareHandler {
  const known = new Set([...LOOPBACK_NAMES, ...(guard.hosts ?? []).map((name) => name.toLowerCase())]);
  return async (context, next) => {
    const host = hostOf(context.req.header('host') ?? new URL(context.req.url).host);
    if (!known.has(host) && !(guard.takesAddresses === true && isIP(host.replace(/^\[|\]$/g, '')) !== 0)) {
      context.res = new Response(`This reader does not accept the host name "${host}"\n`, { status: 421 });
    } else if (isForeign(context.req.raw)) {
      context.res = new Response('This request came from another site: open the page from the reader\n', {
        status: 403,
      });
    } else if (guard.token !== undefined && !hasToken(context.req.header('authorization'), guard.token)) {
      context.res = new Response(
        'Log in with any user name and the password of this reader (the text in the file given to --password-file)\n',
        {
          status: 401,
          headers: { 'WWW-Authenticate': 'Basic realm="Satchel", charset="UTF-8"' },
        },
      );
    } else {
      await next();
    }
    addSafetyHeaders(context.res.headers);
  };
}

/**
 * The content security policy: only our own resources and script are loaded, and the reader cannot be framed. Images of
 * notebooks are part of their pages.
 */
export function pagePolicy(): string {
  return [
    "default-src 'none'",
    `script-src ${assetPolicy().scripts}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "media-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * Whether a page of another site sent the request (w3.org/TR/fetch-metadata). Other sites may link to pages, but cannot
 * start queries or embed parts of the reader.
 */
function isForeign({ headers, url }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  const { pathname, search } = new URL(url);
  const isQuery = pathname.startsWith('/-/') && search !== '';
  return (
    (site === 'cross-site' || site === 'same-site') &&
    (headers.get('sec-fetch-mode') !== 'navigate' || isQuery)
  );
}

function addSafetyHeaders(headers: Headers): void {
  const standard: Readonly<Record<string, string>> = {
    'Content-Security-Policy': pagePolicy(),
    'Cache-Control': 'private, no-cache',
  };
  for (const [name, value] of Object.entries(standard)) {
    if (!headers.has(name)) {
      headers.set(name, value);
    }
  }
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Referrer-Policy', 'no-referrer');
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
}

function hostOf(header: string): string {
  return header.toLowerCase().replace(/:\d+$/, '');
}

/** Basic authentication (RFC 7617): browsers remember it without a cookie. */
function hasToken(header: string | undefined, token: string): boolean {
  const [, encoded = ''] = /^basic\s+(\S+)$/i.exec(header ?? '') ?? [];
  const password = Buffer.from(encoded, 'base64')
    .toString('utf8')
    .replace(/^[^:]*:/, '');
  return timingSafeEqual(digest(password), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
