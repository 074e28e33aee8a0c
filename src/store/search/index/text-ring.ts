import { invariant } from '../../../base/index.ts';

interface RingSizes {
  readonly slabs: number;
  readonly slabBytes: number;
  readonly slabRows: number;
  /** How many more slabs may wait in a file. */
  readonly spilledSlabs: number;
}

/**
 * Four megabytes in memory, enough for the moments in which a segment is written, and a gigabyte in a file:
 * records with texts come together, and whoever writes rows goes on meanwhile with those that have none.
 */
const RING_SIZES: RingSizes = { slabs: 8, slabBytes: 512 * 1024, slabRows: 2_048, spilledSlabs: 2_048 };

/** How many texts a row has. */
export const ROW_TEXTS = 4;

/** Words in a slab's table for a row: its id, its flags, the length of each text or -1. */
export const ROW_WORDS = 2 + ROW_TEXTS;

/** Bits of a row's flags. */
export const FLAG = { isAscii: 1, hasTitle: 2 } as const;

/**
 * Words at the start of the memory: slabs written, slabs read from the file, how each side ended, for each side one that
 * changes with everything the other one does, so that nothing is missed between a look and a wait, and the file.
 */
export const WORD = {
  written: 0,
  unspilled: 1,
  writerEnd: 2,
  readerEnd: 3,
  forReader: 4,
  forWriter: 5,
  spillFile: 6,
} as const;
const CONTROL_WORDS = 8;
const WORD_BYTES = Int32Array.BYTES_PER_ELEMENT;

/** How a side may have ended. */
export const END = { open: 0, complete: 1, failed: 2 } as const;

/** Shared memory for a line of slabs that one thread fills and another one empties. */
export interface RingMemory extends RingSizes {
  readonly memory: SharedArrayBuffer;
}

/** Makes the memory; sizes other than the usual are for tests. */
export function createRingMemory(sizes: RingSizes = RING_SIZES): RingMemory {
  const { bytesFrom } = partsOf(sizes);
  return { ...sizes, memory: new SharedArrayBuffer(bytesFrom + sizes.slabs * sizes.slabBytes) };
}

/** Memory of some rows. */
export interface Slab {
  /** The first word is the number of rows. */
  readonly table: Int32Array;
  readonly bytes: Buffer;
}

/** The memory as both sides see it. */
export interface Ring {
  readonly words: Int32Array;
  /** For each slab on its way, in turn: the number of its memory, or -1 and below where it is the 0th and later in the file. */
  readonly places: Int32Array;
  /** For each slab's memory whether it is taken. */
  readonly taken: Int32Array;
  readonly slabs: readonly Slab[];
  readonly spilledSlabs: number;
}

/** Looks into the memory. */
export function openRing({ memory, ...sizes }: RingMemory): Ring {
  const { slabs, slabBytes, slabRows, spilledSlabs } = sizes;
  const { placesFrom, takenFrom, tablesFrom, bytesFrom } = partsOf(sizes);
  const words = tableWords(slabRows);
  return {
    words: new Int32Array(memory, 0, CONTROL_WORDS),
    places: new Int32Array(memory, placesFrom, slabs + spilledSlabs),
    taken: new Int32Array(memory, takenFrom, slabs),
    slabs: Array.from({ length: slabs }, (_, slab) => ({
      table: new Int32Array(memory, tablesFrom + slab * WORD_BYTES * words, words),
      bytes: Buffer.from(memory, bytesFrom + slab * slabBytes, slabBytes),
    })),
    spilledSlabs,
  };
}

/** The slab whose memory has this number. */
export function slabAt({ slabs }: Ring, place: number): Slab {
  const slab = slabs[place];
  invariant(slab !== undefined, 'a ring has memory under every number that a side names');
  return slab;
}

/** Memory of one slab that only one side sees. */
export function createSlab({ slabBytes, slabRows }: RingSizes): Slab {
  return { table: new Int32Array(tableWords(slabRows)), bytes: Buffer.alloc(slabBytes) };
}

/** Wakes a side. */
export function tell({ words }: Ring, side: 'forReader' | 'forWriter'): void {
  Atomics.add(words, WORD[side], 1);
  Atomics.notify(words, WORD[side]);
}

/** Where the parts of the memory start, in bytes. */
function partsOf({ slabs, slabRows, spilledSlabs }: RingSizes) {
  const placesFrom = WORD_BYTES * CONTROL_WORDS;
  const takenFrom = placesFrom + WORD_BYTES * (slabs + spilledSlabs);
  const tablesFrom = takenFrom + WORD_BYTES * slabs;
  return {
    placesFrom,
    takenFrom,
    tablesFrom,
    bytesFrom: tablesFrom + slabs * WORD_BYTES * tableWords(slabRows),
  };
}

function tableWords(slabRows: number): number {
  return 1 + slabRows * ROW_WORDS;
}
