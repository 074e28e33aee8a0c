import { isLoopbackHost } from '../base/listen-on.ts';
import { withoutEndSlashes } from '../base/text-ends.ts';
import { Failure } from '../model/failure.ts';
import { redactSecrets } from '../model/redact-secrets.ts';
import type { ApiCall } from './send.ts';

type Address = Pick<ApiCall, 'action' | 'route' | 'parameters' | 'query'>;

/**
 * The address of a call; the path of the base URL (`/api/v3`) is its prefix. Fails with `usage` if the route is more
 * than a path, or if a value cannot be a segment of one.
 */
export function requestUrl(baseUrl: URL, call: Address): URL {
  if (/[?#\s]|(?:^|\/)\.{1,2}(?:\/|$)/.test(call.route)) {
    throw new Failure('usage', `Cannot ${call.action}: "${call.route}" is not a route`, {
      hint: 'A route is a path without a query, such as "/repos/{owner}/{repo}/issues"; give the query apart from it',
    });
  }
  const path = call.route.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = call.parameters?.[name];
    if (value === undefined) {
      throw new Failure(
        'usage',
        `Cannot ${call.action}: the route "${call.route}" needs a value for "${name}"`,
      );
    }
    return encodeSegment(String(value), call.action);
  });
  const url = new URL(baseUrl);
  url.pathname = `${withoutEndSlashes(baseUrl.pathname)}${path}`;
  for (const [name, value] of Object.entries(call.query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined) {
        url.searchParams.append(name, String(item));
      }
    }
  }
  return url;
}

/** Escapes a path segment. The URL parser would resolve `.` and `..` even if they were escaped. */
function encodeSegment(value: string, action: string): string {
  if (/^\.{0,2}$/.test(value)) {
    throw new Failure('usage', `Cannot ${action}: "${value}" is not a name`);
  }
  return encodeURIComponent(value);
}

/**
 * Returns the base URL without query and fragment; fails if it is not safe to send a token to: other protocols, a
 * password in the address, or plain http to another machine.
 */
export function checkBaseUrl(baseUrl: URL, hasToken: boolean): URL {
  const problem = problemOf(baseUrl, hasToken);
  if (problem !== undefined) {
    const shown = baseUrl.host === '' ? baseUrl.protocol : `${baseUrl.protocol}//${baseUrl.host}`;
    throw new Failure('usage', `Cannot use the base URL "${shown}": ${problem}`);
  }
  const clean = new URL(baseUrl);
  clean.search = '';
  clean.hash = '';
  return clean;
}

function problemOf(baseUrl: URL, hasToken: boolean): string | undefined {
  if (baseUrl.protocol !== 'https:' && baseUrl.protocol !== 'http:') {
    return 'it must begin with https://';
  }
  if (baseUrl.username !== '' || baseUrl.password !== '') {
    return 'it contains a user name or password; give the token separately';
  }
  if (hasToken && baseUrl.protocol === 'http:' && !isLoopbackHost(baseUrl.hostname)) {
    return 'a token would cross the network unencrypted; use https://';
  }
  return undefined;
}

/**
 * Parses an address from a response of `base`; undefined if it is invalid. The error of `new URL` would contain the
 * text, and with it the secret of a signed address.
 */
export function readUrl(text: string | undefined, base: URL): URL | undefined {
  return text !== undefined && text.trim() !== '' && URL.canParse(text, base.href)
    ? new URL(text, base)
    : undefined;
}

/** All query values of an address, to be redacted from messages. */
export function queryValues(address: URL): readonly string[] {
  return [...address.searchParams.values()];
}

/** The address without user name, password, query and fragment: the query of signed links is secret. */
export function redactUrl(url: URL): string {
  const place = url.host === '' ? url.protocol : url.origin;
  return redactSecrets(`${place}${url.pathname}`);
}
