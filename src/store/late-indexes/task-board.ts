/** What became of a task; whoever moves one on from `waiting` has it. */
const STATE = { waiting: 0, withdrawn: 1, begun: 2, proved: 3, done: 4, failed: 5 } as const;

type State = keyof typeof STATE;

const TASKS = 64;

/** How many tasks a board has room for: there are fewer tables. */
export const MAX_TASKS = TASKS;

/** Makes the memory of a board. */
export function createBoardMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(2 * TASKS * Int32Array.BYTES_PER_ELEMENT);
}

/** Where two threads note what became of the tasks that one gives and the other one does. */
export class TaskBoard {
  readonly #states: Int32Array;
  readonly #rows: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    this.#states = new Int32Array(memory, 0, TASKS);
    this.#rows = new Int32Array(memory, TASKS * Int32Array.BYTES_PER_ELEMENT, TASKS);
  }

  /** Takes a task that nobody has; false where somebody does. */
  take(task: number, as: 'withdrawn' | 'begun'): boolean {
    return Atomics.compareExchange(this.#states, task, STATE.waiting, STATE[as]) === STATE.waiting;
  }

  /** Notes that the keys of the table are unique, and how many rows it has. */
  prove(task: number, rows: number): void {
    Atomics.store(this.#rows, task, rows);
    this.#set(task, 'proved');
  }

  end(task: number, as: 'done' | 'failed'): void {
    this.#set(task, as);
  }

  /** Rows of the table whose keys were proved. */
  rowsOf(task: number): number {
    return Atomics.load(this.#rows, task);
  }

  /** Waits until a task that was begun is so far; false where it failed, or nothing happened for `stallMs`. */
  waitFor(task: number, goal: 'proved' | 'done', stallMs: number): boolean {
    while (true) {
      const state = Atomics.load(this.#states, task);
      if (state >= STATE[goal]) {
        return state !== STATE.failed;
      }
      if (Atomics.wait(this.#states, task, state, stallMs) === 'timed-out') {
        return false;
      }
    }
  }

  #set(task: number, state: State): void {
    Atomics.store(this.#states, task, STATE[state]);
    Atomics.notify(this.#states, task);
  }
}
