/** The part of an object to send; both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a Range header (RFC 9110, section 14.1.2). What is no single byte range is ignored: the whole object
 * is meant then, as storage services have it.
 */
export function parseRange(header: string | null, sizeBytes: number): ByteRange | 'unsatisfiable' | 'whole' {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) {
    return 'whole';
  }
  if (first === '') {
    const suffixBytes = Number(last);
    const start = Math.max(0, sizeBytes - suffixBytes);
    return suffixBytes === 0 || sizeBytes === 0 ? 'unsatisfiable' : { start, end: sizeBytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < start) {
    return 'whole';
  }
  return start >= sizeBytes ? 'unsatisfiable' : { start, end };
}
