import { isUtf8 } from 'node:buffer';
import type { Header } from 'tar/header';
import { textOfBytes } from '../base/byte-text.ts';
import type { TarParts } from './load-tar.ts';

const BLOCK_BYTES = 512;

/** Meta entries contain long names; a larger one is not the name of a file. */
export const MAX_META_BYTES = 64 * 1024;

/** Letters of the types of meta entries: extended headers of pax, and the long names of GNU tar. */
const META_TYPES = new Set([...'xgXLKN'].map((letter) => letter.charCodeAt(0)));
const PAX_TYPES = new Set<string>(['ExtendedHeader', 'GlobalExtendedHeader', 'OldExtendedHeader']);

const NAME_TYPES = new Set<string>(['NextFileHasLongPath', 'OldGnuLongPath']);

/** The place of the type in a header. */
const TYPE_OFFSET = 156;

/** Attributes that decide how an entry is read, with the form of their values. An empty value cancels an attribute. */
const USED_ATTRIBUTES: ReadonlyMap<string, RegExp> = new Map([
  ['path', /^[^\0\n]*$/],
  ['linkpath', /^[^\0\n]*$/],
  ['size', /^\d*$/],
  ['mtime', /^(?:-?\d+(?:\.\d*)?)?$/],
]);

/** An attribute that newer formats of GNU tar add to sparse files, whose body is a map and pieces. */
const SPARSE_ATTRIBUTE = /^GNU\.sparse\./;

const SPACE = 0x20;
const EQUALS = 0x3d;
const LINE_FEED = 0x0a;

/** An entry of a tar that describes the entry after it. */
export class MetaEntry {
  readonly #pieces: Buffer[] = [];
  readonly #isPax: boolean;
  /** Whether its body is the long name of the entry after it. */
  readonly #isName: boolean;
  readonly #bodyBytes: number;
  #missingBytes: number;

  constructor(type: string, bodyBytes: number) {
    this.#isPax = PAX_TYPES.has(type);
    this.#isName = NAME_TYPES.has(type);
    this.#bodyBytes = bodyBytes;
    this.#missingBytes = BLOCK_BYTES * (1 + Math.ceil(bodyBytes / BLOCK_BYTES));
  }

  /** Starts a meta entry; undefined if the block is not the header of one that the parser reads. */
  static open(block: Buffer, tar: TarParts['header']): MetaEntry | undefined {
    if (!META_TYPES.has(block[TYPE_OFFSET] ?? 0)) {
      return undefined;
    }
    const header = readHeader(block, tar);
    if (header === undefined) {
      return undefined;
    }
    const { type, size = 0, cksumValid, path = '', linkpath = '' } = header;
    const isPax = PAX_TYPES.has(type);
    const isRead = cksumValid && path !== '' && (isPax || linkpath === '') && size <= MAX_META_BYTES;
    return isRead ? new MetaEntry(type, size) : undefined;
  }

  /** Header and body with its padding. */
  get missingBytes(): number {
    return this.#missingBytes;
  }

  /** What has arrived so far. */
  get bytes(): Buffer {
    return Buffer.concat(this.#pieces);
  }

  /** Takes the next bytes, at most those that are missing; true if it is complete. */
  take(piece: Buffer): boolean {
    this.#pieces.push(Buffer.from(piece));
    this.#missingBytes -= piece.length;
    return this.#missingBytes === 0;
  }

  /**
   * Reads the attributes of an extended header (POSIX.1-2017, pax, "pax Extended Header"): `LENGTH NAME=VALUE` and a
   * line feed each. Then changes `bytes`, so that the parser agrees: it accepts numbers of other forms, and takes each line
   * feed of a value for its end.
   */
  readAttributes(): PaxAttributes {
    const bytes = this.bytes;
    this.#pieces.splice(0, Infinity, bytes);
    const body = bytes.subarray(BLOCK_BYTES, BLOCK_BYTES + this.#bodyBytes);
    return this.#isPax
      ? readPaxAttributes(body)
      : { damaged: [], isSparse: false, path: this.#isName ? textOfField(body) : undefined };
  }
}

/** Undefined if a number of the header is in no known form. */
function readHeader(block: Buffer, tar: TarParts['header']): Header | undefined {
  try {
    return new tar.Header(block);
  } catch {
    return undefined; // The parser reports it.
  }
}

interface PaxAttributes {
  /** Names of attributes that are damaged, or that the parser cannot read; `?` for those without a readable name. */
  readonly damaged: readonly string[];
  readonly isSparse: boolean;
  /** The name of the entry after it, if it has one here. */
  readonly path: string | undefined;
}

function readPaxAttributes(body: Buffer): PaxAttributes {
  const damaged: string[] = [];
  let isSparse = false;
  let path: string | undefined;
  for (let start = 0; start < body.length; ) {
    const space = body.indexOf(SPACE, start);
    const digits = body.toString('latin1', start, Math.max(space, start));
    const end = start + Number(digits);
    const equals = body.indexOf(EQUALS, space);
    const isWhole =
      /^[1-9]\d*$/.test(digits) && body[end - 1] === LINE_FEED && equals > space + 1 && equals < end;
    if (!isWhole) {
      return { damaged: [...damaged, '?'], isSparse, path }; // Where the next attribute begins is unknown.
    }
    const name = body.toString('utf8', space + 1, equals);
    const value = body.subarray(equals + 1, end - 1);
    const form = USED_ATTRIBUTES.get(name);
    // A name that is not UTF-8 is from a tar with "hdrcharset=BINARY", or a careless writer.
    const isText = name === 'path' || isUtf8(value);
    if (name === 'path' && form?.test(value.toString('latin1')) === true && value.length > 0) {
      path = textOfBytes(value);
    } else if (form !== undefined && !(isText && form.test(value.toString()))) {
      damaged.push(name);
      body[space + 1] = EQUALS; // The parser ignores attributes without a name.
    }
    isSparse ||= SPARSE_ATTRIBUTE.test(name);
    for (let at = value.indexOf(LINE_FEED); at >= 0; at = value.indexOf(LINE_FEED, at)) {
      value[at] = SPACE;
    }
    start = end;
  }
  return { damaged, isSparse, path };
}

/** A text in a tar, which ends at a NUL. */
export function textOfField(field: Buffer): string {
  const end = field.indexOf(0);
  return textOfBytes(end < 0 ? field : field.subarray(0, end));
}
