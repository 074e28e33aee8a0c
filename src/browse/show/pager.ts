import { html } from 'hono/html';
import type { Markup } from '../frame.ts';
import type { PageLink, PageRequest } from '../page.ts';

/** The addresses or cursors of the previous and next page. */
export interface Neighbours {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** Changes query parameters of an address; undefined removes one. */
export function otherQuery(path: string, changes: Readonly<Record<string, string | undefined>>): string {
  const [stem = '/', search = ''] = path.split('?', 2);
  const query = new URLSearchParams(search); // Empty parameters are kept: an empty filter is not the same as no filter.
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) {
      query.delete(name);
    } else {
      query.set(name, value);
    }
  }
  const text = query.toString();
  return text === '' ? stem : `${stem}?${text}`;
}

/** The addresses of the neighbours of a page with cursors. */
export function neighboursOf(path: string, { before, after }: Neighbours): Neighbours {
  return {
    before:
      before === undefined ? undefined : otherQuery(path, { before, after: undefined, page: undefined }),
    after: after === undefined ? undefined : otherQuery(path, { after, before: undefined, page: undefined }),
  };
}

/** The offset in a page's address, in the parameter `from`; old addresses have the number of a page, each of `oldPerPage` rows. */
export function offsetIn(query: URLSearchParams, oldPerPage = 0): number {
  const from = query.get('from');
  return from === null ? oldOffsetIn(query, oldPerPage) : Math.max(0, Math.trunc(Number(from)) || 0);
}

/** The rows before the page that an old address names in `page`. */
export function oldOffsetIn(query: URLSearchParams, perPage: number): number {
  const page = /^[1-9]\d{0,5}$/.exec(query.get('page') ?? '1')?.[0] ?? 1;
  return (Number(page) - 1) * perPage;
}

interface Stretch {
  readonly offset: number;
  readonly perPage: number;
  readonly hasMore: boolean;
}

/** The addresses of the neighbours of a page with an offset, as facts; `name` is the parameter with the offset. */
export function pathsByOffset(
  { path, query }: Pick<PageRequest, 'path' | 'query'>,
  { offset, perPage, hasMore }: Stretch,
  name = 'from',
): { readonly prevPath: string | undefined; readonly nextPath: string | undefined } {
  const at = (from: number) =>
    otherQuery(`${path}?${query}`, { [name]: from === 0 ? undefined : String(from), page: undefined });
  return {
    prevPath: offset === 0 ? undefined : at(Math.max(0, offset - perPage)),
    nextPath: hasMore ? at(offset + perPage) : undefined,
  };
}

/** Rows of one page of a list that is read whole, here and at the service. */
const ROWS_PER_PAGE = 100;
const OLD_ROWS_PER_PAGE = 30;

/** The place of a page in a list, as facts. */
export interface ListPlace {
  /** Rows of the whole list, and before this page. */
  readonly count: number;
  readonly offset: number;
  readonly prevPath: string | undefined;
  readonly nextPath: string | undefined;
}

/** The rows of a list on the page that a request asks for. */
export function pageOf<Row>(
  all: readonly Row[],
  request: PageRequest,
): { readonly rows: readonly Row[]; readonly place: ListPlace } {
  const offset = offsetIn(request.query, OLD_ROWS_PER_PAGE);
  const hasMore = all.length > offset + ROWS_PER_PAGE;
  return {
    rows: all.slice(offset, offset + ROWS_PER_PAGE),
    place: {
      count: all.length,
      offset,
      ...pathsByOffset(request, { offset, perPage: ROWS_PER_PAGE, hasMore }),
    },
  };
}

export function pager(
  { before, after }: Neighbours,
  words: readonly [string, string] = ['Newer', 'Older'],
): Markup | string {
  return before === undefined && after === undefined
    ? ''
    : html`<nav class="pages" aria-label="Pages" data-control><span>${
        before === undefined
          ? ''
          : html`<a class="button" rel="prev" href="${before}" data-control data-key="p" data-key-name="Previous page">← ${words[0]}</a>`
      }</span><span>${
        after === undefined
          ? ''
          : html`<a class="button" rel="next" href="${after}" data-control data-key="n" data-key-name="Next page">${words[1]} →</a>`
      }</span></nav>`;
}

/** Links to the previous and next page for the `<head>`. */
export function pagerLinks({ before, after }: Neighbours): readonly PageLink[] {
  return [
    ...(before === undefined ? [] : [{ rel: 'prev', href: before }]),
    ...(after === undefined ? [] : [{ rel: 'next', href: after }]),
  ];
}
