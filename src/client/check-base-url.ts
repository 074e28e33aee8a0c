import { Failure, isLoopbackHost } from '../base/index.ts';

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
