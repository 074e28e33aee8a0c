/** The first bytes of a longer array. */
export interface ByteRun {
  readonly bytes: Uint8Array;
  readonly length: number;
}

/** Bytes within an array: from `start` up to `end`. */
export interface ByteRange {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** Below this many bytes a loop takes less time than a call. */
const SHORT_COPY = 48;

/** Copies `count` bytes; gives where they end in `to`. */
export function copyBytes(
  { bytes, start, count }: { readonly bytes: Uint8Array; readonly start: number; readonly count: number },
  to: Uint8Array,
  toStart: number,
): number {
  if (count < SHORT_COPY) {
    for (let index = 0; index < count; index += 1) {
      to[toStart + index] = bytes[start + index] ?? 0;
    }
  } else {
    to.set(bytes.subarray(start, start + count), toStart);
  }
  return toStart + count;
}

/** How many bytes two runs begin with in common. */
export function sharedLength(one: ByteRun, other: ByteRun): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one.bytes[length] === other.bytes[length]) {
    length += 1;
  }
  return length;
}
