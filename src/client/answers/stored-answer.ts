import { isJsonObject, parseJson } from '../../base/json.ts';

/** The cache entry of one address, stored as a JSON file. Times are in milliseconds. */
export interface StoredAnswer {
  readonly format: typeof ANSWER_FORMAT;
  /** When the request was sent. */
  readonly askedMs: number;
  /** When the service last gave or confirmed the answer: earlier than `askedMs` if requests failed since. */
  readonly answeredMs: number;
  /** The minimum time between two requests (X-Poll-Interval); 0 if the service does not set one. */
  readonly pollIntervalMs: number;
  /** Consecutive conditional requests. */
  readonly polls: number;
  /** The last complete response; null if there is none that may be cached. */
  readonly answer: WholeAnswer | null;
}

export interface WholeAnswer {
  readonly url: string;
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
}

export const ANSWER_FORMAT = 3;

/** The headers that are needed of a cached response. No others are stored: cookies are secrets. */
const STORED_HEADER =
  /^(?:content-type|date|etag|last-modified|link|x-poll-interval|x-(?:accepted-)?oauth-scopes|x-accepted-(?:service|github)-permissions|(?:service|github)-authentication-token-expiration|x-(?:service|github)-(?:api-version-selected|media-type|sso))$/;

export function storableAnswer(answer: WholeAnswer): WholeAnswer {
  return { ...answer, headers: answer.headers.filter(([name]) => STORED_HEADER.test(name)) };
}

/** Parses a cache entry; undefined if this version did not write it. */
export function parseStoredAnswer(text: string): StoredAnswer | undefined {
  const value = parseJson(text);
  return isStoredAnswer(value) ? value : undefined;
}

function isStoredAnswer(value: unknown): value is StoredAnswer {
  return (
    isJsonObject(value) &&
    value['format'] === ANSWER_FORMAT &&
    ['askedMs', 'answeredMs', 'pollIntervalMs', 'polls'].every((name) => Number.isFinite(value[name])) &&
    (value['answer'] === null || isWholeAnswer(value['answer']))
  );
}

function isWholeAnswer(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    typeof value['url'] === 'string' &&
    URL.canParse(value['url']) &&
    typeof value['status'] === 'number' &&
    typeof value['text'] === 'string' &&
    Array.isArray(value['headers']) &&
    value['headers'].every(
      (header) =>
        Array.isArray(header) && header.length === 2 && header.every((part) => typeof part === 'string'),
    )
  );
}
