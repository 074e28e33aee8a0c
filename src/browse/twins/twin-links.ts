import type { TwinFormat } from '../match-page.ts';
import type { PageRow } from '../page-row.ts';

/** The media types of the forms of a page. */
export const TWIN_TYPES: Readonly<Record<TwinFormat, string>> = {
  json: 'application/json',
  csv: 'text/csv',
  md: 'text/markdown',
  atom: 'application/atom+xml',
};

interface TwinLinksRequest {
  readonly url: URL;
  /** The form that is answered with; undefined for the page itself. */
  readonly format: TwinFormat | undefined;
  readonly row: PageRow;
  readonly facts: object;
}

/** The `Link` header of a page or one of its forms (RFC 8288): the other forms, and the pages beside it. */
export function twinLinks({ url, format, row, facts }: TwinLinksRequest): string {
  const stem = format === undefined ? url.pathname : url.pathname.slice(0, -format.length - 1);
  const others = (row.twins ?? [])
    .filter((name) => name !== format)
    .map((name) => link(`${stem}.${name}${url.search}`, 'alternate', TWIN_TYPES[name]));
  const page = format === undefined ? [] : [link(`${stem}${url.search}`, 'alternate', 'text/html')];
  return [...page, ...others, ...neighbours(facts, format)].join(', ');
}

/** Lists tell the addresses of the pages before and after them in their facts. */
function neighbours(facts: object, format: TwinFormat | undefined): readonly string[] {
  const ending = format === undefined ? '' : `.${format}`;
  return (['next', 'prev'] as const).flatMap((rel) => {
    const path: unknown = Reflect.get(facts, `${rel}Path`);
    return typeof path === 'string' ? [link(path.replace(/(?=[?#]|$)/, ending), rel)] : [];
  });
}

function link(href: string, rel: string, type?: string): string {
  return `<${href.replaceAll('>', '%3E')}>; rel="${rel}"${type === undefined ? '' : `; type="${type}"`}`;
}
