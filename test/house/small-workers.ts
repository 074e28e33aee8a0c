import { ForksPoolWorker, type PoolRunnerInitializer } from 'vitest/node';

/** What most files need. Starting a worker takes a second. */
const MAX_HEAP_BYTES = 200_000_000;

const NAME = 'small-workers';

/**
 * A process that runs test files until it is large. To start a process, the system copies the page tables of the one
 * that starts it: 4 ms become 30 for a process of 600 MB, and tests start git and the program thousands of times.
 */
class SmallWorker extends ForksPoolWorker {
  override readonly name = NAME;
  /** Lets each file end with the size of the heap. */
  readonly reportMemory = true;
  #heapBytes = 0;
  #isStopping = false;

  override async start(): Promise<void> {
    await super.start();
    this.on('exit', (...[status, signal]: unknown[]) => this.#reportCrash(signal ?? status));
    this.on('message', ({ usedMemory }: { readonly usedMemory?: number }) => {
      this.#heapBytes = usedMemory ?? this.#heapBytes;
    });
  }

  override async stop(): Promise<void> {
    this.#isStopping = true;
    await super.stop();
  }

  /** At the end of the run, as vitest's error does not name the cause. */
  #reportCrash(ending: unknown): void {
    if (!this.#isStopping) {
      process.on('exit', () => process.stdout.write(`a test worker has crashed: ${ending}\n`));
    }
  }

  /** Asked before the next file. */
  canReuse(): boolean {
    return this.#heapBytes < MAX_HEAP_BYTES;
  }
}

export const SMALL_WORKERS: PoolRunnerInitializer = {
  name: NAME,
  createPoolWorker: (options) => new SmallWorker(options),
};
