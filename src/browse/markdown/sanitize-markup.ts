import { createRequire } from 'node:module';
import type sanitizeHtml from 'sanitize-html';
import { ALLOWED_ATTRIBUTES, ALLOWED_CLASSES, ALLOWED_TAGS } from './allowed-markup.table.ts';
import { type MarkdownPlace, resolveAddress, resolveImage, resolveVideo } from './resolve-address.ts';

/** The maximum depth of nested elements; deeper ones are removed but keep their text. */
const MAX_NESTING = 60;

type Attributes = sanitizeHtml.Attributes;

const TEXT = '(?:[^<>&]|&(?:quot|amp|lt|gt);)';

/** Paragraphs, or a line, with nothing that the sanitizer would remove. Most comments are that, and it takes longer than the rest. */
const SIMPLE = new RegExp(`^(?:${TEXT}*|(?:<p>(?:${TEXT}|<br>|<(strong|em|code)>${TEXT}*</\\1>)*</p>\\n)*)$`);
const MAX_SIMPLE_CHARS = 10_000;

/**
 * Removes all markup that is not allowed, resolves links and images to pages of the reader, and prefixes ids, so that
 * texts cannot take ids of the page or of another text.
 */
export function sanitizeMarkup(html: string, place: MarkdownPlace, idPrefix: string): string {
  const isMixed = RIGHT_TO_LEFT.test(html);
  if (!isMixed && html.length <= MAX_SIMPLE_CHARS && SIMPLE.test(html)) {
    return html.replaceAll('&quot;', '"').replaceAll('<br>', '<br />');
  }
  let [linkDepth, listDepth] = [0, 0];
  const attachments = new Map<string, string>();
  /** Each block of a text goes in the direction of its own words; the items of a list go in that of the list. */
  const withDirection = (tagName: string, attribs: Attributes): Attributes =>
    isMixed &&
    listDepth <= Number(LIST.test(tagName)) &&
    DIRECTED.has(tagName) &&
    attribs['dir'] === undefined
      ? { ...attribs, dir: 'auto' }
      : attribs;
  const clean = loadSanitizer()(html, {
    allowedTags: [...ALLOWED_TAGS],
    allowedAttributes: toMutable(ALLOWED_ATTRIBUTES),
    allowedClasses: { '*': [...ALLOWED_CLASSES] },
    // `resolveAddress` checks addresses first; this is the second line of defence.
    allowedSchemes: [
      'http',
      'https',
      'mailto',
      'ftp',
      'irc',
      'ircs',
      'xmpp',
      'tel',
      'matrix',
      'magnet',
      'git',
      'ssh',
    ],
    allowedSchemesByTag: { img: [], video: [] },
    allowProtocolRelative: false,
    nestingLimit: MAX_NESTING,
    // Without `option`, which is text at the service.
    nonTextTags: ['script', 'style', 'textarea', 'xmp'],
    enforceHtmlBoundary: false,
    onOpenTag: (name) => {
      linkDepth += name === 'a' ? 1 : 0;
      listDepth += LIST.test(name) ? 1 : 0;
    },
    onCloseTag: (name) => {
      linkDepth -= name === 'a' ? 1 : 0;
      listDepth -= LIST.test(name) ? 1 : 0;
    },
    transformTags: {
      ...headingTransforms(),
      '*': (tagName, attribs) => ({
        tagName,
        attribs: withDirection(tagName, withTabStop(tagName, prefixId(attribs, idPrefix))),
      }),
      a: (tagName, attribs) => ({ tagName, attribs: linkAttributes(attribs, place, idPrefix) }),
      img: (_, attribs) => {
        const { path, page } = resolveImage(attribs['src'] ?? '', place) ?? {};
        if (path !== undefined && page !== undefined && linkDepth === 0) {
          attachments.set(path, page);
        }
        return imageTag(path, attribs, { place, isInLink: linkDepth > 0 });
      },
      video: (_, attribs) => videoTag(attribs, place, linkDepth > 0),
      input: (_, attribs) =>
        attribs['type'] === 'checkbox'
          ? { tagName: 'input', attribs: boxAttributes(attribs) }
          : { tagName: 'span', attribs: {} },
    },
  });
  return wrapTables(attachments.size === 0 ? clean : linkImages(clean, attachments));
}

/** Images that were uploaded lead to their pages, by the paths of both, unless they are in a link. */
function linkImages(html: string, pages: ReadonlyMap<string, string>): string {
  let isInLink = false;
  return html.replace(/<a[\s>]|<\/a>|<img src="([^"]*)"[^>]*>/g, (tag, path: string | undefined) => {
    isInLink = path === undefined ? tag !== '</a>' : isInLink;
    const page = path === undefined || isInLink ? undefined : pages.get(path);
    const name = tag.includes(' alt="" ') ? ' aria-label="Image"' : '';
    return page === undefined ? tag : `<a href="${page.replaceAll('&', '&amp;')}"${name}>${tag}</a>`;
  });
}

/** Tables scroll in boxes of their own, also by keyboard, whether they were written in Markdown or in HTML. */
function wrapTables(html: string): string {
  let depth = 0;
  return html.replace(/<table(?=[\s>])|<\/table>/g, (tag) => {
    const isEnd = tag === '</table>';
    depth += isEnd ? -1 : 1;
    return isEnd && depth === 0
      ? `${tag}</div>`
      : !isEnd && depth === 1
        ? `<div class="table-scroll" tabindex="0">${tag}`
        : tag;
  });
}

