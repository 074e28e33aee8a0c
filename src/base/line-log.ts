import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import type { Disk, DiskFile } from './disk.ts';
import { SystemFailure } from './failure.ts';
import { fileFailure } from './file-failure.ts';
import { isJsonObject, type JsonObject } from './json.ts';
import { readOwnBytes } from './own-files.ts';
import { writeWholeFile } from './whole-file.ts';

/** Longer lines are neither written nor accepted. */
export const MAX_LOG_LINE_BYTES = 16 * 1024 * 1024;

/** Each line starts with this many hexadecimal digits of the SHA-256 of its JSON: enough to detect accidental changes. */
const CHECKSUM_DIGITS = 16;

/**
 * The member of each line that contains the checksum of the line before it, so that a removed line is noticed. It is
 * empty in the first line.
 */
const PREVIOUS = 'previous';

const LINE_FEED = 0x0a;

export interface LogContent {
  readonly lines: readonly JsonObject[];
  /**
   * The numbers, from 1, of lines that were changed. They are not among `lines`, except for a last line of which only
   * the line feed was changed.
   */
  readonly damagedLines: readonly number[];
  /** The numbers of lines that do not follow the line before them: at least one line in between is missing. */
  readonly gaps: readonly number[];
  /** True if the log ends with what an interrupted write leaves: half a line, or zeros. */
  readonly isTorn: boolean;
}

export interface LineLog {
  /** Appends a line after all lines before it; with `isLasting`, resolves once it is on the disk. */
  append(line: JsonObject, options: { readonly isLasting: boolean }): Promise<void>;
  close(): Promise<void>;
}

/** Reads a log of checksummed lines; an absent log is empty. */
export async function readLineLog(path: string): Promise<LogContent> {
  try {
    const bytes = (await readOwnBytes(path)) ?? Buffer.of();
    if (typeof bytes === 'string') {
      throw new SystemFailure('file-system', `Cannot read "${path}": it ${bytes}`);
    }
    return splitLines(bytes).content;
  } catch (error) {
    throw fileFailure(error, 'read', path);
  }
}

/**
 * Opens a log for appending and returns its content. Half a line at the end is cut off first, so that the next line does
 * not become part of it; a changed line feed is restored. The caller must hold a lock: there can be only one writer.
 */
export async function openLineLog(
  path: string,
  disk: Disk,
): Promise<{ readonly log: LineLog; readonly content: LogContent }> {
  try {
    await disk.makeDirectory(dirname(path));
    const file = await disk.open(path);
    try {
      const bytes = await readAll(file);
      const { content, wholeBytes, lastChecksum } = splitLines(bytes);
      if (wholeBytes < bytes.byteLength) {
        await file.truncate(wholeBytes);
      } else if (wholeBytes > 0 && bytes.at(-1) !== LINE_FEED) {
        await file.write(Buffer.of(LINE_FEED), wholeBytes - 1);
      }
      await file.sync();
      await disk.syncDirectory(dirname(path));
      return { log: createLog(file, { path, sizeBytes: wholeBytes, lastChecksum }), content };
    } catch (error) {
      await file.close();
      throw error;
    }
  } catch (error) {
    throw fileFailure(error, 'open', path);
  }
}

/** Atomically replaces a log, which must not be open. Lines of `damage` come first, and are found as damaged ones. */
export async function writeLineLog(
  path: string,
  lines: readonly JsonObject[],
  { disk, damage = [] }: { readonly disk: Disk; readonly damage?: readonly string[] },
): Promise<void> {
  const damaged = damage.map((line) => Buffer.from(`${line}\n`));
  await writeWholeFile(path, Buffer.concat([...damaged, encodeLog(lines)]), disk);
}

/** The bytes of a log with these lines. */
export function encodeLog(lines: readonly JsonObject[]): Buffer {
  let lastChecksum = '';
  const encoded = lines.map((line) => {
    const { bytes, checksum } = encodeLine(line, lastChecksum);
    lastChecksum = checksum;
    return bytes;
  });
  return Buffer.concat(encoded);
}

/** The content of a log with these bytes. */
export function decodeLog(bytes: Buffer): LogContent {
  return splitLines(bytes).content;
}

interface LogEnd {
  readonly path: string;
  readonly sizeBytes: number;
  /** Empty if there is no line yet. */
  readonly lastChecksum: string;
}

