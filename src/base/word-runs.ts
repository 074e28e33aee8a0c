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
const ESCAPED_SPACES: ReadonlySet<number> = new Set([...Buffer.from('nrt')]);

/** Whether the byte at a place is the second one of `\n`, `\r` or `\t`: in JSON and YAML, spaces of a text. */
export function isEscapedSpace(bytes: Uint8Array, at: number): boolean {
  return bytes[at - 1] === BACKSLASH && ESCAPED_SPACES.has(bytes[at] ?? 0);
}

/** The hash of the letters from one place to another, which are one run. */
export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = SEED;
  for (let at = start; at < end; at += 1) {
    hash = Math.imul(hash ^ (KINDS[bytes[at] ?? 0] ?? 0), PRIME);
  }
  return hash;
}
