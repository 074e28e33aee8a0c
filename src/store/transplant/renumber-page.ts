import { readVarint } from '../varint.ts';

/** The first byte of a page of a b-tree (sqlite.org/fileformat2.html#b_tree_pages). */
const PAGE = { indexInterior: 2, tableInterior: 5, indexLeaf: 10, tableLeaf: 13 } as const;

const CELLS_AT = 3;
const RIGHT_CHILD_AT = 8;
const LEAF_HEADER_BYTES = 8;
const INTERIOR_HEADER_BYTES = 12;
const POINTER_BYTES = 4;

/** Gives the new number of a page that another one points to. */
export interface Renumbering {
  child(page: number): number;
  overflow(page: number): number;
}

/** A page is none of a b-tree, or points beyond itself. */
export class MalformedPage extends Error {
  override readonly name = 'MalformedPage';
}

/** Whether the page is a leaf without cells: the root of an empty tree. */
export function isEmptyLeaf(page: Buffer): boolean {
  const isLeaf = page[0] === PAGE.indexLeaf || page[0] === PAGE.tableLeaf;
  return isLeaf && page.readUInt16BE(CELLS_AT) === 0;
}

/** Whether both pages belong to trees of the same sort: of a table, or of an index. */
export function isSameSort(one: Buffer, other: Buffer): boolean {
  return isOfTable(one) === isOfTable(other);
}

function isOfTable(page: Buffer): boolean {
  return page[0] === PAGE.tableLeaf || page[0] === PAGE.tableInterior;
}

/** Renumbers the next page of an overflow page (sqlite.org/fileformat2.html#cell_payload_overflow_pages). */
export function renumberOverflowPage(page: Buffer, to: Renumbering): void {
  const next = page.readUInt32BE(0);
  if (next !== 0) {
    page.writeUInt32BE(to.overflow(next), 0);
  }
}

/** Renumbers all pages that a page of a b-tree points to: the children, and where large payloads go on. */
export function renumberTreePage(page: Buffer, to: Renumbering): void {
  const type = page[0];
  const isInterior = type === PAGE.indexInterior || type === PAGE.tableInterior;
  if (!isInterior && type !== PAGE.indexLeaf && type !== PAGE.tableLeaf) {
    throw new MalformedPage(`a page of a b-tree has the type ${type}`);
  }
  const cellsFrom = isInterior ? INTERIOR_HEADER_BYTES : LEAF_HEADER_BYTES;
  const cellsTo = cellsFrom + 2 * page.readUInt16BE(CELLS_AT);
  if (cellsTo > page.length) {
    throw new MalformedPage('a page has more cells than room');
  }
  const limits = limitsOf(page.length, type === PAGE.tableLeaf);
  for (let at = cellsFrom; at < cellsTo; at += 2) {
    const cell = ((page[at] ?? 0) << 8) | (page[at + 1] ?? 0);
    if (isInterior) {
      renumber(page, cell, to.child);
    }
    if (type !== PAGE.tableInterior) {
      const overflowAt = overflowOf(page, {
        payloadAt: isInterior ? cell + POINTER_BYTES : cell,
        type,
        limits,
      });
      if (overflowAt > 0) {
        renumber(page, overflowAt, to.overflow);
      }
    }
  }
  if (isInterior) {
    renumber(page, RIGHT_CHILD_AT, to.child);
  }
}

function renumber(page: Buffer, at: number, renumbered: (page: number) => number): void {
  if (at + POINTER_BYTES > page.length) {
    throw new MalformedPage('a cell reaches beyond its page');
  }
  page.writeUInt32BE(renumbered(page.readUInt32BE(at)), at);
}

/** How many bytes of a payload a page holds: all up to `most`, else `least` or a little more. */
interface Limits {
  readonly usable: number;
  readonly most: number;
  readonly least: number;
}

function limitsOf(usable: number, isTableLeaf: boolean): Limits {
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  return { usable, least, most: isTableLeaf ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23 };
}

/** Where a cell names its first overflow page; 0 where it has none. */
function overflowOf(
  page: Buffer,
  { payloadAt, type, limits }: { readonly payloadAt: number; readonly type: number; readonly limits: Limits },
): number {
  const first = page[payloadAt] ?? 0;
  if (first < 0x80 && first <= limits.most) {
    return 0; // Most cells of an index: one byte tells.
  }
  const size = readVarint(page, payloadAt);
  if (size.value <= limits.most) {
    return 0;
  }
  const start = type === PAGE.tableLeaf ? readVarint(page, size.end).end : size.end;
  const { usable, most, least } = limits;
  const wanted = least + ((size.value - least) % (usable - POINTER_BYTES));
  return start + (wanted <= most ? wanted : least);
}
