/** The value of a Range header (RFC 9110, 14.2): the bytes from `start` to `end`, or to the last one. */
export function rangeFrom(start: number, end?: number): string {
  return `bytes=${start}-${end ?? ''}`;
}

/** A Content-Range header. */
interface ContentRange {
  /** Undefined in the response to an unsatisfiable range (416). */
  readonly firstByte: number | undefined;
  /** Undefined if the size is unknown (`*`). */
  readonly totalBytes: number | undefined;
}

/** Parses a Content-Range header (RFC 9110, 14.4); undefined if it is invalid. */
export function parseContentRange(header: string | undefined): ContentRange | undefined {
  const match = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+|\*)$/i.exec(header?.trim() ?? '');
  if (match === null) {
    return undefined;
  }
  const [, first, last, total] = match;
  if (Number(first ?? 0) > Number(last ?? 0)) {
    return undefined;
  }
  return {
    firstByte: first === undefined ? undefined : Number(first),
    totalBytes: total === '*' || total === undefined ? undefined : Number(total),
  };
}
