import { fstatSync, readSync } from 'node:fs';
import { writeAll } from '../../base/index.ts';
import { type FileHeader, HEADER_BYTES, lockPageOf, readFileHeader, writePageCount } from './file-header.ts';
import {
  isEmptyLeaf,
  isSameSort,
  MalformedPage,
  type Renumbering,
  renumberOverflowPage,
  renumberTreePage,
} from './renumber-page.ts';

/** A tree of one file that is to stand where another file has an empty one: the numbers of both roots. */
export interface Transplant {
  readonly from: number;
  readonly into: number;
}

/** Descriptors of two database files whose last change is written, the second one open for writing. */
export interface TransplantFiles {
  readonly from: number;
  readonly into: number;
}

/** How much is copied at once. */
const PIECE_BYTES = 262_144;

/**
 * Copies b-trees from one database file into another as pages, behind its last one, with the numbers in them changed: no
 * statement does it as fast, as none leaves pages as they are. The root alone goes where the empty tree's root is, so
 * that the schema stays as it is. Whoever has the target open must close it without another look.
 *
 * False, and nothing is changed, where the files do not fit together.
 */
export function transplantTrees(files: TransplantFiles, trees: readonly Transplant[]): boolean {
  const [source, target] = [readHeader(files.from), readHeader(files.into)];
  if (source === undefined || target === undefined || !canTransplant(source, target)) {
    return false;
  }
  const copy = new TreeCopy(files, source, target);
  try {
    if (!trees.every((tree) => copy.takeRoot(tree))) {
      return false;
    }
    copy.copyPages();
  } catch (error) {
    if (error instanceof MalformedPage) {
      return false; // What was written stands behind the last page, and counts for nothing.
    }
    throw error;
  }
  copy.finish();
  return true;
}

function canTransplant(source: FileHeader, target: FileHeader): boolean {
  return (
    source.pageBytes === target.pageBytes &&
    source.encoding === target.encoding &&
    [source, target].every(({ isPlain, isCounted }) => isPlain && isCounted)
  );
}

function readHeader(file: number): FileHeader | undefined {
  const bytes = Buffer.alloc(HEADER_BYTES);
  const header =
    readSync(file, bytes, 0, HEADER_BYTES, 0) === HEADER_BYTES ? readFileHeader(bytes) : undefined;
  const isWhole = header !== undefined && fstatSync(file).size >= header.pages * header.pageBytes;
  return isWhole ? header : undefined;
}

/**
 * Goes through the trees level by level: a page that is read has its pointers changed to the next free numbers, and the
 * pages behind these are read in just this order. So pages are written one behind another, leaves in the order of their keys.
 */
class TreeCopy implements Renumbering {
  readonly #files: TransplantFiles;
  readonly #source: FileHeader;
  readonly #firstPage: number;
  readonly #lockPage: number;
  readonly #pageBytes: number;
  /** Pages of the source in the order of their new numbers; those of overflow are negative. */
  readonly #pages: number[] = [];
  readonly #roots: { readonly page: Buffer; readonly into: number }[] = [];

  constructor(files: TransplantFiles, source: FileHeader, target: FileHeader) {
    this.#files = files;
    this.#source = source;
    this.#pageBytes = source.pageBytes;
    this.#firstPage = target.pages + 1;
    this.#lockPage = lockPageOf(source.pageBytes);
  }

  child = (page: number) => this.#number(page, page);

  overflow = (page: number) => this.#number(page, -page);

  /** Reads the root of a tree; false where the target has no room for it. */
  takeRoot({ from, into }: Transplant): boolean {
    // The first page of a file begins with the header, and is the root of the schema.
    if (from < 2 || from > this.#source.pages || into < 2 || into >= this.#firstPage) {
      return false;
    }
    const [page, present] = [Buffer.alloc(this.#pageBytes), Buffer.alloc(this.#pageBytes)];
    this.#read(this.#files.from, from, page);
    this.#read(this.#files.into, into, present);
    if (!isEmptyLeaf(present) || !isSameSort(page, present)) {
      return false;
    }
    renumberTreePage(page, this);
    this.#roots.push({ page, into });
    return true;
  }

  copyPages(): void {
    const buffer = Buffer.alloc(Math.max(PIECE_BYTES, this.#pageBytes));
    for (let done = 0; done < this.#pages.length; ) {
      const count = this.#pieceFrom(done, buffer.length / this.#pageBytes);
      const piece = buffer.subarray(0, count * this.#pageBytes);
      this.#readPiece(done, piece);
      for (let at = 0; at < count; at += 1) {
        const page = piece.subarray(at * this.#pageBytes, (at + 1) * this.#pageBytes);
        if ((this.#pages[done + at] ?? 0) < 0) {
          renumberOverflowPage(page, this);
        } else {
          renumberTreePage(page, this);
        }
      }
      writeAll(this.#files.into, piece, (this.#placeOf(done) - 1) * this.#pageBytes);
      done += count;
    }
  }

  /** Writes the roots, and what the header says of the file's size. */
  finish(): void {
    for (const { page, into } of this.#roots) {
      writeAll(this.#files.into, page, (into - 1) * this.#pageBytes);
    }
    const header = Buffer.alloc(HEADER_BYTES);
    readSync(this.#files.into, header, 0, HEADER_BYTES, 0);
    writePageCount(header, this.#placeOf(this.#pages.length - 1));
    writeAll(this.#files.into, header, 0);
  }

  #number(page: number, entry: number): number {
    if (page < 2 || page > this.#source.pages || this.#pages.length >= this.#source.pages) {
      throw new MalformedPage('a page points to what its file does not have');
    }
    this.#pages.push(entry);
    return this.#placeOf(this.#pages.length - 1);
  }

  /** The new number of a page by its place in the order. */
  #placeOf(at: number): number {
    const page = this.#firstPage + at;
    return this.#firstPage <= this.#lockPage && page >= this.#lockPage ? page + 1 : page;
  }

  /** How many pages can be written at once. */
  #pieceFrom(done: number, most: number): number {
    const count = Math.min(most, this.#pages.length - done);
    const untilLock = this.#lockPage - this.#placeOf(done);
    return untilLock > 0 ? Math.min(count, untilLock) : count;
  }

  /** Pages that stand behind each other are read at once. */
  #readPiece(from: number, piece: Buffer): void {
    const count = piece.length / this.#pageBytes;
    for (let at = 0; at < count; ) {
      const first = Math.abs(this.#pages[from + at] ?? 0);
      let run = 1;
      while (at + run < count && Math.abs(this.#pages[from + at + run] ?? 0) === first + run) {
        run += 1;
      }
      this.#read(this.#files.from, first, piece.subarray(at * this.#pageBytes, (at + run) * this.#pageBytes));
      at += run;
    }
  }

  #read(file: number, page: number, into: Buffer): void {
    if (readSync(file, into, 0, into.length, (page - 1) * this.#pageBytes) !== into.length) {
      throw new MalformedPage('a file ends before its last page');
    }
  }
}
