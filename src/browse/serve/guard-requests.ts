import { isIP } from 'node:net';
import type { MiddlewareHandler } from 'hono';
import { type Clock, createSystemClock } from '../../base/clock.ts';
import { hostNameOf, isSameSecret, LOOPBACK_NAMES } from '../../base/request-checks.ts';
import { assetPolicy } from '../assets/assets.ts';
import { AttemptLimit } from './attempt-limit.ts';

export interface Guard {
  /** Allowed host names without ports; loopback addresses are always allowed. */
  readonly hosts?: readonly string[];
  /** Whether to allow any IP address as host: for a reader that listens on a network. */
  readonly takesAddresses?: boolean;
  /** The required password, if any. */
  readonly token?: string | undefined;
}

/** What the server knows of a request besides the request itself. */
export interface Sender {
  /** The address that it came from. */
  readonly address?: string | undefined;
}

/**
 * Rejects requests with foreign host names (a site may resolve its own name to this machine: DNS rebinding), requires
 * the token if one is set, and adds security headers to all responses.
 */
export function guardRequests(
  guard: Guard = {},
  clock: Pick<Clock, 'now'> = createSystemClock(),
): MiddlewareHandler<{ Bindings: Sender }> {
  const known = new Set([...LOOPBACK_NAMES, ...(guard.hosts ?? []).map((name) => name.toLowerCase())]);
  const limit = new AttemptLimit(clock);
  return async (context, next) => {
    const host = hostNameOf(context.req.header('host') ?? new URL(context.req.url).host);
    if (!known.has(host) && !(guard.takesAddresses === true && isIP(host.replace(/^\[|\]$/g, '')) !== 0)) {
      context.res = new Response(`This reader does not accept the host name "${host}"\n`, { status: 421 });
    } else if (isForeign(context.req.raw)) {
      context.res = new Response('This request came from another site: open the page from the reader\n', {
        status: 403,
      });
    } else {
      const refusal =
        guard.token === undefined
          ? undefined
          : refuse(context.req.header('authorization'), {
              token: guard.token,
              limit,
              address: context.env?.address ?? '',
            });
      if (refusal === undefined) {
        await next();
      } else {
        context.res = refusal;
      }
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
    "font-src 'self'",
    "frame-src 'self'", // Only the frame of diagrams lets itself be framed.
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

interface LogIn {
  readonly token: string;
  readonly limit: AttemptLimit;
  readonly address: string;
}

/** The answer to a request without the password. During a pause it is not even compared. */
function refuse(header: string | undefined, { token, limit, address }: LogIn): Response | undefined {
  const waitMs = header === undefined ? 0 : limit.waitMs(address);
  if (waitMs > 0) {
    const seconds = Math.ceil(waitMs / 1_000);
    return new Response(`There were too many wrong passwords: try again in ${seconds} seconds\n`, {
      status: 429,
      headers: { 'Retry-After': String(seconds) },
    });
  }
  const isRight = hasToken(header, token);
  if (header !== undefined) {
    limit.note(address, isRight);
  }
  return isRight
    ? undefined
    : new Response(
        'Log in with any user name and the password of this reader (the text in the file given to --password-file)\n',
        { status: 401, headers: { 'WWW-Authenticate': 'Basic realm="Satchel", charset="UTF-8"' } },
      );
}

/** Basic authentication (RFC 7617): browsers remember it without a cookie. */
function hasToken(header: string | undefined, token: string): boolean {
  const [, encoded = ''] = /^basic\s+(\S+)$/i.exec(header ?? '') ?? [];
  const password = Buffer.from(encoded, 'base64')
    .toString('utf8')
    .replace(/^[^:]*:/, '');
  return isSameSecret(password, token);
}
