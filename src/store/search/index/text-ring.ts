interface RingSizes {
  readonly slabs: number;
  readonly slabBytes: number;
  readonly slabRows: number;
}

/** Eight megabytes: a tenth of a second of work or two, enough for the moments in which FTS5 writes out what it gathered. */
const RING_SIZES: RingSizes = { slabs: 16, slabBytes: 512 * 1024, slabRows: 2_048 };

/** How many texts a row has. */
export const ROW_TEXTS = 4;

/** Words in a slab's table for a row: its id, its flags, the length of each text or -1. */
export const ROW_WORDS = 2 + ROW_TEXTS;

/** Bits of a row's flags. */
export const FLAG = { isAscii: 1, hasTitle: 2 } as const;

/**
 * Words at the start of the memory: slabs written and given back, how each side ended, and for each side one that
 * changes with everything the other one does, so that nothing is missed between a look and a wait.
 */
export const WORD = {
  written: 0,
  returned: 1,
  writerEnd: 2,
  readerEnd: 3,
  forReader: 4,
  forWriter: 5,
} as const;
const CONTROL_WORDS = 8;

/** How a side may have ended. */
export const END = { open: 0, complete: 1, failed: 2 } as const;

/** Shared memory for a line of slabs that one thread fills and another one empties. */
export interface RingMemory extends RingSizes {
  readonly memory: SharedArrayBuffer;
}

/** Makes the memory; sizes other than the usual are for tests. */
export function createRingMemory(sizes: RingSizes = RING_SIZES): RingMemory {
  const { slabs, slabBytes, slabRows } = sizes;
  const bytes = Int32Array.BYTES_PER_ELEMENT * (CONTROL_WORDS + slabs * tableWords(slabRows));
  return { ...sizes, memory: new SharedArrayBuffer(bytes + slabs * slabBytes) };
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
  readonly slabs: readonly Slab[];
}

/** Looks into the memory. */
export function openRing({ memory, slabs, slabBytes, slabRows }: RingMemory): Ring {
  const word = Int32Array.BYTES_PER_ELEMENT;
  const words = tableWords(slabRows);
  const bytesFrom = word * (CONTROL_WORDS + slabs * words);
  return {
    words: new Int32Array(memory, 0, CONTROL_WORDS),
    slabs: Array.from({ length: slabs }, (_, slab) => ({
      table: new Int32Array(memory, word * (CONTROL_WORDS + slab * words), words),
      bytes: Buffer.from(memory, bytesFrom + slab * slabBytes, slabBytes),
    })),
  };
}

/** The slab that is the next one for the `number`th time, counted from 0 and round and round. */
export function slabOf({ slabs }: Ring, number: number): Slab {
  const slab = slabs[number % slabs.length];
  if (slab === undefined) {
    throw new RangeError(`Cannot find the slab ${number}: there are ${slabs.length}`);
  }
  return slab;
}

/** Wakes a side. */
export function tell({ words }: Ring, side: 'forReader' | 'forWriter'): void {
  Atomics.add(words, WORD[side], 1);
  Atomics.notify(words, WORD[side]);
}

function tableWords(slabRows: number): number {
  return 1 + slabRows * ROW_WORDS;
}
