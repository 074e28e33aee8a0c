import { isUtf8 } from 'node:buffer';

/**
 * Names in git, in tar and on disks are bytes, and need not be UTF-8. Here they are texts in which each byte that is not
 * part of valid UTF-8 is a lone surrogate, U+DC80 to U+DCFF: no valid UTF-8 contains one, so that different names
 * remain different and `bytesOfText` returns the same bytes. (Python calls this form "surrogateescape", PEP 383.)
 */
const FIRST_ESCAPE = 0xdc00;

const ESCAPED = /[\udc80-\udcff]/;

/** A lone one: the second half of a pair follows the first half. */
const LONE_ESCAPE = /(?<![\ud800-\udbff])[\udc80-\udcff]/g;

/** Decodes a name without loss. */
export function textOfBytes(bytes: Uint8Array): string {
  const buffer = bufferOf(bytes);
  return isUtf8(buffer) ? buffer.toString('utf8') : escapeInvalid(buffer);
}

/** The bytes of a name; the inverse of `textOfBytes`. */
export function bytesOfText(text: string): Buffer {
  if (!ESCAPED.test(text)) {
    return Buffer.from(text);
  }
  const pieces: Buffer[] = [];
  let start = 0;
  for (const { index } of text.matchAll(LONE_ESCAPE)) {
    pieces.push(Buffer.from(text.slice(start, index)), Buffer.of(text.charCodeAt(index) - FIRST_ESCAPE));
    start = index + 1;
  }
  return Buffer.concat([...pieces, Buffer.from(text.slice(start))]);
}

/** A name as people see it, with `\xe9` for a byte that is not UTF-8. */
export function shownBytes(text: string): string {
  return ESCAPED.test(text)
    ? text.replace(LONE_ESCAPE, (unit) => `\\x${(unit.charCodeAt(0) - FIRST_ESCAPE).toString(16)}`)
    : text;
}

/** Backslashes that could be mistaken for the one of an escaped byte. */
const MISTAKABLE = /\\+(?=x[89a-f][0-9a-f]|[\udc80-\udcff])/g;

/**
 * A name as texts keep it that have no lone surrogates: columns of a database, addresses, JSON. It is the name as people
 * see it, except that backslashes are doubled where they could be mistaken, so that different names remain different.
 */
export function escapedName(name: string): string {
  return shownBytes(name.replace(MISTAKABLE, (run) => run + run));
}

/** The inverse of `escapedName`. */
export function unescapedName(escaped: string): string {
  return escaped.replace(/(\\+)x([89a-f][0-9a-f])/g, (_, run: string, digits: string) => {
    const backslashes = run.slice(run.length - Math.floor(run.length / 2));
    return run.length % 2 === 0
      ? `${backslashes}x${digits}`
      : `${backslashes}${String.fromCharCode(FIRST_ESCAPE + Number.parseInt(digits, 16))}`;
  });
}

/** Whether a name is valid UTF-8. */
export function isUtf8Name(name: string): boolean {
  return shownBytes(name) === name;
}

/** A path for Node's file functions, which decode and encode texts as UTF-8. */
export function pathOfText(path: string): string | Buffer {
  return ESCAPED.test(path) ? bytesOfText(path) : path;
}

/** Views bytes as a `Buffer` without copying them: messages and other libraries deliver plain arrays. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The length of a UTF-8 sequence by its first byte; 0 for a byte that begins none. */
function sequenceLength(first: number): number {
  return first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
}

function escapeInvalid(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0;
    const sequence = bytes.subarray(at, at + sequenceLength(first));
    if (sequence.length > 0 && isUtf8(sequence)) {
      text += sequence.toString('utf8');
      at += sequence.length;
    } else {
      text += String.fromCharCode(FIRST_ESCAPE + first);
      at += 1;
    }
  }
  return text;
}
