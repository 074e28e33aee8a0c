import { Failure } from '../../base/index.ts';
import { parseSearch } from './parse-search.ts';
import { describeMistake } from './search-mistake.ts';
import type { SearchQuery } from './search-query.ts';

/** Understands a search made at `nowMs`, milliseconds since the epoch. Fails with `search-refused` where it is none. */
export function readSearch(text: string, nowMs: number): SearchQuery {
  const parsed = parseSearch(text, nowMs);
  if ('query' in parsed) {
    return parsed.query;
  }
  throw new Failure('search-refused', `Cannot search: ${describeMistake(parsed.mistake)}`, {
    details: { ...parsed.mistake },
  });
}
