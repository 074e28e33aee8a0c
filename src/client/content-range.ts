/** What a Content-Range header says; `totalBytes` is undefined where the length is not known (`*`). */
export interface ContentRange {
  /** Undefined in the answer to a range that cannot be had (416). */
  readonly firstByte: number | undefined;
  readonly totalBytes: number | undefined;
}

/** Reads a Content-Range header (RFC 9110, 14.4), or gives undefined where it is none. */
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
