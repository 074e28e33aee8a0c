import { decodePart } from '../paths.ts';

/**
 * The value of a `Location` header. It is made of the segments of a path, so whatever an address contains (`//host`,
 * `\\host`, `javascript:`), browsers stay with this reader. `ending` is put behind the path.
 */
export function locationOf(address: string, ending = ''): string {
  const wellFormed = Buffer.from(address).toString(); // Half of a surrogate pair cannot be encoded.
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(wellFormed) ?? [];
  const printable = rest.replace(/[^\x21-\x7e]/gu, encodeURIComponent);
  return `${pathOfSegments(segmentsOf(path))}${ending}${printable}`;
}

/** The parts of a path, decoded. Browsers take a backslash for a slash; parts without text are left out. */
export function segmentsOf(path: string): readonly string[] {
  return path
    .split(/[\\/]/)
    .filter((part) => part !== '')
    .map(decodePart);
}

export function pathOfSegments(segments: readonly string[]): string {
  return `/${segments.map(encodeURIComponent).join('/')}`;
}
