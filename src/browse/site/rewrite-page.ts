import { unescapeMarkup } from '../unescape-markup.ts';

/** Resolves links of a page in a static site, as they are written. */
export interface SiteLinks {
  /** The relative path of the file for an address; undefined if the site does not contain it. */
  fileOf(written: string): string | undefined;
  /** Where the service has what the archive lacks; undefined for pages that the site contains or omits. */
  originalOf(written: string): string | undefined;
  /** The relative path of the style sheet, script or icon. */
  assetOf(name: string): string;
  /** The relative path of the title index. */
  readonly titles: string;
}

/** Only loads the site's own files. A meta element also applies to files opened from a disk, without headers. */
const POLICY =
  "default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src 'self' file: data:; media-src 'self' file:; base-uri 'none'; form-action 'none'";

/** Matches tags to rewrite, and ends of links. Neither our pages nor the sanitizer output a bare `>` in attribute values. */
const LINKED = /<(?:\/a|([a-z][a-z0-9]*)(\s[^<>]*\b(?:href|src|action|integrity|data-suggest)="[^<>]*))>/g;
const ATTRIBUTE = /\s(href|src|action)="([^"]*)"/g;
const ASSET = /^\/-\/assets\/[^/]+\/([\w.]+)$/;

/** Converts a page to a standalone one: its links refer to files, and whatever needs the reader is removed. */
export function rewritePage(html: string, links: SiteLinks): string {
  let isLeft = false;
  return html
    .replace(/<link rel="(?:alternate|next|prev|canonical)"[^>]*>\n?/g, '')
    .replace(/<span>This page as .*?<\/span>\n?/s, '')
    .replace(
      '<meta charset="utf-8">',
      `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    )
    .replace(LINKED, (_, name: string | undefined, attributes: string) => {
      if (name === undefined) {
        const end = isLeft ? '</span>' : '</a>';
        isLeft = false;
        return end;
      }
      const rewritten = rewriteTag(name, attributes, links);
      // A removed link must not look like one.
      isLeft = name === 'a' ? /\shref=/.test(attributes) && !/\shref=/.test(rewritten) : isLeft;
      return `<${name === 'a' && isLeft ? 'span' : name}${rewritten}>`;
    });
}

function rewriteTag(name: string, attributes: string, links: SiteLinks): string {
  // A file has no origin, which integrity checks need.
  const plain = attributes
    .replace(/\sintegrity="[^"]*"/, '')
    .replace(/\sdata-suggest="[^"]*"/, ` data-titles="${links.titles}"`);
  return plain.replace(ATTRIBUTE, (whole, attribute: string, value: string) => {
    const asset = ASSET.exec(value)?.[1];
    if (asset !== undefined) {
      return ` ${attribute}="${links.assetOf(asset)}"`;
    }
    if (!/^(?:\/(?!\/)|\?)/.test(value)) {
      return whole; // An anchor on the page, or an external address.
    }
    const target = name === 'form' ? undefined : links.fileOf(value);
    const original = target === undefined && name === 'a' ? links.originalOf(value) : undefined;
    return target !== undefined
      ? ` ${attribute}="${target}"`
      : original === undefined
        ? ''
        : ` href="${original.replaceAll('&', '&amp;')}" rel="noreferrer noopener nofollow"`;
  });
}

/** The title of a page, without the program's name. */
export function titleOf(html: string): string | null {
  const title = TITLE.exec(html)?.[1];
  return title === undefined ? null : copyOf(unescapeMarkup(title));
}

const TITLE = /<title>(.*?) · Satchel<\/title>/s;

/** A part of a page to keep: V8 keeps the whole page with a mere part of it. */
export function copyOf(part: string): string {
  return Buffer.from(part).toString();
}

/** A page that leads to another one, as a file cannot redirect. */
export function redirectPage(target: string): string {
  return `<!doctype html><meta charset="utf-8"><title>Moved</title><meta http-equiv="refresh" content="0;url=${target}"><p><a href="${target}">It is here</a>`;
}