/** Appends in the order of the calls; once an append has failed, all later ones fail with the same error. */
function createLog(file: DiskFile, { path, ...end }: LogEnd): LineLog {
  let { sizeBytes, lastChecksum } = end;
  let latest: Promise<void> = Promise.resolve();

  async function write(bytes: Buffer, isLasting: boolean): Promise<void> {
    try {
      // A process that was suspended after checking its lock would overwrite the lines of its successor.
      if ((await file.sizeBytes()) !== sizeBytes) {
        throw new SystemFailure('locked', `Cannot write "${path}": another run is writing it`);
      }
      await file.write(bytes, sizeBytes);
      sizeBytes += bytes.byteLength;
      if (isLasting) {
        await file.sync();
      }
    } catch (error) {
      throw fileFailure(error, 'write', path);
    }
  }

  return {
    append(line, { isLasting }) {
      const { bytes, checksum } = encodeLine(line, lastChecksum);
      lastChecksum = checksum;
      latest = latest.then(() => write(bytes, isLasting));
      return latest;
    },
    async close() {
      await latest.catch(() => undefined); // The caller of `append` got this error.
      await file.close();
    },
  };
}

function encodeLine(
  line: JsonObject,
  previous: string,
): { readonly bytes: Buffer; readonly checksum: string } {
  const json = JSON.stringify({ ...line, [PREVIOUS]: previous });
  const checksum = checksumOf(json);
  const bytes = Buffer.from(`${checksum} ${json}\n`);
  if (bytes.byteLength > MAX_LOG_LINE_BYTES) {
    throw new RangeError(
      `Cannot log a line of ${bytes.byteLength} bytes: the limit is ${MAX_LOG_LINE_BYTES}`,
    );
  }
  return { bytes, checksum };
}

async function readAll(file: DiskFile): Promise<Buffer> {
  const bytes = Buffer.alloc(await file.sizeBytes());
  for (let done = 0; done < bytes.byteLength; ) {
    const count = await file.read(bytes.subarray(done), done);
    if (count === 0) {
      return bytes.subarray(0, done);
    }
    done += count;
  }
  return bytes;
}

interface SplitLog {
  readonly content: LogContent;
  /** Where the next line goes, and the rest of an interrupted write begins. */
  readonly wholeBytes: number;
  readonly lastChecksum: string;
}

/** Checks each line, and that it follows the one before it. */
function splitLines(bytes: Buffer): SplitLog {
  const lines: JsonObject[] = [];
  const zeroed: number[] = [];
  const damaged: number[] = [];
  const gaps: number[] = [];
  let start = 0;
  let wholeBytes = 0;
  let number = 0;
  let lastWhole = 0;
  let lastChecksum = '';
  let isAfterDamage = false;

  function take({ line, checksum, previous }: DecodedLine): void {
    lines.push(line);
    if (!isAfterDamage && previous !== lastChecksum) {
      gaps.push(number);
    }
    isAfterDamage = false;
    lastChecksum = checksum;
    lastWhole = number;
    wholeBytes = start;
  }

  for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, start)) {
    number += 1;
    const text = bytes.subarray(start, end);
    const decoded = decodeLine(text);
    start = end + 1;
    if (decoded !== undefined) {
      take(decoded);
      continue;
    }
    isAfterDamage = true;
    if (hasZeros(text)) {
      zeroed.push(number);
    } else {
      damaged.push(number);
      lastWhole = number;
      wholeBytes = start;
    }
  }
  const unended = decodeLine(bytes.subarray(start, -1));
  if (unended !== undefined) {
    number += 1;
    start = bytes.byteLength;
    take(unended);
    damaged.push(number);
  }
  const damagedLines = [...damaged, ...zeroed.filter((each) => each < lastWhole)].sort((a, b) => a - b);
  const isTorn = wholeBytes < bytes.byteLength;
  return { content: { lines, damagedLines, gaps, isTorn }, wholeBytes, lastChecksum };
}

/** A file system that writes sizes before bytes leaves zeros after a power cut. A single zero may be a changed space. */
function hasZeros(line: Buffer): boolean {
  return line.includes('\0\0') || (line.byteLength > 0 && line.every((byte) => byte === 0));
}

interface DecodedLine {
  readonly line: JsonObject;
  readonly checksum: string;
  /** The checksum of the line before. */
  readonly previous: string;
}

function decodeLine(bytes: Buffer): DecodedLine | undefined {
  if (bytes.byteLength >= MAX_LOG_LINE_BYTES) {
    return undefined;
  }
  const text = bytes.toString('utf8');
  const json = text.slice(CHECKSUM_DIGITS + 1);
  const checksum = checksumOf(json);
  if (text.slice(0, CHECKSUM_DIGITS + 1) !== `${checksum} `) {
    return undefined;
  }
  const value: unknown = JSON.parse(json); // The checksum proves that we wrote it.
  if (!isJsonObject(value)) {
    return undefined;
  }
  const { [PREVIOUS]: previous, ...line } = value as JsonObject;
  return typeof previous === 'string' ? { line, checksum, previous } : undefined;
}

function checksumOf(json: string): string {
  return createHash('sha256').update(json).digest('hex').slice(0, CHECKSUM_DIGITS);
}
