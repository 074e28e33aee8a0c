import type { Style } from '../painter.ts';

/** Elements that begin on a new line. */
export const BLOCK_TAGS = tags(
  'address article aside blockquote caption center dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6',
  'header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul',
);

const STYLES: readonly (readonly [style: Style, tags: ReadonlySet<string>])[] = [
  ['bold', tags('b strong')],
  ['italic', tags('cite dfn em i var')],
  ['cyan', tags('code kbd samp tt')],
  ['strikethrough', tags('del s strike')],
  ['underline', tags('ins u')],
  ['dim', tags('footnote-reference')],
];

/** Elements without a style: only their text is shown. */
const PLAIN_TAGS = tags(
  'a abbr audio bdi bdo big br button col colgroup font hr img input label mark path picture q rp rt ruby small source',
  'span sub sup svg template time video wbr',
);

const KNOWN_TAGS = [BLOCK_TAGS, PLAIN_TAGS, ...STYLES.map(([, names]) => names)];

function tags(...names: readonly string[]): ReadonlySet<string> {
  return new Set(names.join(' ').split(' '));
}

export function styleOfTag(tag: string): Style | undefined {
  return STYLES.find(([, names]) => names.has(tag))?.[0];
}

/** Anything else that looks like a tag, such as `List<String>`, is text. */
export function isKnownTag(tag: string): boolean {
  return KNOWN_TAGS.some((names) => names.has(tag));
}
