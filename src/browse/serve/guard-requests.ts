import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { MiddlewareHandler } from 'hono';
import { assetPolicy } from '../assets/assets.ts';

/** Who may ask. */
export interface Guard {
  /** Names that the reader goes by, without ports; addresses of this machine always pass. */
  readonly hosts?: readonly string[];
  /** Whether any IP address passes for a name: for a reader that listens beyond this machine. */
  readonly takesAddresses?: boolean;
  /** The password that is asked for, where one is. */
  readonly token?: string | undefined;
}

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Refuses requests under foreign names (a page elsewhere may lead its own name to this machine: DNS rebinding), asks for
 * the token where one is set, and puts the headers of safety on every answer.
 */
export function guardRequests(guard: Guard = {}): MiddlewareHandler {
  const known = new Set([...LOOPBACK_NAMES, ...(guard.hosts ?? []).map((name) => name.toLowerCase())]);
  return async (context, next) => {
    const host = hostOf(context.req.header('host') ?? new URL(context.req.url).host);
    if (!known.has(host) && !(guard.takesAddresses === true && isIP(host.replace(/^\[|\]$/g, '')) !== 0)) {
      context.res = new Response(`This reader does not go by the name "${host}"\n`, { status: 421 });
    } else if (isForeign(context.req.raw)) {
      context.res = new Response('Another site asked for this: open it from the reader\n', { status: 403 });
    } else if (guard.token !== undefined && !hasToken(context.req.header('authorization'), guard.token)) {
      context.res = new Response('Any name, and the token as the password\n', {
        status: 401,
        headers: { 'WWW-Authenticate': 'Basic realm="Satchel", charset="UTF-8"' },
      });
    } else {
      await next();
    }
    addSafetyHeaders(context.res.headers);
  };
}

/** Nothing comes from elsewhere, nothing runs but our own script, and nobody frames the reader. */
export function pagePolicy(): string {
  return [
    "default-src 'none'",
    `script-src ${assetPolicy().scripts}`,
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * Whether a page of another site asks (w3.org/TR/fetch-metadata). Its links may lead to pages, but it starts no
 * question, and nothing of a reader becomes a part of it.
 */
function isForeign({ headers, url }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  const { pathname, search } = new URL(url);
  const isQuestion = pathname.startsWith('/-/') && search !== '';
  return (
    (site === 'cross-site' || site === 'same-site') &&
    (headers.get('sec-fetch-mode') !== 'navigate' || isQuestion)
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

/** Basic authentication (RFC 7617): browsers keep it without a cookie. */
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
