/** Numbers from `from` to `to`, inclusive. */
export interface NumberRange {
  readonly from: number;
  readonly to: number;
}

/** The memory that several sets share, in pages. */
export interface PageBudget {
  left: number;
}

/** The array of a page is small enough for V8 to keep it in its heap: others take several times their size. */
const PAGE_NUMBERS = 512;

/** Lower numbers need no page, since most repositories only have a few. The bits fit into a small integer of V8. */
const LOW_NUMBERS = 31;

/** A set of positive integers in bounded memory, however sparse: in pages of 64 bytes from a budget. */
export class NumberSet {
  readonly #budget: PageBudget;
  #low = 0;
  #pages: Map<number, Uint32Array> | undefined;
  #count = 0;
  #max = 0;

  constructor(budget: PageBudget) {
    this.#budget = budget;
  }

  get count(): number {
    return this.#count;
  }

  get max(): number {
    return this.#max;
  }

  /** Adds a number; false if the budget is exhausted. */
  add(number: number): boolean {
    const page = number < LOW_NUMBERS ? undefined : this.#pageOf(Math.floor(number / PAGE_NUMBERS));
    if (number >= LOW_NUMBERS && page === undefined) {
      return false;
    }
    const at = number % PAGE_NUMBERS;
    const word = page?.[at >>> 5] ?? this.#low;
    const bit = 1 << (at & 31);
    this.#count += (word & bit) === 0 ? 1 : 0;
    this.#max = Math.max(this.#max, number);
    if (page === undefined) {
      this.#low = word | bit;
    } else {
      page[at >>> 5] = word | bit;
    }
    return true;
  }

  /** The ranges of missing numbers below the largest number, in order. */
  *gaps(): Generator<NumberRange, void> {
    let next = 1;
    for (const number of this.#present()) {
      if (number > next) {
        yield { from: next, to: number - 1 };
      }
      next = Math.max(next, number + 1);
    }
  }

  #pageOf(index: number): Uint32Array | undefined {
    this.#pages ??= new Map();
    let page = this.#pages.get(index);
    if (page === undefined && this.#budget.left > 0) {
      this.#budget.left -= 1;
      page = new Uint32Array(PAGE_NUMBERS / 32);
      this.#pages.set(index, page);
    }
    return page;
  }

  *#present(): Generator<number, void> {
    for (let number = 1; number < LOW_NUMBERS; number += 1) {
      if ((this.#low & (1 << number)) !== 0) {
        yield number;
      }
    }
    for (const [index, page] of [...(this.#pages ?? [])].sort(([a], [b]) => a - b)) {
      for (let at = 0; at < PAGE_NUMBERS; at += 1) {
        if (((page[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0) {
          yield index * PAGE_NUMBERS + at;
        }
      }
    }
  }
}
