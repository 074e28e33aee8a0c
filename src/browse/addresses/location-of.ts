import { decodePart } from '../../base/text-ends.ts';

/**
 * The value of a `Location` header. It is built from the segments of a path, so browsers stay on this host whatever an
 * address contains (`//host`, `\\host`, `javascript:`). `ending` is appended to the path.
 */
export function locationOf(address: string, ending = ''): string {
  const wellFormed = Buffer.from(address).toString(); // Replaces lone surrogates, which cannot be encoded.
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(wellFormed) ?? [];
  const printable = rest.replace(/[^\x21-\x7e]/gu, encodeURIComponent);
  return `${pathOfSegments(segmentsOf(path))}${ending}${printable}`;
}

/** The decoded segments of a path, without empty ones. Browsers treat a backslash as a slash. */
export function segmentsOf(path: string): readonly string[] {
  return path
    .split(/[\\/]/)
    .filter((part) => part !== '')
    .map(decodePart);
}

export function pathOfSegments(segments: readonly string[]): string {
  return `/${segments.map(encodeURIComponent).join('/')}`;
}
