import { unescapeMarkup } from '../unescape-markup.ts';

/** Resolves links of a page in a static site, as they are written. */
export interface SiteLinks {
  /** The relative path of the file for an address; undefined if the site does not contain it. */
  fileOf(written: string): string | undefined;
  /** Where the service has what the site lacks; undefined for pages that the site contains, and for the reader's own. */
  originalOf(written: string): string | undefined;
  /** The relative path of the style sheet, script or icon. */
  assetOf(name: string): string;
  /** The relative path of the title index. */
  readonly titles: string;
  /** That of the index of texts, and of the page that searches them. */
  readonly texts: string;
  readonly search: string;
}

/** Only loads the site's own files. A meta element also applies to files opened from a disk, without headers. */
const POLICY =
  "default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src 'self' file: data:; media-src 'self' file:; font-src 'self' file:; base-uri 'none'; form-action 'self' file:";

/** Matches any tag; neither our pages nor the sanitizer output a bare `>` in attribute values. */
export const TAG = /<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*)?)>/g;
const ATTRIBUTE = /\s(href|src|action)="([^"]*)"/g;
const ASSET = /^\/-\/assets\/[^/]+\/([\w.]+)$/;

/**
 * Converts a page to a standalone one: its links refer to files, and whatever needs the reader is removed. A link that leads
 * nowhere becomes text, one to the service says so; an element with `data-control` is left out if nothing in it leads to
 * another page of the site.
 */
export function rewritePage(html: string, links: SiteLinks): string {
  const source = html
    .replace(/<link rel="(?:alternate|next|prev|canonical|permalink)"[^>]*>\n?/g, '')
    .replace(/<span>This page as .*?<\/span>\n?/s, '')
    .replace(
      '<meta charset="utf-8">',
      `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    );
  const document = new Control('');
  /** The page, and the controls around the current place, the innermost last. */
  const open = [document];
  let [end, isLeft, host] = [0, false, ''];
  for (const { 0: tag, 1: slash, 2: name = '', 3: attributes = '', index } of source.matchAll(TAG)) {
    let inner = open.at(-1) ?? document;
    inner.add(source.slice(end, index));
    end = index + tag.length;
    if (slash === '/') {
      inner.add(name !== 'a' ? tag : isLeft ? '</span>' : host === '' ? tag : `${onHost(host)}</a>`);
      if (inner.isEndedBy(name)) {
        open.pop();
        (open.at(-1) ?? document).addControl(inner);
      }
      continue;
    }
    if (CONTROL.test(attributes)) {
      inner = new Control(name);
      open.push(inner);
    }
    const rewritten = rewriteTag(name, attributes, links);
    if (name === 'a') {
      isLeft = HREF.test(attributes) && !HREF.test(rewritten);
      host = AWAY.exec(rewritten)?.[1] ?? '';
    }
    // A removed link must not look like one.
    inner.add(name === 'a' && isLeft ? `<span${rewritten.replace(KEYS, '')}>` : `<${name}${rewritten}>`);
    inner.noteTag(name, attributes, rewritten);
  }
  document.add(source.slice(end));
  return document.text;
}

const CONTROL = /\sdata-control(?=[\s/]|$)/;
const HREF = /\shref=/;
const AWAY = /\sdata-away="([^"]*)"/;
const KEYS = /\sdata-key(?:-name)?="[^"]*"/g;

/** An element with `data-control`, or the page, while it is rewritten. */
class Control {
  readonly #name: string;
  readonly #parts: string[] = [];
  /** The open elements of its name, with itself. */
  #depth = 0;
  #hasDead = false;
  #hasLive = false;

  constructor(name: string) {
    this.#name = name;
  }

  get text(): string {
    return this.#parts.join('');
  }

  add(text: string): void {
    this.#parts.push(text);
  }

  noteTag(name: string, attributes: string, rewritten: string): void {
    this.#depth += name === this.#name ? 1 : 0;
    const isLink = name === 'a' && HREF.test(attributes);
    const isOfSite = HREF.test(rewritten) && !AWAY.test(rewritten);
    this.#hasDead ||= (isLink && !isOfSite) || (name === 'form' && !rewritten.includes('data-titles'));
    // Neither the page itself nor a place on it is elsewhere.
    this.#hasLive ||= isLink && isOfSite && !/\saria-current=|\shref="#/.test(rewritten);
  }

  isEndedBy(name: string): boolean {
    this.#depth -= name === this.#name ? 1 : 0;
    return this.#depth === 0 && name === this.#name;
  }

  /** Adds what was read of a control within it, unless that does nothing. */
  addControl(inner: Control): void {
    this.#hasDead ||= inner.#hasDead;
    this.#hasLive ||= inner.#hasLive;
    if (inner.#hasLive || !inner.#hasDead) {
      this.add(inner.text);
    }
  }
}

function rewriteTag(name: string, attributes: string, links: SiteLinks): string {
  // A file has no origin, which integrity checks need. The search box finds titles with the script only, which shows it.
  const plain = attributes
    .replace(/\sintegrity="[^"]*"/, '')
    .replace(
      /\sdata-suggest="[^"]*"/,
      ` data-titles="${links.titles}" data-texts="${links.texts}" method="get" hidden`,
    );
  return plain.replace(ATTRIBUTE, (whole, attribute: string, value: string) => {
    const asset = ASSET.exec(value)?.[1];
    if (asset !== undefined) {
      return ` ${attribute}="${links.assetOf(asset)}"`;
    }
    if (!/^(?:\/(?!\/)|\?)/.test(value)) {
      return whole; // An anchor on the page, or an external address.
    }
    const isSearch = name === 'form' && plain.includes('data-texts=');
    const target = isSearch ? links.search : name === 'form' ? undefined : links.fileOf(value);
    const original = target === undefined && name === 'a' ? links.originalOf(value) : undefined;
    return target !== undefined
      ? ` ${attribute}="${target}"`
      : original === undefined
        ? ''
        : ` href="${original.replaceAll('&', '&amp;')}" rel="noreferrer noopener nofollow" data-away="${hostOf(original)}"`;
  });
}

function hostOf(address: string): string {
  return new URL(address).host.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

/** What the name of a link to the service ends with; its arrow is drawn. */
function onHost(host: string): string {
  return `<span class="unseen"> on ${host}</span>`;
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
