import { createSlabMemory, openSlab, type Slab } from './parcel.ts';

/** The slabs of one reading: those that wait for records, and those that are with the other thread. */
export interface SlabPool {
  /** Takes a slab that nobody uses, or a new one; `announce` hears of new ones first. */
  take(): number;
  slabOf(number: number): Slab;
  /** Takes one back. */
  giveBack(number: number): void;
  /** True when so many are out that the sender should wait. */
  readonly isSpent: boolean;
  /** Resolves as soon as one may be taken without growing. */
  whenFree(): Promise<void>;
}

/** How many slabs may be out before the sender waits: 6 MB, a few hundredths of a second of reading ahead. */
const MAX_SLABS_OUT = 6;

/** Creates a pool without slabs. The slice that is being parsed may take it a little beyond its limit. */
export function createSlabPool(announce: (number: number, memory: SharedArrayBuffer) => void): SlabPool {
  const slabs: Slab[] = [];
  const free: number[] = [];
  let wake = () => {};

  function add(): number {
    const memory = createSlabMemory();
    const number = slabs.push(openSlab(memory)) - 1;
    announce(number, memory);
    return number;
  }

  const pool = {
    take: () => free.pop() ?? add(),
    slabOf(number: number): Slab {
      const slab = slabs[number];
      if (slab === undefined) {
        throw new RangeError(`Cannot find the slab ${number}: there are ${slabs.length}`);
      }
      return slab;
    },
    giveBack(number: number): void {
      free.push(number);
      wake();
    },
    get isSpent() {
      return slabs.length - free.length > MAX_SLABS_OUT;
    },
    async whenFree(): Promise<void> {
      while (pool.isSpent) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
  return pool;
}
