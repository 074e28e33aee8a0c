import { type PageRequest, readPerPage } from './pagination.ts';

interface CursorPage<Item> {
  readonly items: readonly Item[];
  readonly link: string | undefined;
}

const MARK = 'cursor:v2:';

/**
 * Cuts the page between the cursors `after` and `before` of the query (specification 4.0). A cursor names the item
 * beside it by its key, so that pages neither repeat nor skip when others come and go. `undefined` means that a
 * cursor names nothing.
 */
export function cutCursorPage<Item>(
  list: readonly Item[],
  keyOf: (item: Item) => string,
  request: PageRequest,
): CursorPage<Item> | undefined {
  const query = request.url.searchParams;
  const keys = list.map(keyOf);
  const after = placeOf(query.get('after'), keys);
  const before = placeOf(query.get('before'), keys);
  if (after === 'unknown' || before === 'unknown') {
    return undefined;
  }
  const perPage = readPerPage(request);
  const first = after === undefined ? 0 : after + 1;
  const end = before ?? list.length;
  // Looking back from a cursor shows what is nearest to it.
  const isLookingBack = before !== undefined && after === undefined;
  const from = isLookingBack ? Math.max(0, end - perPage) : first;
  const to = Math.max(from, Math.min(end, from + perPage));
  return { items: list.slice(from, to), link: cursorLinks(request.url, keys, { from, to }) };
}

function placeOf(cursor: string | null, keys: readonly string[]): number | 'unknown' | undefined {
  if (cursor === null) {
    return undefined;
  }
  const text = Buffer.from(cursor, 'base64').toString();
  const place = text.startsWith(MARK) ? keys.indexOf(text.slice(MARK.length)) : -1;
  return place === -1 ? 'unknown' : place;
}

function cursorLinks(
  url: URL,
  keys: readonly string[],
  { from, to }: { readonly from: number; readonly to: number },
): string | undefined {
  const links: string[] = [];
  const lastKey = keys[to - 1];
  const firstKey = keys[from];
  if (to < keys.length && lastKey !== undefined) {
    links.push(linkTo(url, 'after', lastKey));
  }
  if (from > 0 && firstKey !== undefined) {
    links.push(linkTo(url, 'before', firstKey));
  }
  return links.length === 0 ? undefined : links.join(', ');
}

function linkTo(url: URL, parameter: 'after' | 'before', key: string): string {
  const target = new URL(url);
  target.searchParams.delete('after');
  target.searchParams.delete('before');
  target.searchParams.set(parameter, Buffer.from(`${MARK}${key}`).toString('base64'));
  return `<${target.href}>; rel="${parameter === 'after' ? 'next' : 'prev'}"`;
}
