import { parseLinkHeader } from './link-header.ts';
import { readUrl } from './read-url.ts';
import type { ApiResponse } from './send.ts';

/** The number of the last page of a list, as an answer's Link header tells it; undefined where there is one page. */
export function lastPageOf({ headers, url }: Pick<ApiResponse, 'headers' | 'url'>): number | undefined {
  const last = parseLinkHeader(headers.get('link') ?? '').find(({ relations }) => relations.includes('last'));
  const target = last === undefined ? undefined : readUrl(last.target, url);
  const page = Number(target?.searchParams.get('page') ?? Number.NaN);
  return Number.isSafeInteger(page) && page > 0 ? page : undefined;
}
