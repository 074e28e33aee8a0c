import { Failure } from '../base/index.ts';
import type { Client } from './create-client.ts';
import { parseLinkHeader } from './link-header.ts';
import { readUrl } from './read-url.ts';
import type { ApiCall, ApiResponse } from './send.ts';

/** More pages than this are a server that never ends. */
export const MAX_PAGES = 10_000;

/**
 * Gives the pages of a list, one request each, as the consumer asks for them. The next page is where the Link
 * header says, word for word, on the same origin; a page with few items ends nothing (facts: servers cut
 * `per_page` down without a word).
 */
export async function* listPages(
  client: Pick<Client, 'request'>,
  call: ApiCall,
  maxPages = MAX_PAGES,
): AsyncGenerator<ApiResponse, void, undefined> {
  const seen = new Set<string>();
  let current = call;
  for (let page = 1; page <= maxPages; page += 1) {
    const response = await client.request(current);
    yield response;
    const next = nextLink(response, call);
    if (next === undefined) {
      return;
    }
    if (seen.has(next.href)) {
      throw new Failure('not-the-service', `Cannot ${call.action}: its pages go round in a circle`);
    }
    seen.add(next.href);
    current = { ...call, url: next };
  }
  throw new Failure('not-the-service', `Cannot ${call.action}: the list has more than ${maxPages} pages`);
}

function nextLink(response: ApiResponse, call: ApiCall): URL | undefined {
  const links = parseLinkHeader(response.headers.get('link') ?? '');
  const link = links.find(({ relations }) => relations.includes('next'));
  if (link === undefined) {
    return undefined;
  }
  const target = readUrl(link.target, response.url);
  if (target === undefined) {
    throw new Failure('not-the-service', `Cannot ${call.action}: the link to the next page is no address`);
  }
  return target;
}
