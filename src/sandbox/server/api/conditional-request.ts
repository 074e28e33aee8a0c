import { matchesEntityTag } from './entity-tag.ts';

/** What an answer would carry to be recognised by. */
export interface Validators {
  readonly etag: string;
  readonly lastModified: string | undefined;
}

/** True when a request brings back validators that still hold; an entity tag outweighs a date (RFC 9110, 13.2.2). */
export function isNotModified(headers: Headers, { etag, lastModified }: Validators): boolean {
  const ifNoneMatch = headers.get('if-none-match');
  if (ifNoneMatch !== null) {
    return matchesEntityTag(ifNoneMatch, etag);
  }
  const since = Date.parse(headers.get('if-modified-since') ?? '');
  return lastModified !== undefined && since >= Date.parse(lastModified);
}
