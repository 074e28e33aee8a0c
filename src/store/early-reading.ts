/** How a new store can be read while its texts are still being indexed. */
export interface EarlyReading {
  /** Called once the part file contains everything but the index; not at all if that takes no thread of its own. */
  readonly onReadable: (store: ReadableStore) => void;
  /** Called when the index is complete. The load then waits until `stopReading` was called. */
  readonly onComplete: () => void;
}

/** A new store without the index of its texts. */
export interface ReadableStore {
  /** The part file, which is renamed once the index is complete. */
  readonly path: string;
  /** In shared memory: thousandths of the texts that are indexed, and 1 while the file may be read. */
  readonly cells: Int32Array;
}

const CELL = { indexed: 0, isRead: 1 } as const;

export function createReadableStore(path: string): ReadableStore {
  const cells = new Int32Array(new SharedArrayBuffer(8));
  cells[CELL.isRead] = 1;
  return { path, cells };
}

/** The part of the texts that is indexed, from 0 to 1. */
export function indexedShare({ cells }: ReadableStore): number {
  return Atomics.load(cells, CELL.indexed) / 1_000;
}

export function noteIndexed(cells: Int32Array, share: number): void {
  Atomics.store(cells, CELL.indexed, Math.min(999, Math.floor(1_000 * share)));
}

/** Must be called after every reader has closed the file. */
export function stopReading({ cells }: ReadableStore): void {
  Atomics.store(cells, CELL.isRead, 0);
  Atomics.notify(cells, CELL.isRead);
}

/** Blocks this thread until `stopReading` was called. */
export function waitForReaders({ cells }: ReadableStore): void {
  Atomics.wait(cells, CELL.isRead, 1);
}
