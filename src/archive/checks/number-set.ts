/** A set of whole numbers from 1 on, in bounded memory however far apart they lie. */
export interface NumberSet {
  /** Adds a number; false where there was no memory left for it. */
  add(number: number): boolean;
  readonly count: number;
  readonly max: number;
  /** The ranges below the greatest number that are not in the set, in order. */
  gaps(): Generator<NumberRange, void>;
}

/** Numbers from `from` up to and including `to`. */
export interface NumberRange {
  readonly from: number;
  readonly to: number;
}

/** The memory that several sets share, in pages. */
export interface PageBudget {
  left: number;
}

const PAGE_NUMBERS = 4_096;
const WORD_BITS = 32;

/** Creates an empty set that takes its pages of 512 bytes from a budget. */
export function createNumberSet(budget: PageBudget): NumberSet {
  const pages = new Map<number, Uint32Array>();
  let count = 0;
  let max = 0;

  function pageOf(index: number): Uint32Array | undefined {
    let page = pages.get(index);
    if (page === undefined && budget.left > 0) {
      budget.left -= 1;
      page = new Uint32Array(PAGE_NUMBERS / WORD_BITS);
      pages.set(index, page);
    }
    return page;
  }

  function* present(): Generator<number, void> {
    for (const [index, page] of [...pages].sort(([a], [b]) => a - b)) {
      for (let at = 0; at < PAGE_NUMBERS; at += 1) {
        if (((page[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0) {
          yield index * PAGE_NUMBERS + at;
        }
      }
    }
  }

  return {
    add(number) {
      const page = pageOf(Math.floor(number / PAGE_NUMBERS));
      if (page === undefined) {
        return false;
      }
      const at = number % PAGE_NUMBERS;
      const word = page[at >>> 5] ?? 0;
      const bit = 1 << (at & 31);
      count += (word & bit) === 0 ? 1 : 0;
      page[at >>> 5] = word | bit;
      max = Math.max(max, number);
      return true;
    },
    get count() {
      return count;
    },
    get max() {
      return max;
    },
    *gaps() {
      let next = 1;
      for (const number of present()) {
        if (number > next) {
          yield { from: next, to: number - 1 };
        }
        next = Math.max(next, number + 1);
      }
    },
  };
}
