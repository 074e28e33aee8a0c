import { isJsonObject } from '../base/json.ts';
import { Failure } from '../model/failure.ts';
import type { Client } from './create-client.ts';
import { readUrl } from './request-url.ts';
import { parseLinkHeader } from './requests/link-header.ts';
import type { ApiCall, ApiResponse } from './send.ts';

/** Protects against servers whose lists never end. */
export const MAX_PAGES = 10_000;

/** The service may filter out all items of a page, but not of so long a sequence. */
const MAX_EMPTY_PAGES = 100;

export interface PageOptions {
  readonly maxPages?: number;
  /**
   * For lists without a Link header: the member of the envelope that says whether more pages follow (`has_next_page` of
   * budgets, specification 2.3). Their pages are requested with `page`.
   */
  readonly envelopeMember?: string;
  /** `prev` walks towards the beginning of the list; default: `next`. */
  readonly relation?: 'next' | 'prev';
}

/**
 * Yields the pages of a list, one request each, at the consumer's pace. The Link header alone determines the next page,
 * by number or cursor, on the same origin. A short page does not mean the end: servers silently reduce `per_page`.
 */
export async function* listPages(
  client: Pick<Client, 'request'>,
  call: ApiCall,
  { maxPages = MAX_PAGES, envelopeMember, relation = 'next' }: PageOptions = {},
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
    const next = linkTo(relation, response, call);
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
  throw new Failure('list-too-long', `Cannot ${call.action}: the list has more than ${maxPages} pages`);
}

/** A server that ignores the parameters of the next page returns the first one forever. */
function isRepeated(response: ApiResponse, lastText: string): boolean {
  return response.text !== '' && !isEmpty(response) && response.text === lastText;
}

function isEmpty({ body }: ApiResponse): boolean {
  return Array.isArray(body) && body.length === 0;
}

function linkTo(relation: string, response: ApiResponse, call: ApiCall): URL | undefined {
  const links = parseLinkHeader(response.headers.get('link') ?? '');
  const link = links.find(({ relations }) => relations.includes(relation));
  if (link === undefined) {
    return undefined;
  }
  const target = readUrl(link.target, response.url);
  if (target === undefined) {
    throw new Failure(
      'not-the-service',
      `Cannot ${call.action}: the link to the ${relation === 'next' ? 'next' : 'previous'} page is not a valid address`,
    );
  }
  return target;
}

/** The call for the next page, if the envelope says that there is one. */
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

/**
 * The number of pages of a list, by the Link header of its first one; undefined if the header does not say it. Lists with
 * cursors have a next page, but no last one: at the real service, those of issues since 2025 (google/go-github#3564).
 */
export function pageCountOf({ headers, url }: Pick<ApiResponse, 'headers' | 'url'>): number | undefined {
  const links = parseLinkHeader(headers.get('link') ?? '');
  if (!links.some(({ relations }) => relations.includes('next') || relations.includes('last'))) {
    return 1;
  }
  const last = links.find(({ relations }) => relations.includes('last'));
  const target = last === undefined ? undefined : readUrl(last.target, url);
  const page = Number(target?.searchParams.get('page') ?? Number.NaN);
  return Number.isSafeInteger(page) && page > 0 ? page : undefined;
}
