import { textOfField } from './meta-entry.ts';

/** The fields of a header (POSIX.1-2017, pax, "ustar Interchange Format"). */
const NAME_BYTES = 100;
const MAGIC_OFFSET = 257;
const PREFIX_OFFSET = 345;

/** The name in a header of a tar, whose bytes may be anything. */
export function nameInHeader(header: Buffer): string {
  const name = textOfField(header.subarray(0, NAME_BYTES));
  const prefix = isPosixHeader(header)
    ? textOfField(header.subarray(PREFIX_OFFSET, PREFIX_OFFSET + prefixBytesOf(header)))
    : '';
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** Other headers have no prefix. */
function isPosixHeader(header: Buffer): boolean {
  return header.toString('latin1', MAGIC_OFFSET, MAGIC_OFFSET + 8) === 'ustar\u000000';
}

/** Some writers have times behind a shorter prefix. */
function prefixBytesOf(header: Buffer): number {
  return header[PREFIX_OFFSET + 130] === 0 ? 130 : 155;
}
