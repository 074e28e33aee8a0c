import { createHash } from 'node:crypto';

/** A weak validator (RFC 9110, section 8.8.3) over everything that makes an answer what it is. */
export function weakEntityTag(...parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    hash.update(part).update('\0');
  }
  return `W/"${hash.digest('hex')}"`;
}

/** True when an If-None-Match header names the tag, by weak comparison (RFC 9110, section 13.1.2). */
export function matchesEntityTag(ifNoneMatch: string | null, entityTag: string): boolean {
  if (ifNoneMatch === null) {
    return false;
  }
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(entityTag));
}
