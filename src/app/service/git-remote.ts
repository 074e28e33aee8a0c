import { quoteText } from '../../base/terminal-text.ts';
import { basicAuthorization } from '../../client/credentials.ts';
import { type Proxies, proxyFor, SPOKEN_BY_GIT } from '../../client/network.ts';
import type { GitRemote } from '../../git/spawn-git.ts';
import type { Dialect } from '../../model/dialects.table.ts';
import { Failure } from '../../model/failure.ts';
import { websiteOf } from './token-variables.ts';

interface RemoteOptions extends Pick<GitRemote, 'caFile'> {
  readonly proxies: Proxies;
  readonly baseUrl: URL;
  readonly dialect: Dialect;
  readonly token: string;
}

/**
 * How git reaches a repository whose address the service has named. Fails with `location-refused` for an address that is
 * not the service's own: the token is sent to it.
 */
export function gitRemoteOf(
  address: string,
  options: RemoteOptions,
): GitRemote & { readonly authorization: string } {
  const { token, baseUrl, dialect, caFile, proxies } = options;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isOwn =
    url?.protocol === baseUrl.protocol &&
    url.username === '' &&
    url.password === '' &&
    gitHostsOf(baseUrl, dialect).includes(url.host);
  if (url === undefined || !isOwn) {
    throw new Failure('location-refused', `${quoteText(address)} is not an address of ${dialect.title}`);
  }
  return { url, authorization: basicAuthorization(token), caFile, proxies: gitProxiesOf(url, proxies) };
}

/**
 * The proxy that git uses for a URL of http or https. Only that one: libcurl reads lists of exceptions differently, and would send
 * requests to this machine through it.
 */
export function gitProxiesOf(url: URL, proxies: Proxies): GitRemote['proxies'] {
  const proxy = proxyFor(url, proxies, SPOKEN_BY_GIT)?.href;
  return proxy === undefined ? {} : { http: proxy, https: proxy };
}

/** Repositories and gists of `api.github.com` are at `github.com` and `gist.github.com`; other servers have one host. */
function gitHostsOf(baseUrl: URL, dialect: Dialect): readonly string[] {
  const { host } = websiteOf(baseUrl, dialect);
  return [host, `gist.${host}`];
}
