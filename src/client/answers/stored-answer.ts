import { isJsonObject, parseJson } from '../../base/index.ts';

/** What is remembered of one address: a JSON file each, so every member is plain JSON. Times are milliseconds. */
export interface StoredAnswer {
  readonly format: typeof ANSWER_FORMAT;
  /** When it was asked for. */
  readonly askedMs: number;
  /** The least time between two questions (X-Poll-Interval); 0 where the service names none. */
  readonly pollIntervalMs: number;
  /** How often in a row the service was asked whether it changed. */
  readonly polls: number;
  /** The last whole answer with its validators; null where there is none to compare with. */
  readonly answer: WholeAnswer | null;
}

export interface WholeAnswer {
  readonly url: string;
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
}

export const ANSWER_FORMAT = 2;

/** How the text of each answer of this format begins. */
export const ANSWER_START = `{"format":${ANSWER_FORMAT},`;

/** The headers that somebody reads of an answer that is known already. No other is stored: cookies are secrets. */
const STORED_HEADER =
  /^(?:content-type|date|etag|last-modified|link|x-poll-interval|x-(?:accepted-)?oauth-scopes|x-accepted-(?:service|github)-permissions|(?:service|github)-authentication-token-expiration|x-(?:service|github)-(?:api-version-selected|media-type|sso))$/;

/** The answer as it may be stored. */
export function storableAnswer(answer: WholeAnswer): WholeAnswer {
  return { ...answer, headers: answer.headers.filter(([name]) => STORED_HEADER.test(name)) };
}

/** Reads a stored answer; undefined where it is not what this version writes. */
export function parseStoredAnswer(text: string): StoredAnswer | undefined {
  const value = parseJson(text);
  return isStoredAnswer(value) ? value : undefined;
}

function isStoredAnswer(value: unknown): value is StoredAnswer {
  return (
    isJsonObject(value) &&
    value['format'] === ANSWER_FORMAT &&
    ['askedMs', 'pollIntervalMs', 'polls'].every((name) => Number.isFinite(value[name])) &&
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
