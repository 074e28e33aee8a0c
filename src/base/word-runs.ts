/** Runs of letters, digits, `-` and `_` of ASCII are 1 to 127, others 128 and above; what separates runs is 0. */
export const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  return byte >= 0x80 ? byte : /[\w-]/.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
});

/** Bytes as they are compared: capital letters of ASCII as small ones. */
const FOLDED = Uint8Array.from({ length: 256 }, (_, byte) => (KINDS[byte] === 0 ? byte : (KINDS[byte] ?? 0)));

/** The hash of a run without any letter. */
export const SEED = 0x811c9dc5 | 0;
export const PRIME = 0x01000193;

/** A sequence of letters and digits. */
export interface Run {
  readonly hash: number;
  /** Behind its last byte. */
  readonly end: number;
  readonly length: number;
}

export function runsOf(bytes: Uint8Array): readonly Run[] {
  const runs: Run[] = [];
  let hash = SEED;
  let length = 0;
  for (let at = 0; at <= bytes.length; at += 1) {
    const kind = KINDS[bytes[at] ?? 0] ?? 0;
    if (length > 0 && !isJoinedKind(KINDS[bytes[at - 1] ?? 0] ?? 0, kind)) {
      runs.push({ hash, end: at, length });
      hash = SEED;
      length = 0;
    }
    if (kind !== 0) {
      hash = Math.imul(hash ^ kind, PRIME);
      length += 1;
    }
  }
  return runs;
}

export function joinHashes(hashes: readonly number[]): number {
  let joined = SEED;
  for (const hash of hashes) {
    joined = Math.imul(joined ^ hash, PRIME) ^ (hash >>> 15);
  }
  return joined;
}

export function folded(text: string): Uint8Array {
  return Buffer.from(text).map((byte) => FOLDED[byte] ?? byte);
}

/** Whether folded bytes are at a place, apart from case. */
export function isSame(bytes: Uint8Array, start: number, sought: Uint8Array): boolean {
  for (let index = 0; index < sought.length; index += 1) {
    if (FOLDED[bytes[start + index] ?? 0] !== sought[index]) {
      return false;
    }
  }
  return true;
}

/** Whether a place is within a run. */
export function isInRun(bytes: Uint8Array, at: number): boolean {
  return (
    at > 0 && at < bytes.length && isJoinedKind(KINDS[bytes[at - 1] ?? 0] ?? 0, KINDS[bytes[at] ?? 0] ?? 0)
  );
}

/** Letters of ASCII and others are in runs of their own: a name can be between quotes or words of another script. */
function isJoinedKind(one: number, other: number): boolean {
  return one !== 0 && other !== 0 && one < 0x80 === other < 0x80;
}

const BACKSLASH = 0x5c;
const PERCENT = 0x25;
const UNDERSCORE = 0x5f;
const HYPHEN = 0x2d;
const ESCAPED_SPACES: ReadonlySet<number> = new Set([...Buffer.from('nrt')]);

/** Whether the byte at a place is the second one of `\n`, `\r` or `\t`: in JSON and YAML, spaces of a text. */
export function isEscapedSpace(bytes: Uint8Array, at: number): boolean {
  return bytes[at - 1] === BACKSLASH && ESCAPED_SPACES.has(bytes[at] ?? 0);
}

/** Whether a word could also begin or end within a run: it is behind an escape such as `%2F`, or has marks of emphasis around it. */
export function isMarkedRun(bytes: Uint8Array, start: number, end: number): boolean {
  const before = bytes[start - 1];
  return before === BACKSLASH || before === PERCENT || isMark(bytes[start]) || bytes[end - 1] === UNDERSCORE;
}

/** Where a word can begin in the run at `start`: there, behind an escape, and behind marks. */
export function wordStarts(bytes: Uint8Array, start: number): readonly number[] {
  const starts = [start, ...escapeEnds(bytes, start)];
  return [
    ...new Set([
      ...starts,
      ...starts.map((one) => {
        let at = one;
        while (isMark(bytes[at])) {
          at += 1;
        }
        return at;
      }),
    ]),
  ];
}

/** Where a word can end in a run up to `end`: there, and before marks. */
export function wordEnds(bytes: Uint8Array, start: number, end: number): readonly number[] {
  let at = end;
  while (at > start && bytes[at - 1] === UNDERSCORE) {
    at -= 1;
  }
  return at === end ? [end] : [end, at];
}

const MAX_MARKS = 64;

/** Whether a word that is at a place begins there. */
export function isWordStart(bytes: Uint8Array, at: number): boolean {
  let start = at;
  while (isInRun(bytes, start) && at - start < MAX_MARKS) {
    start -= 1;
  }
  return wordStarts(bytes, start).includes(at);
}

/** Whether a word ends behind a place: nothing but marks of emphasis are between it and the end of the run. */
export function isWordEnd(bytes: Uint8Array, end: number): boolean {
  let at = end;
  while (bytes[at] === UNDERSCORE) {
    at += 1;
  }
  return !isInRun(bytes, at);
}

/** Marks of emphasis, and of the item of a list. */
function isMark(byte: number | undefined): boolean {
  return byte === UNDERSCORE || byte === HYPHEN;
}

/** Where escapes end whose first letter is the first one of a run: `\n`, `\u003c`, `%2F`, `%252F`. */
function escapeEnds(bytes: Uint8Array, start: number): readonly number[] {
  const text = String.fromCharCode(...bytes.subarray(start, start + MAX_ESCAPE));
  if (bytes[start - 1] === BACKSLASH) {
    return isEscapedSpace(bytes, start) ? [start + 1] : /^u[\da-f]{4}/i.test(text) ? [start + 5] : [];
  }
  return bytes[start - 1] === PERCENT
    ? [/^[\da-f]{2}/i, /^25[\da-f]{2}/i].flatMap((pattern) => {
        const found = pattern.exec(text);
        return found === null ? [] : [start + found[0].length];
      })
    : [];
}

const MAX_ESCAPE = 5;

/** The hash of the letters from one place to another, which are one run. */
export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = SEED;
  for (let at = start; at < end; at += 1) {
    hash = Math.imul(hash ^ (KINDS[bytes[at] ?? 0] ?? 0), PRIME);
  }
  return hash;
}
