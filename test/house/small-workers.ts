import { ForksPoolWorker, type PoolRunnerInitializer, type WorkerRequest } from 'vitest/node';
import { IS_LONG } from './long-run.ts';

/** What most files need. Starting a worker takes a second. */
const MAX_HEAP_BYTES = 200_000_000;

/** Several times what the slowest file takes on a busy machine. A loop without an end also stops the limit of each test. */
const MAX_FILE_MINUTES = IS_LONG ? 180 : 15;

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
  #stop: Promise<void> | undefined;
  #limit: NodeJS.Timeout | undefined;

  override async start(): Promise<void> {
    await super.start();
    this.on('exit', (...[status, signal]: unknown[]) => this.#reportCrash(signal ?? status));
    this.on('message', ({ type, usedMemory }: { readonly type?: string; readonly usedMemory?: number }) => {
      this.#heapBytes = usedMemory ?? this.#heapBytes;
      if (type === 'testfileFinished') {
        clearTimeout(this.#limit);
      }
    });
  }

  override send(message: WorkerRequest): void {
    if (message.type === 'run') {
      this.#limitTime(message.context.files.map(({ filepath }) => filepath));
    }
    super.send(message);
  }

  override async stop(): Promise<void> {
    clearTimeout(this.#limit);
    this.#stop ??= super.stop();
    await this.#stop;
  }

  /** Ends the process, which vitest reports as a failure. */
  #limitTime(paths: readonly string[]): void {
    const minutes = MAX_FILE_MINUTES * paths.length; // A run with one worker gives it all files at once.
    clearTimeout(this.#limit);
    this.#limit = setTimeout(() => {
      process.stdout.write(`not finished after ${minutes} minutes: ${paths.join(', ')}\n`);
      void this.stop();
    }, minutes * 60_000);
  }

  /** At the end of the run, as vitest's error does not name the cause. */
  #reportCrash(ending: unknown): void {
    if (this.#stop === undefined) {
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
