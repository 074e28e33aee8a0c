import type { Style } from '../painter.ts';

/** Elements that begin on a new line. */
export const BLOCK_TAGS = tags(
  'address article aside blockquote caption center dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6',
  'header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul',
);

/** The styles of inline elements. */
const STYLES: readonly (readonly [style: Style, tags: ReadonlySet<string>])[] = [
  ['bold', tags('b strong')],
  ['italic', tags('cite dfn em i var')],
  ['cyan', tags('code kbd samp tt')],
  ['strikethrough', tags('del s strike')],
  ['underline', tags('ins u')],
  ['dim', tags('footnote-reference')],
];

export const VOID_TAGS = tags('br hr img input source wbr');

/** Elements whose content is hidden. */
export const HIDDEN_TAGS = tags('script style template title');

/** Elements without a style: only their text is shown. */
const PLAIN_TAGS = tags(
  'a abbr audio bdi bdo big button col colgroup font label mark path picture q rp rt ruby small span sub sup svg time',
  'video',
);

/** Anything else that looks like a tag, such as `List<String>`, is text. */
const KNOWN_TAGS = [BLOCK_TAGS, VOID_TAGS, HIDDEN_TAGS, PLAIN_TAGS, ...STYLES.map(([, names]) => names)];

function tags(...names: readonly string[]): ReadonlySet<string> {
  return new Set(names.join(' ').split(' '));
}

export function styleOfTag(tag: string): Style | undefined {
  return STYLES.find(([, names]) => names.has(tag))?.[0];
}

/** Open elements that the start of an element closes implicitly, unless one of `within` was opened after them. */
export const IMPLIED_ENDS: Readonly<
  Record<string, { readonly ends: readonly string[]; readonly within: readonly string[] }>
> = {
  li: { ends: ['li'], within: ['ul', 'ol'] },
  dt: { ends: ['dt', 'dd'], within: ['dl'] },
  dd: { ends: ['dt', 'dd'], within: ['dl'] },
  td: { ends: ['td', 'th'], within: ['tr', 'table'] },
  th: { ends: ['td', 'th'], within: ['tr', 'table'] },
  tr: { ends: ['tr'], within: ['table'] },
  thead: { ends: ['thead', 'tbody'], within: ['table'] },
  tbody: { ends: ['thead', 'tbody'], within: ['table'] },
  tfoot: { ends: ['thead', 'tbody'], within: ['table'] },
  p: { ends: ['p'], within: ['blockquote', 'dd', 'details', 'div', 'li', 'td', 'th'] },
};

/** A part of HTML: a tag, or text with entities. */
export type HtmlPiece =
  | { readonly tag: string; readonly isEnd: boolean; readonly attributes: Readonly<Record<string, string>> }
  | { readonly text: string };

/** All parts of a tag have a maximum length, so that parsing takes linear time. */
const TAG = /<(\/?)([a-z][a-z0-9]*)((?:\s(?:[^<>"']|"[^"]{0,2000}"|'[^']{0,2000}'){0,2000})?)\/?>/giy;
const ATTRIBUTE = /([a-z][a-z-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi;

/** Splits HTML into tags and texts. Comments are dropped. */
export function* readHtml(html: string): Generator<HtmlPiece> {
  let start = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    const isComment = html.startsWith('<!--', at);
    const piece = isComment ? undefined : readTag(html, at);
    if (isComment || piece !== undefined) {
      yield { text: html.slice(start, at) };
    }
    if (isComment) {
      const end = html.indexOf('-->', at);
      start = end < 0 ? html.length : end + '-->'.length;
      at = start;
    } else if (piece === undefined) {
      at += 1;
    } else {
      yield piece;
      start = TAG.lastIndex;
      at = start;
    }
  }
  yield { text: html.slice(start) };
}

function readTag(html: string, at: number): HtmlPiece | undefined {
  TAG.lastIndex = at;
  const [, slash, name = '', rest = ''] = TAG.exec(html) ?? [];
  const tag = name.toLowerCase();
  if (!KNOWN_TAGS.some((names) => names.has(tag))) {
    return;
  }
  const attributes = [...rest.matchAll(ATTRIBUTE)].map(([, attribute = '', ...values]) => [
    attribute.toLowerCase(),
    values.find((value) => value !== undefined) ?? '',
  ]);
  return { tag, isEnd: slash === '/', attributes: Object.fromEntries(attributes) };
}
