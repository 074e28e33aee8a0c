import type { JsonValue } from '../../../base/json.ts';
import type { JsonContext } from '../json/account-json.ts';
import { type Answer, json } from './answer.ts';
import type { ApiRequest } from './route.ts';

/** The request for a page; by default pages have 30 and at most 100 items. */
interface PageRequest {
  /** Includes the query. */
  readonly url: URL;
  readonly defaultPerPage?: number;
  readonly maxPerPage?: number;
}

interface PageOptions<Item> extends Omit<PageRequest, 'url'> {
  readonly write: (item: Item, context: JsonContext) => JsonValue;
  readonly headers?: Readonly<Record<string, string>>;
}

export function pageAnswer<Item>(
  list: readonly Item[],
  { url, context }: Pick<ApiRequest, 'context' | 'url'>,
  { write, headers, ...sizes }: PageOptions<Item>,
): Answer {
  const { items, link } = paginate(list, { url, ...sizes });
  return linkedAnswer(
    items.map((item) => write(item, context)),
    link,
    headers,
  );
}

export function linkedAnswer(
  items: readonly JsonValue[],
  link: string | undefined,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return json(items, link === undefined ? headers : { ...headers, link });
}

/**
 * The page that `page` (from 1) and `per_page` select, and its Link header, which is undefined for a single page. Invalid
 * numbers are ignored, and `per_page` is limited to the maximum, but the links repeat it unchanged.
 */
export function paginate<Item>(list: readonly Item[], request: PageRequest) {
  const perPage = readPerPage(request);
  const page = readCount(request.url.searchParams.get('page')) ?? 1;
  const lastPage = Math.max(1, Math.ceil(list.length / perPage));
  return {
    items: list.slice((page - 1) * perPage, page * perPage),
    page,
    lastPage,
    link: pageLinks(request.url, page, lastPage),
  };
}

/** The number of items per page, at most the maximum of the list. */
export function readPerPage({ url, defaultPerPage = 30, maxPerPage = 100 }: PageRequest): number {
  return Math.min(readCount(url.searchParams.get('per_page')) ?? defaultPerPage, maxPerPage);
}

function readCount(text: string | null): number | undefined {
  const value = /^\d+$/.test(text ?? '') ? Number(text) : 0;
  return value > 0 ? Math.min(value, 2 ** 31) : undefined;
}

/** Relations are in the order of the real service. */
function pageLinks(url: URL, page: number, lastPage: number): string | undefined {
  const hasPrevious = page > 1;
  const hasNext = page < lastPage;
  return linkHeader(url, {
    prev: hasPrevious ? ['page', String(Math.min(page - 1, lastPage))] : undefined,
    next: hasNext ? ['page', String(page + 1)] : undefined,
    last: hasNext ? ['page', String(lastPage)] : undefined,
    first: hasPrevious ? ['page', '1'] : undefined,
  });
}

/** A Link header with the parameter that each relation sets in the query; undefined without links. */
function linkHeader(
  url: URL,
  links: Readonly<Record<string, readonly [parameter: string, value: string] | undefined>>,
): string | undefined {
  const parts = Object.entries(links).flatMap(([relation, setting]) => {
    if (setting === undefined) {
      return [];
    }
    const target = new URL(url);
    target.searchParams.set(...setting);
    return [`<${target.href}>; rel="${relation}"`];
  });
  return parts.length === 0 ? undefined : parts.join(', ');
}

const MARK = 'cursor:v2:';

/** A list whose items have keys. */
interface CursorList<Item> {
  readonly items: readonly Item[];
  readonly keys: readonly string[];
  readonly places: ReadonlyMap<string, number>;
}

export function cursorList<Item>(items: readonly Item[], keyOf: (item: Item) => string): CursorList<Item> {
  const keys = items.map(keyOf);
  return { items, keys, places: new Map(keys.map((key, place) => [key, place])) };
}

/**
 * The page between the cursors `after` and `before` of the query (specification 4.0). A cursor is the key of the adjacent
 * item, so that pages neither repeat nor skip items when others are added or removed. Returns undefined for an unknown
 * cursor.
 */
export function cutCursorPage<Item>({ items: list, keys, places }: CursorList<Item>, request: PageRequest) {
  const query = request.url.searchParams;
  const after = placeOf(query.get('after'), places);
  const before = placeOf(query.get('before'), places);
  if (after === 'unknown' || before === 'unknown') {
    return undefined;
  }
  const perPage = readPerPage(request);
  const first = after === undefined ? 0 : after + 1;
  const end = before ?? list.length;
  // `before` alone selects the items nearest to the cursor.
  const isBackward = before !== undefined && after === undefined;
  const from = isBackward ? Math.max(0, end - perPage) : first;
  const to = Math.max(from, Math.min(end, from + perPage));
  return { items: list.slice(from, to), link: cursorLinks(request.url, keys, { from, to }) };
}

function placeOf(cursor: string | null, places: ReadonlyMap<string, number>): number | 'unknown' | undefined {
  if (cursor === null) {
    return undefined;
  }
  const text = Buffer.from(cursor, 'base64').toString();
  return (text.startsWith(MARK) ? places.get(text.slice(MARK.length)) : undefined) ?? 'unknown';
}

function cursorLinks(
  url: URL,
  keys: readonly string[],
  { from, to }: { readonly from: number; readonly to: number },
): string | undefined {
  const bare = new URL(url);
  bare.searchParams.delete('after');
  bare.searchParams.delete('before');
  const encode = (key: string | undefined) => Buffer.from(`${MARK}${key}`).toString('base64');
  return linkHeader(bare, {
    next: to > 0 && to < keys.length ? ['after', encode(keys[to - 1])] : undefined,
    prev: from > 0 && from < keys.length ? ['before', encode(keys[from])] : undefined,
  });
}
