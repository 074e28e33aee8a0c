import { compilePattern, decodeAll } from '../match-page.ts';
import { withQuery } from '../paths.ts';
import { locationOf, pathOfSegments, segmentsOf } from './location-of.ts';
import { OLD_ADDRESSES } from './old-addresses.table.ts';

/** An address at the service, without its host. */
export interface ReadAddress {
  readonly segments: readonly string[];
  /** With the question mark; empty if there is none. */
  readonly search: string;
  /** With the number sign; empty if there is none. */
  readonly hash: string;
}

/** The host from which the service serves raw files. */
const RAW_HOSTS: Readonly<Record<string, string>> = { 'github.com': 'raw.githubusercontent.com' };

/**
 * Parses pasted text as an address of one of these origins. Undefined for anything else: plain words, hosts that only
 * start like a known one, and addresses with a user name, which browsers hide.
 */
export function readAddress(text: string, origins: readonly string[]): ReadAddress | undefined {
  const hosts = origins.map((origin) => new URL(origin).host);
  const bare = text.toLowerCase().replace(/^www\./, '');
  const isBare = hosts.some((host) => bare.startsWith(`${host}/`));
  const address = isBare ? `https://${text}` : text;
  if (!/^https?:/i.test(address) || !URL.canParse(address)) {
    return undefined;
  }
  const { username, password, host, pathname, search, hash } = new URL(address);
  if (username !== '' || password !== '') {
    return undefined;
  }
  const segments = segmentsOf(pathname);
  for (const known of hosts) {
    if (host === known || host === `www.${known}`) {
      return { segments, search, hash };
    }
    if (host === `api.${known}` && segments[0] === 'repos') {
      return { segments: segments.slice(1), search, hash };
    }
    if (host === RAW_HOSTS[known]) {
      const [owner = '', repo = '', ...rest] = segments;
      const ref = rest[0] === 'refs' ? rest.slice(2) : rest;
      return { segments: [owner, repo, 'raw', ...ref], search: '', hash };
    }
  }
  return undefined;
}

/** Creates a function that finds the page of an old address; it returns undefined for other paths. */
export function createOldAddressLookup(): (path: string, query: URLSearchParams) => string | undefined {
  const rows = OLD_ADDRESSES.map(({ path, lead }) => ({ pattern: compilePattern(path), lead }));
  return (path, query) => {
    for (const { pattern, lead } of rows) {
      const found = pattern.exec(path);
      if (found !== null) {
        const { segments, query: asked = {} } = lead(decodeAll(found.groups ?? {}), query);
        return withQuery(pathOfSegments(segments.filter((part) => part !== undefined)), asked);
      }
    }
    return undefined;
  };
}

/** The page of a pasted address. */
export function pageOfAddress({ segments, search, hash }: ReadAddress): string {
  const isSource = segments[2] === 'blob' && /\.(?:md|markdown)$/i.test(segments.at(-1) ?? '');
  // Line numbers refer to the source; a rendered file has none.
  const plain =
    isSource && /^#L\d/.test(hash) && !search.includes('plain=')
      ? `${search === '' ? '?' : `${search}&`}plain=1`
      : search;
  return locationOf(`${pathOfSegments(segments)}${plain}${hash}`);
}
