import { isUtf8 } from 'node:buffer';
import { createRequire } from 'node:module';
import { bytesOfText, textOfBytes } from '../base/byte-text.ts';

type Detector = typeof import('chardet');

/** The text of a file, and the encoding that it was read in; null for UTF-8. */
export interface FileText {
  readonly text: string;
  readonly encoding: string | null;
}

/** How much is searched for a null byte to detect binary files, as git does. */
const JUDGED_BYTES = 8_000;

/** Decodes a file as people read it; undefined if it is binary. */
export function readFileText(bytes: Buffer): FileText | undefined {
  const judged = bytes.subarray(0, JUDGED_BYTES);
  const wide = wideEncodingOf(judged);
  const wideText = wide === undefined ? undefined : tryDecode(bytes, wide);
  if (wide !== undefined && wideText !== undefined && !CONTROL.test(wideText)) {
    return { text: wideText.replace(BOM, ''), encoding: wide };
  }
  if (judged.includes(0)) {
    return undefined;
  }
  const encoding = encodingOf(bytes);
  return { text: decodeIn(bytes, encoding).replace(BOM, ''), encoding };
}

/**
 * Decodes the lines of a file, given by `textOfBytes`. Those that are not UTF-8 share an encoding; the others keep
 * theirs, because the lines of a diff can come from before and after a conversion.
 */
export function readLines(lines: readonly string[]): {
  readonly lines: readonly string[];
  readonly encoding: string | null;
} {
  const foreign = lines.filter((line) => ESCAPED.test(line));
  if (foreign.length === 0) {
    return { lines, encoding: null };
  }
  const encoding = encodingOf(bytesOfText(foreign.join('\n')));
  return {
    lines: lines.map((line) => (ESCAPED.test(line) ? decodeIn(bytesOfText(line), encoding) : line)),
    encoding,
  };
}

/** Decodes Windows-1252, which has a character for each byte. Versions of Node decode it as Latin-1 (nodejs/node issue 56542). */
export function readWindows1252(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (control) => FROM_0X80.charAt(control.charCodeAt(0) - 0x80));
}

/** What Windows-1252 has in place of the 32 controls of Latin-1, and the controls that it keeps. */
const FROM_0X80 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const BOM = /^\ufeff/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no text has.
const CONTROL = /[\0-\x08\x0e-\x1a]/;
const ESCAPED = /[\udc80-\udcff]/;
const LATIN = 'Windows-1252';

/** Without a mark, UTF-16 is recognised by the null bytes of its ASCII characters, which are all even or all odd. */
function wideEncodingOf(head: Buffer): 'UTF-16LE' | 'UTF-16BE' | undefined {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) {
    return 'UTF-16LE';
  }
  if (first === 0xfe && second === 0xff) {
    return 'UTF-16BE';
  }
  const counts = [0, 0];
  for (let at = head.indexOf(0); at >= 0; at = head.indexOf(0, at + 1)) {
    counts[at % 2] = (counts[at % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = counts;
  const isWide = Math.min(even, odd) === 0 && Math.max(even, odd) * 4 > head.length;
  return isWide ? (even === 0 ? 'UTF-16LE' : 'UTF-16BE') : undefined;
}

/** The encoding of bytes that contain a text of one byte or several bytes per character; null for UTF-8. */
function encodingOf(bytes: Buffer): string | null {
  if (isUtf8(bytes) || isMostlyUtf8(bytes)) {
    return null;
  }
  return detect(bytes) ?? LATIN;
}

/** A file of UTF-8 with damaged places remains UTF-8. */
function isMostlyUtf8(bytes: Buffer): boolean {
  const text = textOfBytes(bytes);
  const damaged = text.match(/(?<![\ud800-\udbff])[\udc80-\udcff]/g)?.length ?? 0;
  const whole = text.match(/[^\0-\x7f\udc80-\udcff]/gu)?.length ?? 0;
  return whole > damaged;
}

const SAMPLE_BYTES = 16 * 1024;
/** The detector compares frequencies, so that a single short line says too little. */
const LEAST_SAMPLE_BYTES = 1_000;
/** Less than that, from 0 to 100, is a guess. */
const LEAST_CONFIDENCE = 12;
/** By how much another encoding of European letters must be more likely than the most common one. */
const LEAD = 12;
/** Fewer different letters do not tell the encodings of European letters apart. */
const LEAST_LETTERS = 4;
const COMMON = /^(?:ISO-8859-1|windows-1252)$/;
const EUROPEAN = /^(?:ISO-8859-[29]|windows-125[0478])$/;

/** The most likely encoding; undefined if it is Windows-1252, or none is likely. */
function detect(bytes: Buffer): string | undefined {
  const detector: Detector = createRequire(import.meta.url)('chardet'); // Loaded with the first file that is not UTF-8.
  const sample = sampleOf(bytes);
  const found = detector
    .analyse(sample)
    .filter(
      ({ confidence, name }) =>
        confidence >= LEAST_CONFIDENCE && (COMMON.test(name) || isText(tryDecode(bytes, name))),
    );
  const [best] = found;
  if (best === undefined || COMMON.test(best.name)) {
    return undefined;
  }
  const common = found.find(({ name }) => COMMON.test(name))?.confidence ?? 0;
  const letters = new Set(sample.filter((byte) => byte >= 0x80)).size;
  const isDoubtful = letters < LEAST_LETTERS || best.confidence <= common + LEAD;
  return EUROPEAN.test(best.name) && isDoubtful ? undefined : best.name;
}

/** The lines that are not ASCII, repeated up to a length that can be judged. */
function sampleOf(bytes: Buffer): Buffer {
  const lines = bytes
    .toString('latin1')
    .split(/[\r\n]+/)
    .filter((line) => /[\x80-\xff]/.test(line))
    .join('\n')
    .slice(0, SAMPLE_BYTES);
  return Buffer.from(`${lines}\n`.repeat(Math.ceil(LEAST_SAMPLE_BYTES / (lines.length + 1))), 'latin1');
}

/** Texts have neither controls of the upper range nor characters for private use. */
function isText(text: string | undefined): boolean {
  return text !== undefined && !/[\x80-\x9f\ue000-\uf8ff]/.test(text);
}

function decodeIn(bytes: Buffer, encoding: string | null): string {
  if (encoding === LATIN) {
    return readWindows1252(bytes);
  }
  return encoding === null ? bytes.toString('utf8') : new TextDecoder(encoding).decode(bytes);
}

function tryDecode(bytes: Buffer, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined; // It is not in this encoding, or Node does not know it.
  }
}
