import { Failure, invariant, isLoopbackHost, withoutEndSlashes } from '../base/index.ts';
import type { ApiCall } from './send.ts';

/** The address of a call below the base URL, whose own path (`/api/v3`) stays in front. */
export function requestUrl(baseUrl: URL, call: Pick<ApiCall, 'route' | 'parameters' | 'query'>): URL {
  const path = call.route.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = call.parameters?.[name];
    invariant(value !== undefined, `the route ${call.route} has a value for {${name}}`);
    return encodeSegment(String(value));
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

/** One path segment. The URL parser would resolve `.` and `..` even when escaped, so they never get there. */
function encodeSegment(value: string): string {
  invariant(value !== '' && value !== '.' && value !== '..', `"${value}" can be a segment of a path`);
  return encodeURIComponent(value);
}

/**
 * Gives the base URL without query and fragment, or fails where no token should go: other protocols, a password
 * in the address, and plain http to another machine.
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
 * Reads an address that the service gave, relative to the one that gave it; undefined where it is none.
 * The platform's own error would carry the text along, and with it the secret of a signed address.
 */
export function readUrl(text: string | undefined, base: URL): URL | undefined {
  return text !== undefined && text.trim() !== '' && URL.canParse(text, base.href)
    ? new URL(text, base)
    : undefined;
}
