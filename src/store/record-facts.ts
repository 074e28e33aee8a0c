/** What a line about a record of any kind shows of it. */
export interface RecordFacts {
  readonly title: string | null;
  /** Login. */
  readonly author: string | null;
  /** Markdown source; empty if it has none. */
  readonly body: string;
  readonly createdAt: string | null;
}

const TITLE_FIELDS = ['title', 'name', 'asset_name', 'file_name', 'tag_name'] as const;

const AUTHOR_FIELDS = ['user', 'author', 'actor'] as const;

/** Reads them from the JSON text of a record. */
export function factsOfRecord(json: string): RecordFacts {
  const record: Readonly<Record<string, unknown>> = JSON.parse(json);
  const first = (fields: readonly string[]) =>
    fields.map((field) => textOf(record[field])).find((text) => text !== null && text !== '') ?? null;
  return {
    title: first(TITLE_FIELDS),
    author: first(AUTHOR_FIELDS)?.replace(/^.*\//s, '') ?? null,
    body: textOf(record['body']) ?? '',
    createdAt: first(['created_at', 'submitted_at', 'published_at']),
  };
}

const MAX_LINE = 140;

/** Signs of Markdown. Their number at the beginning is bounded, because a long text would overflow V8's stack. */
const SIGNS = /^(?:\s|>|#{1,6}\s|[-*+]\s){1,200}|[*_]{2,}/g;

/** Elements of HTML that people write in texts; other names in angle brackets may be those of types. */
const TAGS =
  'a|b|blockquote|br|center|code|del|details|div|em|font|h[1-6]|hr|i|img|ins|kbd|li|ol|p|picture|pre|s|small|source|span|strike|strong|sub|summary|sup|table|tbody|td|th|thead|tr|u|ul|video';

/** Code, which stays; rules and fences; comments, tags, links and images; and emphasis. Lengths are bounded, as texts can be long. */
const MARKUP = new RegExp(
  [
    /(`[^`\n]{1,300}`)/,
    /^[ \t]{0,3}(?:`{3,9}|~{3,9})[^\n`]{0,99}$/,
    /^[-=*_|: \t]{3,300}$/,
    /<!--[\s\S]{0,2000}?-->/,
    new RegExp(`<\\/?(?:${TAGS})(?:\\s[^<>]{0,2000})?\\/?>`),
    /!?\[([^[\]\n]{0,300})\]\([^()\n]{0,2000}\)/,
    /\*\*|__|~~/,
    /(?<![\w*\\])\*([^\s*](?:[^*\n]{0,300}[^\s*])?)\*(?![\w*])/,
    /(?<![\w\\])_([^\s_](?:[^_\n]{0,300}[^\s_])?)_(?!\w)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gim',
);

/** A text without the signs of Markdown and HTML, for an excerpt. */
export function readableText(text: string): string {
  return text.replace(MARKUP, '$1$2$3$4'); // What is kept of a match; groups without one are empty.
}

/** The first line with text, without the signs of Markdown. */
export function firstLine(text: string): string {
  const line =
    readableText(text)
      .split('\n')
      .map((part) => part.replace(SIGNS, '').trim())
      .find((part) => part !== '') ?? '';
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line;
}

/** The value if it is a text: in a record that violates its schema, anything may be in its place. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/**
 * Whether only some may see a repository `r`: 1, 0, or null if that is unknown. A record may name its visibility; one that is
 * `internal` is not for all, whatever its flag says.
 */
export const IS_PRIVATE =
  "iif(coalesce(json_extract(r.extra, '$.visibility'), 'public') = 'public', r.is_private, 1)";
