import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Disk, DiskFile } from './disk.ts';
import { Failure } from './failure.ts';
import { fileFailure, ifPresent } from './file-failure.ts';
import { isJsonObject, type JsonObject } from './json.ts';
import { writeWholeFile } from './whole-file.ts';

/** Longer lines are not written, and not believed where they are read. */
export const MAX_LOG_LINE_BYTES = 16 * 1024 * 1024;

/** Hexadecimal digits of the SHA-256 of a line's JSON text that stand before it: chance does not forge them. */
const CHECKSUM_DIGITS = 16;

const LINE_FEED = 0x0a;

/** What a log of lines holds. */
export interface LogContent {
  readonly lines: readonly JsonObject[];
  /**
   * Numbers, from 1, of lines that somebody or something has changed. They are not among `lines`, except for a last one
   * of which only the line feed was changed.
   */
  readonly damagedLines: readonly number[];
  /** True where the end is what an interrupted write leaves: half a line, or zeros. */
  readonly isTorn: boolean;
}

/** A log that lines are appended to. */
export interface LineLog {
  /** Appends a line after all lines before it; with `isLasting`, resolves once it is on the disk. */
  append(line: JsonObject, options: { readonly isLasting: boolean }): Promise<void>;
  close(): Promise<void>;
}

/** Reads a log of checksummed lines; one that is not there is empty. */
export async function readLineLog(path: string): Promise<LogContent> {
  try {
    return splitLines((await ifPresent(readFile(path))) ?? Buffer.of()).content;
  } catch (error) {
    throw fileFailure(error, 'read', path);
  }
}

/**
 * Opens a log for appending and gives what it holds. Half a line at its end is cut off first, or the next line would
 * be taken for its rest; a changed line feed is put right. One writer at a time: whoever opens a log holds a lock over it.
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
      const { content, wholeBytes } = splitLines(bytes);
      if (wholeBytes < bytes.byteLength) {
        await file.truncate(wholeBytes);
      } else if (wholeBytes > 0 && bytes.at(-1) !== LINE_FEED) {
        await file.write(Buffer.of(LINE_FEED), wholeBytes - 1);
      }
      await file.sync();
      await disk.syncDirectory(dirname(path));
      return { log: createLog(file, wholeBytes, path), content };
    } catch (error) {
      await file.close();
      throw error;
    }
  } catch (error) {
    throw fileFailure(error, 'open', path);
  }
}

/** Puts a log with other lines in the place of one, whole. Nobody may have it open. */
export async function writeLineLog(path: string, lines: readonly JsonObject[], disk: Disk): Promise<void> {
  await writeWholeFile(path, Buffer.concat(lines.map(encodeLine)), disk);
}

/** Appends in the order of the calls; after a fault every further append fails with it. */
function createLog(file: DiskFile, startBytes: number, path: string): LineLog {
  let sizeBytes = startBytes;
  let latest: Promise<void> = Promise.resolve();

  async function write(bytes: Buffer, isLasting: boolean): Promise<void> {
    try {
      // Whoever stood still between its lock and this line would write over what came after.
      if ((await file.sizeBytes()) !== sizeBytes) {
        throw new Failure('locked', `Cannot write "${path}": another run is writing it`);
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
      const bytes = encodeLine(line);
      latest = latest.then(() => write(bytes, isLasting));
      return latest;
    },
    async close() {
      await latest.catch(() => undefined); // Whoever appended has heard of it.
      await file.close();
    },
  };
}

function encodeLine(line: JsonObject): Buffer {
  const json = JSON.stringify(line);
  const bytes = Buffer.from(`${checksumOf(json)} ${json}\n`);
  if (bytes.byteLength > MAX_LOG_LINE_BYTES) {
    throw new RangeError(
      `Cannot log a line of ${bytes.byteLength} bytes: the limit is ${MAX_LOG_LINE_BYTES}`,
    );
  }
  return bytes;
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

/** Judges each line; `wholeBytes` is where the next line goes: what an interrupted write left lies after it. */
function splitLines(bytes: Buffer): { readonly content: LogContent; readonly wholeBytes: number } {
  const lines: JsonObject[] = [];
  const zeroed: number[] = [];
  const damaged: number[] = [];
  let start = 0;
  let wholeBytes = 0;
  let number = 0;
  let lastWhole = 0;
  for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, start)) {
    number += 1;
    const text = bytes.subarray(start, end);
    const line = decodeLine(text);
    start = end + 1;
    if (line === undefined && hasZeros(text)) {
      zeroed.push(number);
      continue;
    }
    if (line === undefined) {
      damaged.push(number);
    } else {
      lines.push(line);
    }
    wholeBytes = start;
    lastWhole = number;
  }
  const unended = decodeLine(bytes.subarray(start, -1));
  if (unended !== undefined) {
    lines.push(unended);
    damaged.push(number + 1);
    lastWhole = number + 1;
    wholeBytes = bytes.byteLength;
  }
  const damagedLines = [...damaged, ...zeroed.filter((each) => each < lastWhole)].sort((a, b) => a - b);
  return { content: { lines, damagedLines, isTorn: wholeBytes < bytes.byteLength }, wholeBytes };
}

/** A file system that writes sizes before bytes leaves zeros after a power cut. One alone may be a changed blank. */
function hasZeros(line: Buffer): boolean {
  return line.includes('\0\0') || (line.byteLength > 0 && line.every((byte) => byte === 0));
}

function decodeLine(bytes: Buffer): JsonObject | undefined {
  if (bytes.byteLength >= MAX_LOG_LINE_BYTES) {
    return undefined;
  }
  const text = bytes.toString('utf8');
  const json = text.slice(CHECKSUM_DIGITS + 1);
  if (text.slice(0, CHECKSUM_DIGITS + 1) !== `${checksumOf(json)} `) {
    return undefined;
  }
  const value: unknown = JSON.parse(json); // The checksum says that we wrote it.
  return isJsonObject(value) ? (value as JsonObject) : undefined;
}

function checksumOf(json: string): string {
  return createHash('sha256').update(json).digest('hex').slice(0, CHECKSUM_DIGITS);
}
