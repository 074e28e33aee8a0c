import type { Parser } from 'tar/parse';
import type { ReadEntry } from 'tar/read-entry';
import { isUtf8Name } from '../base/byte-text.ts';
import { quoteText } from '../base/terminal-text.ts';
import { createFinding, type Finding } from '../model/findings.ts';
import { loadTar } from './load-tar.ts';
import { MAX_META_BYTES, MetaEntry } from './meta-entry.ts';
import { nameInHeader } from './name-in-header.ts';
import { type RawEntry, rawEntryOf } from './raw-entry.ts';

/** Receives the bytes of a tar in chunks of any size. */
export interface TarReader {
  write(chunk: Buffer): void;
  /** To be called after the last chunk. `isGuarded` means that a checksum confirms the length of the stream. */
  end(isGuarded: boolean): void;
}

const BLOCK_BYTES = 512;

/** Creates a reader for one tar, or for several concatenated ones, as in concatenated gzip members. */
export function createTarReader(handlers: TarHandlers): TarReader {
  let tar = new OneTar(handlers);
  let isFirst = true;
  let paddingBytes = 0;

  /** Skips the zeros after an end marker; returns the start of the next tar, if any. */
  function skipPadding(chunk: Buffer): Buffer | undefined {
    const filled = countZeros(chunk);
    if (filled === chunk.length) {
      paddingBytes += chunk.length;
      return undefined;
    }
    const zerosBefore = (paddingBytes + filled) % BLOCK_BYTES;
    paddingBytes = 0;
    return Buffer.concat([Buffer.alloc(zerosBefore), chunk.subarray(filled)]);
  }

  function write(chunk: Buffer): void {
    let rest: Buffer | undefined = chunk;
    while (rest !== undefined && rest.length > 0) {
      if (tar.hasEnded) {
        rest = skipPadding(rest);
        if (rest === undefined) {
          return;
        }
        if (isFirst) {
          handlers.report(createFinding('tar-trailing-bytes', 'More data follows the end marker of the tar'));
          isFirst = false;
        }
        tar = new OneTar(handlers);
      }
      const behindBytes: number = tar.write(rest);
      rest = rest.subarray(rest.length - behindBytes);
    }
  }

  return { write, end: (isGuarded) => tar.end(isGuarded) };
}

function countZeros(chunk: Buffer): number {
  let at = 0;
  while (at < chunk.length && chunk[at] === 0) {
    at += 1;
  }
  return at;
}

/** Receives the bytes of one entry. */
export interface BodyTaker {
  write(chunk: Buffer): void;
  /** `isWhole` is false if the tar ends inside the entry. */
  end(isWhole: boolean): void;
}

/** Callbacks, which are called before `write` returns. */
export interface TarHandlers {
  /** Called for each entry; returns the receiver of its bytes, or undefined to skip them. */
  readonly onEntry: (entry: RawEntry) => BodyTaker | undefined;
  readonly report: (finding: Finding) => void;
}

/**
 * Reads one tar up to its end marker with the `tar` package. That parser does not report a missing end marker, a
 * truncated header or discarded attributes; this class does.
 */
export class OneTar {
  readonly #handlers: TarHandlers;
  readonly #parser: Parser;
  readonly #tar = loadTar('header');
  #writtenBytes = 0;
  /** The start of a block that continues in the next chunk. */
  #block: Buffer = Buffer.alloc(0);
  #fedBytes = 0;
  /** Where the next header begins. */
  #consumedBytes = 0;
  #meta: MetaEntry | undefined;
  /** The name of the next entry from meta entries before it. */
  #path: string | undefined;
  /** The header block that was passed to the parser last. */
  #header: Buffer = Buffer.alloc(0);
  #damagedAttributes: readonly string[] = [];
  #damagedBlocks = 0;
  #hasEnded = false;
  #isNameLost = false;
  #isSparse = false;
  #isCut = false;

