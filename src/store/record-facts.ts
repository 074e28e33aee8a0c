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

/** The first line with text, without the signs of Markdown. */
export function firstLine(text: string): string {
  const line =
    text
      .split('\n')
      .map((part) => part.replace(SIGNS, '').trim())
      .find((part) => part !== '') ?? '';
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
