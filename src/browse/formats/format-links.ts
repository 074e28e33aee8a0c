import { HOME } from '../match-page.ts';
import type { DataFormat, PageRow } from '../page.ts';
import { neighboursOf } from '../show/pager.ts';

/** The media types of the data formats. */
export const MEDIA_TYPES: Readonly<Record<DataFormat, string>> = {
  json: 'application/json',
  csv: 'text/csv',
  md: 'text/markdown',
  atom: 'application/atom+xml',
};

/** The path of a page's data format. */
export function formatPath(path: string, format: DataFormat): string {
  return `${path === '/' ? HOME : path.replace(/\/$/, '')}.${format}`;
}

/** The path of the page that a path of its data format belongs to. */
export function pagePath(path: string, format: DataFormat): string {
  const stem = path.slice(0, -format.length - 1);
  return stem === HOME ? '/' : stem;
}

interface FormatLinksRequest {
  readonly url: URL;
  /** The format of the response; undefined for the page itself. */
  readonly format: DataFormat | undefined;
  readonly row: PageRow;
  readonly facts: object;
}

/** The `Link` header of a page or data format (RFC 8288): the other formats, and the previous and next page. */
export function formatLinks({ url, format, row, facts }: FormatLinksRequest): string {
  const path = format === undefined ? url.pathname : pagePath(url.pathname, format);
  const others = (row.formats ?? [])
    .filter((name) => name !== format)
    .map((name) => link(`${formatPath(path, name)}${url.search}`, 'alternate', MEDIA_TYPES[name]));
  const page = format === undefined ? [] : [link(`${path}${url.search}`, 'alternate', 'text/html')];
  const ending = format === undefined ? '' : `.${format}`;
  const { next, prev } = neighbours(facts, path + url.search);
  const pageLinks = Object.entries({ next, prev }).flatMap(([rel, address]) =>
    address === undefined ? [] : [link(address.replace(/(?=[?#]|$)/, ending), rel)],
  );
  return [...page, ...others, ...pageLinks].join(', ');
}

/** Reads the neighbours of a list from its facts, which contain either addresses or cursors. */
function neighbours(
  facts: object,
  path: string,
): { readonly next: string | undefined; readonly prev: string | undefined } {
  const text = (name: string) => {
    const value: unknown = Reflect.get(facts, name);
    return typeof value === 'string' ? value : undefined;
  };
  const { after, before } = neighboursOf(path, { after: text('after'), before: text('before') });
  return { next: text('nextPath') ?? after, prev: text('prevPath') ?? before };
}

function link(href: string, rel: string, type?: string): string {
  return `<${href.replaceAll('>', '%3E')}>; rel="${rel}"${type === undefined ? '' : `; type="${type}"`}`;
}
