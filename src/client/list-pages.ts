import { Failure, isJsonObject } from '../base/index.ts';
import type { Client } from './create-client.ts';
import { parseLinkHeader } from './link-header.ts';
import { readUrl } from './request-url.ts';
import type { ApiCall, ApiResponse } from './send.ts';

/** More pages than this are a server that never ends. */
export const MAX_PAGES = 10_000;

/** The service may filter a page to nothing; a server that gives this many in a row never ends either. */
const MAX_EMPTY_PAGES = 100;

/** How a list is read. */
export interface PageOptions {
  readonly maxPages?: number;
  /**
   * For lists that say in their envelope whether more follows (`has_next_page` of budgets, specification 2.3) and send
   * no Link header: the name of that member. Their pages are counted with `page`.
   */
  readonly envelopeMember?: string;
}

/**
 * Gives the pages of a list, one request each, as the consumer asks for them. The next page, by number or by cursor, is
 * where the Link header says, word for word, on the same origin; a page with few items ends nothing (facts: servers
 * cut `per_page` down without a word).
 */
export async function* listPages(
  client: Pick<Client, 'request'>,
  call: ApiCall,
  { maxPages = MAX_PAGES, envelopeMember }: PageOptions = {},
): AsyncGenerator<ApiResponse, void, undefined> {
  const seen = new Set<string>();
  let current = call;
  let lastText = '';
  let emptyPages = 0;
  for (let page = 1; page <= maxPages; page += 1) {
    const response = await client.request(current);
    if (page > 1 && isRepeated(response, lastText)) {
      throw new Failure('not-the-service', `Cannot ${call.action}: page ${page} repeats the page before it`);
    }
    emptyPages = isEmpty(response) ? emptyPages + 1 : 0;
    if (emptyPages > MAX_EMPTY_PAGES) {
      throw new Failure(
        'not-the-service',
        `Cannot ${call.action}: more than ${MAX_EMPTY_PAGES} pages in a row are empty`,
      );
    }
    yield response;
    lastText = response.text;
    const next = nextLink(response, call);
    if (next !== undefined && seen.has(next.href)) {
      throw new Failure('not-the-service', `Cannot ${call.action}: its pages form a loop`);
    }
    const following =
      next === undefined ? nextNumber(response, current, envelopeMember) : { ...call, url: next };
    if (following === undefined) {
      return;
    }
    if (next !== undefined) {
      seen.add(next.href);
    }
    current = following;
  }
  throw new Failure('not-the-service', `Cannot ${call.action}: the list has more than ${maxPages} pages`);
}

/** A server that does not understand how it is asked for the next page gives the first one for ever. */
function isRepeated(response: ApiResponse, lastText: string): boolean {
  return response.text !== '' && !isEmpty(response) && response.text === lastText;
}

function isEmpty({ body }: ApiResponse): boolean {
  return Array.isArray(body) && body.length === 0;
}

function nextLink(response: ApiResponse, call: ApiCall): URL | undefined {
  const links = parseLinkHeader(response.headers.get('link') ?? '');
  const link = links.find(({ relations }) => relations.includes('next'));
  if (link === undefined) {
    return undefined;
  }
  const target = readUrl(link.target, response.url);
  if (target === undefined) {
    throw new Failure(
      'not-the-service',
      `Cannot ${call.action}: the link to the next page is not a valid address`,
    );
  }
  return target;
}

/** The call for the page after this one, where the envelope says that there is one. */
function nextNumber(
  response: ApiResponse,
  current: ApiCall,
  envelopeMember: string | undefined,
): ApiCall | undefined {
  const { body } = response;
  if (envelopeMember === undefined || !isJsonObject(body) || body[envelopeMember] !== true) {
    return undefined;
  }
  const page = Number(current.query?.['page'] ?? 1);
  return { ...current, query: { ...current.query, page: page + 1 } };
}

/** The number of the last page of a list, as an answer's Link header tells it; undefined where there is one page. */
export function lastPageOf({ headers, url }: Pick<ApiResponse, 'headers' | 'url'>): number | undefined {
  const last = parseLinkHeader(headers.get('link') ?? '').find(({ relations }) => relations.includes('last'));
  const target = last === undefined ? undefined : readUrl(last.target, url);
  const page = Number(target?.searchParams.get('page') ?? Number.NaN);
  return Number.isSafeInteger(page) && page > 0 ? page : undefined;
}
