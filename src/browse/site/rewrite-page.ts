/** Where links of a page go in a site. */
export interface SiteLinks {
  /** The way to the file of an address of the reader; undefined where the site has none. */
  fileOf(address: URL): string | undefined;
  /** The ways to the style sheet, the script and the icon, by their names. */
  assetOf(name: string): string;
  /** The way to the index of titles. */
  readonly titles: string;
}

/** Nothing but the site's own files, also where a page is opened from a disk, which has no headers. */
const POLICY =
  "default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src 'self' file:; base-uri 'none'; form-action 'none'";

/** Every tag; our pages and the sanitiser write no bare `>` into values. */
const TAG = /<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*)?)>/g;
const ATTRIBUTE = /\s(href|src|action)="([^"]*)"/g;

/** Makes a page of the reader one that stands alone: its links lead to files, and what needs the reader goes. */
export function rewritePage(html: string, origin: string, links: SiteLinks): string {
  let isLeft = false;
  return html
    .replace(/<link rel="(?:alternate|next|prev|canonical)"[^>]*>\n?/g, '')
    .replace(/<span>This page as .*?<\/span>\n?/s, '')
    .replace(
      '<meta charset="utf-8">',
      `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    )
    .replace(TAG, (_, slash: string, name: string, attributes: string) => {
      if (slash !== '') {
        return name === 'a' && isLeft ? '</span>' : `</${name}>`;
      }
      const rewritten = rewriteTag(name, attributes, origin, links);
      // What leads nowhere must not look like a link.
      isLeft = name === 'a' ? /\shref=/.test(attributes) && !/\shref=/.test(rewritten) : isLeft;
      return `<${name === 'a' && isLeft ? 'span' : name}${rewritten}>`;
    });
}

function rewriteTag(name: string, attributes: string, origin: string, links: SiteLinks): string {
  // A file has no origin that its integrity could be checked for.
  const plain = attributes
    .replace(/\sintegrity="[^"]*"/, '')
    .replace(/\sdata-suggest="[^"]*"/, ` data-titles="${links.titles}"`);
  return plain.replace(ATTRIBUTE, (whole, attribute: string, value: string) => {
    const asset = /^\/-\/assets\/[^/]+\/([\w.]+)$/.exec(value)?.[1];
    if (asset !== undefined) {
      return ` ${attribute}="${links.assetOf(asset)}"`;
    }
    if (!value.startsWith('/') || value.startsWith('//')) {
      return whole; // An anchor of the page, or an address outside.
    }
    const target =
      name === 'form' ? undefined : links.fileOf(new URL(value.replaceAll('&amp;', '&'), origin));
    return target === undefined ? '' : ` ${attribute}="${target}"`;
  });
}