/** Hebrew, Arabic and the scripts between them. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

const LIST = /^[ou]l$/;

const DIRECTED: ReadonlySet<string> = new Set(
  'caption dd dt figcaption h1 h2 h3 h4 h5 h6 ol p summary td th ul'.split(' '),
);

/** Loads the package, which includes parsers of its own, only when the first text is rendered. */
function loadSanitizer(): typeof sanitizeHtml {
  return createRequire(import.meta.url)('sanitize-html');
}

/**
 * Moves headings below the page's heading and avoids skipped levels, because screen reader users navigate by them. The
 * class keeps the written level, which determines the size.
 */
function headingTransforms(): Record<string, sanitizeHtml.Transformer> {
  let last = 1;
  const names = [1, 2, 3, 4, 5, 6].map((level) => {
    const transform: sanitizeHtml.Transformer = (_, attribs) => {
      last = Math.min(Math.max(level, 2), last + 1);
      return { tagName: `h${last}`, attribs: { ...attribs, class: `level-${level}` } };
    };
    return [`h${level}`, transform] as const;
  });
  return Object.fromEntries(names);
}

function toMutable(
  table: Readonly<Record<string, readonly unknown[]>>,
): Record<string, sanitizeHtml.AllowedAttribute[]> {
  return Object.fromEntries(
    Object.entries(table).map(([tag, names]) => [tag, [...names] as sanitizeHtml.AllowedAttribute[]]),
  );
}

function prefixId({ id, ...rest }: Attributes, idPrefix: string): Attributes {
  return id === undefined || id === '' ? rest : { ...rest, id: idOf(id, idPrefix) };
}

/** Code scrolls in a box of its own, also by keyboard. A text cannot choose its place in the order of tab stops. */
function withTabStop(tagName: string, attribs: Attributes): Attributes {
  if (tagName === 'pre') {
    return { ...attribs, tabindex: '0' };
  }
  if (attribs['tabindex'] === undefined || attribs['tabindex'] === '0') {
    return attribs;
  }
  const { tabindex: _, ...rest } = attribs;
  return rest;
}

/** Ids that pages use or may use in future. */
const TAKEN_ID =
  /^(?:main|search|filter|find|sql|from|to|opening|suggestions?|(?:L|R|suggestion-|milestone-)\d.*|(?:comfort|table|diff)-.*|satchel.*)$/i;

/** Maps an id of a text to the id on the page. Texts of files have no prefix, so that links to their headings work. */
function idOf(id: string, idPrefix: string): string {
  const own = id.replace(/^user-content-/, '');
  return idPrefix === '' && TAKEN_ID.test(own) ? `user-content-${own}` : `${idPrefix}${own}`;
}

/** Anchors that a thread has at the service, as in `#issuecomment-1`. */
const THREAD_ANCHOR = /^(?:issuecomment|pullrequestreview|event|discussion_r)-?\d+$/;

function linkAttributes(
  { href, rel: _, name, ...attribs }: Attributes,
  place: MarkdownPlace,
  idPrefix: string,
): Attributes {
  const rest = { ...(name === undefined ? {} : { id: name }), ...attribs }; // Of all elements, ids get their prefix in `*`.
  const target = href === undefined ? undefined : resolveAddress(href, place);
  switch (target?.kind) {
    case 'local':
      return { ...rest, href: target.path };
    case 'anchor':
      return { ...rest, href: `#${THREAD_ANCHOR.test(target.id) ? target.id : idOf(target.id, idPrefix)}` };
    case 'outside':
      return { ...rest, href: target.url, rel: 'noreferrer noopener nofollow' };
    default:
      return rest;
  }
}

/** Images of the archive are shown; others become links, because nothing is loaded from outside. */
function imageTag(
  path: string | undefined,
  { src = '', alt = '', title, width, height }: Attributes,
  where: { readonly place: MarkdownPlace; readonly isInLink: boolean },
): sanitizeHtml.Tag {
  if (path !== undefined) {
    const size = { ...pixels('width', width), ...pixels('height', height) };
    return { tagName: 'img', attribs: { src: path, alt, loading: 'lazy', ...size } };
  }
  return mediaLink(src, alt.trim() === '' ? (title ?? 'image') : alt, where);
}

/** Videos of the archive are played; others become links. */
function videoTag(attribs: Attributes, place: MarkdownPlace, isInLink: boolean): sanitizeHtml.Tag {
  const { src = '', title } = attribs;
  const path = resolveVideo(src, place);
  return path === undefined
    ? mediaLink(src, title ?? 'video', { place, isInLink })
    : { tagName: 'video', attribs: { src: path, controls: '', preload: 'metadata' } };
}

/** A link in place of media that is not in the archive; within a link, its text alone. */
function mediaLink(
  src: string,
  text: string,
  { place, isInLink }: { readonly place: MarkdownPlace; readonly isInLink: boolean },
): sanitizeHtml.Tag {
  const target = resolveAddress(src, place);
  const href = target?.kind === 'local' ? target.path : target?.kind === 'outside' ? target.url : undefined;
  if (isInLink || href === undefined) {
    return { tagName: 'span', text, attribs: { class: 'remote-image' } };
  }
  const rel = target?.kind === 'outside' ? { rel: 'noreferrer noopener nofollow' } : {};
  return { tagName: 'a', text, attribs: { class: 'remote-image', href, ...rel } };
}

function pixels(name: string, value: string | undefined): Attributes {
  return value !== undefined && /^\d{1,4}%?$/.test(value) ? { [name]: value } : {};
}

function boxAttributes(attribs: Attributes): Attributes {
  const isDone = attribs['checked'] !== undefined;
  return {
    type: 'checkbox',
    disabled: '',
    ...(isDone ? { checked: '' } : {}),
    'aria-label': isDone ? 'Done' : 'To do',
  };
}