  constructor(handlers: TarHandlers) {
    this.#handlers = handlers;
    const { Parser } = loadTar('parse');
    this.#parser = new Parser({ strict: false, maxMetaEntrySize: MAX_META_BYTES })
      .on('entry', (entry: ReadEntry) => this.#onEntry(entry))
      .on('ignoredEntry', (entry: ReadEntry) => this.#onIgnoredEntry(entry))
      .on('nullBlock', () => this.#consume(BLOCK_BYTES))
      .on('eof', () => this.#onEndMarker())
      .on('warn', (code: string, _message: string, about: { readonly entry?: ReadEntry }) =>
        this.#onWarning(code, about.entry),
      );
  }

  /** True after the end marker, when nothing may be written. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Parses a chunk of any size; returns how many of its bytes follow the end marker. */
  write(chunk: Buffer): number {
    this.#writtenBytes += chunk.length;
    this.#writeBlocks(chunk);
    const behindBytes = this.#writtenBytes - this.#consumedBytes;
    return this.#hasEnded && behindBytes > 0 && behindBytes <= chunk.length ? behindBytes : 0;
  }

  /**
   * The parser only receives whole blocks. Otherwise it regards an entry as truncated, or throws, if the tar ends inside
   * the next header.
   */
  #writeBlocks(chunk: Buffer): void {
    const missing = this.#block.length === 0 ? 0 : BLOCK_BYTES - this.#block.length;
    if (chunk.length < missing) {
      this.#block = Buffer.concat([this.#block, chunk]);
      return;
    }
    if (missing > 0) {
      this.#feed(Buffer.concat([this.#block, chunk.subarray(0, missing)]));
    }
    const blocksEnd = chunk.length - ((chunk.length - missing) % BLOCK_BYTES);
    if (blocksEnd > missing && !this.#hasEnded) {
      this.#feed(chunk.subarray(missing, blocksEnd));
    }
    this.#block = chunk.subarray(blocksEnd);
  }

  /** The parser receives a meta entry in one piece: it decodes each piece by itself, and does not report damage. */
  #feed(blocks: Buffer): void {
    for (let at = 0; at < blocks.length && !this.#hasEnded; ) {
      const restBytes = this.#consumedBytes - this.#fedBytes;
      if (restBytes === 0) {
        this.#header = blocks.subarray(at, at + BLOCK_BYTES);
        this.#meta = MetaEntry.open(this.#header, this.#tar);
      }
      const meta = this.#meta;
      const piece = blocks.subarray(at, at + (meta?.missingBytes ?? Math.max(restBytes, BLOCK_BYTES)));
      at += piece.length;
      this.#fedBytes += piece.length;
      if (meta === undefined) {
        this.#parser.write(piece);
      } else if (meta.take(piece)) {
        this.#finishMeta(meta);
      }
    }
  }

  #finishMeta(meta: MetaEntry): void {
    const { damaged, isSparse, path } = meta.readAttributes();
    this.#path = path ?? this.#path;
    this.#isSparse ||= isSparse;
    this.#damagedAttributes = [...this.#damagedAttributes, ...damaged];
    this.#meta = undefined;
    this.#consumedBytes = this.#fedBytes;
    this.#parser.write(meta.bytes);
  }

  /** To be called after the last chunk. `isGuarded` means that a checksum confirms the length of the stream. */
  end(isGuarded: boolean): void {
    if (this.#meta !== undefined) {
      this.#parser.write(this.#meta.bytes);
    }
    if (!this.#hasEnded && this.#block.length > 0) {
      this.#parser.write(this.#block);
    }
    this.#parser.end();
    this.#reportDamage();
    if (this.#hasEnded || this.#isCut) {
      return;
    }
    if (this.#writtenBytes % BLOCK_BYTES !== 0) {
      this.#report('tar-truncated', 'The tar ends inside a header');
    } else if (isGuarded) {
      this.#report('tar-end-missing', 'The tar has no end marker');
    } else {
      this.#report(
        'tar-truncated',
        'The tar has no end marker, so it may have been cut off between two entries',
      );
    }
  }

  #onEntry(entry: ReadEntry): void {
    this.#reportDamage();
    if (entry.header.size === undefined) {
      this.#damagedAttributes = [...this.#damagedAttributes, 'size']; // The parser takes it for zero.
    }
    this.#reportAttributes(entry);
    this.#consume(BLOCK_BYTES + entry.startBlockSize);
    const raw = rawEntryOf(entry, { isSparse: this.#isSparse, name: this.#takeName(entry) });
    this.#isSparse = false;
    const taker = this.#isNameLost ? this.#refuseLostName() : this.#handlers.onEntry(raw);
    entry.on('data', (chunk) => taker?.write(chunk));
    entry.on('end', () => taker?.end(!this.#isCut));
  }

  /** Called for types that the parser does not know, and for meta entries above the limit. */
  #onIgnoredEntry(entry: ReadEntry): void {
    this.#reportDamage();
    this.#reportAttributes(entry);
    this.#consume(BLOCK_BYTES + entry.startBlockSize);
    if (entry.meta) {
      this.#isNameLost = true;
    } else {
      const raw = rawEntryOf(entry, { isSparse: false, name: this.#takeName(entry) });
      this.#handlers.onEntry(raw)?.end(true);
    }
  }

  /** The parser takes each name for UTF-8: it replaces what is not, and ignores such a name of pax. */
  #takeName({ path }: ReadEntry): string {
    const known = this.#path;
    this.#path = undefined;
    if (known !== undefined && !isUtf8Name(known)) {
      return known;
    }
    if (!path.includes('\ufffd')) {
      return path;
    }
    return known ?? nameInHeader(this.#header);
  }

  #onEndMarker(): void {
    this.#consume(BLOCK_BYTES);
    this.#hasEnded = true;
  }

  #onWarning(code: string, entry: ReadEntry | undefined): void {
    if (code === 'TAR_ENTRY_INVALID') {
      this.#consume(BLOCK_BYTES);
      this.#damagedBlocks += 1;
    } else if (entry !== undefined) {
      this.#isCut = true;
      const entryName = shownName(entry);
      this.#report('tar-truncated', `The tar ends inside the entry ${quoteText(entryName)}`, { entryName });
    }
  }

  #refuseLostName(): undefined {
    this.#isNameLost = false;
    const message = `An entry was skipped: its name is longer than ${MAX_META_BYTES} bytes`;
    this.#report('entry-name-unsafe', message);
  }

  /** Reports consecutive blocks with one finding: the body of an entry with a damaged header consists of them. */
  #reportDamage(): void {
    if (this.#damagedBlocks > 0) {
      this.#report('tar-damaged', `Found ${this.#damagedBlocks} damaged blocks where a tar header should be`);
      this.#damagedBlocks = 0;
    }
  }

  #reportAttributes(entry: ReadEntry): void {
    const entryName = shownName(entry);
    for (const attribute of this.#damagedAttributes) {
      const message = `The attribute ${quoteText(attribute)} of the entry ${quoteText(entryName)} is damaged`;
      this.#report('tar-attribute-damaged', message, { entryName });
    }
    this.#damagedAttributes = [];
  }

  #consume(bytes: number): void {
    this.#consumedBytes += bytes;
  }

  #report(...[code, message, place]: Parameters<typeof createFinding>): void {
    this.#handlers.report(createFinding(code, message, place));
  }
}

function shownName(entry: ReadEntry): string {
  return entry.path.replace(/^\.\//, '');
}
