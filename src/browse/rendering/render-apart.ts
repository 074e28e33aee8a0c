import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type CarriedError, restoreError } from '../../base/index.ts';
import type { FileFolders } from '../../store/index.ts';
import type { Render, RenderAnswers, RenderJob } from './render-jobs.ts';

/** A second thread starts once a text holds up the first: two at work all the time would slow down everything else. */
const MAX_THREADS = 2;

/** When a text is said to hold up the others. */
const LONG_MS = 100;

/** How long one text may take: a hundred times what the longest of ours do. */
const MAX_RENDER_MS = 3_000;

interface Task {
  readonly job: RenderJob;
  readonly resolve: (answer: RenderAnswers[RenderJob['kind']] | undefined) => void;
  readonly reject: (error: unknown) => void;
}

interface WorkingOn {
  readonly task: Task;
  /** Kept here: a timer that nothing refers to may never ring. */
  readonly timers: readonly AbortSignal[];
  isLong: boolean;
}

interface RenderOptions {
  readonly path: string;
  readonly folders?: FileFolders | undefined;
  readonly maxRenderMs?: number;
}

/** Threads that render. */
export interface RenderThreads {
  readonly render: Render;
  close(): void;
}

type FromThread = 'ready' | { readonly answer: never } | { readonly error: CarriedError };

/** Prepares rendering in threads of its own; they start when they are needed, and again after one was stopped. */
export function renderApart({ maxRenderMs = MAX_RENDER_MS, ...data }: RenderOptions): RenderThreads {
  const turns = createTurns();
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const atWork = new Map<Worker, WorkingOn>();

  function work(): void {
    while (turns.areLeft() && idle.length > 0) {
      const worker = idle.pop();
      const task = turns.take();
      if (worker !== undefined && task !== undefined) {
        worker.ref();
        worker.postMessage(task.job);
        watch(worker, task);
      }
    }
    const areAllLong = all.size === atWork.size && [...atWork.values()].every(({ isLong }) => isLong);
    if (turns.areLeft() && areAllLong && all.size < MAX_THREADS) {
      start();
    }
  }

  function watch(worker: Worker, task: Task): void {
    const [long, end] = [AbortSignal.timeout(LONG_MS), AbortSignal.timeout(maxRenderMs)];
    const working: WorkingOn = { task, timers: [long, end], isLong: false };
    atWork.set(worker, working);
    long.addEventListener('abort', () => {
      working.isLong = true;
      work();
    });
    end.addEventListener('abort', () => giveUp(worker, task));
  }

  function giveUp(worker: Worker, task: Task): void {
    if (atWork.get(worker)?.task === task) {
      remove(worker);
      void worker.terminate();
      task.resolve(undefined);
      work();
    }
  }

  function remove(worker: Worker): void {
    all.delete(worker);
    atWork.delete(worker);
    const place = idle.indexOf(worker);
    if (place >= 0) {
      idle.splice(place, 1);
    }
  }

  function start(): void {
    const worker = new Worker(workerPath(), { workerData: data });
    all.add(worker);
    worker.on('message', (message: FromThread) => {
      const task = atWork.get(worker)?.task;
      atWork.delete(worker);
      if (message !== 'ready') {
        if ('error' in message) {
          task?.reject(restoreError(message.error));
        } else {
          task?.resolve(message.answer);
        }
      }
      if (all.has(worker)) {
        worker.unref(); // A program that ends waits for texts, but not for a thread without any.
        idle.push(worker);
        work();
      }
    });
    worker.on('error', (error) => {
      const task = atWork.get(worker)?.task;
      if (task !== undefined) {
        giveUp(worker, task); // This text alone took more memory than a thread has.
        return;
      }
      remove(worker);
      for (const unstarted of turns.takeAll()) {
        unstarted.reject(error);
      }
    });
  }

  return {
    render: <Job extends RenderJob>(job: Job, page: object) =>
      new Promise<RenderAnswers[Job['kind']] | undefined>((resolve, reject) => {
        turns.add(page, { job, resolve: resolve as Task['resolve'], reject }); // The answer is of the job's kind.
        work();
      }),
    close() {
      for (const worker of all) {
        void worker.terminate();
      }
      for (const task of [...[...atWork.values()].map((working) => working.task), ...turns.takeAll()]) {
        task.resolve(undefined);
      }
      all.clear();
      atWork.clear();
    },
  };
}

/** Tasks that wait, of which each page has one done in its turn. */
function createTurns() {
  const waiting = new Map<object, Task[]>();
  return {
    areLeft: () => waiting.size > 0,
    add(page: object, task: Task): void {
      waiting.set(page, [...(waiting.get(page) ?? []), task]);
    },
    /** A task of the page that has waited longest; a page with more goes to the end. */
    take(): Task | undefined {
      const [next] = waiting;
      if (next === undefined) {
        return undefined;
      }
      const [page, [task, ...others]] = next;
      waiting.delete(page);
      if (others.length > 0) {
        waiting.set(page, others);
      }
      return task;
    },
    takeAll(): readonly Task[] {
      const all = [...waiting.values()].flat();
      waiting.clear();
      return all;
    },
  };
}

/** Compiled code runs its neighbour; source code runs its compiled twin, for Node.js 20 runs no TypeScript. */
function workerPath(): string {
  const neighbour = fileURLToPath(new URL('./render-worker.js', import.meta.url));
  return existsSync(neighbour)
    ? neighbour
    : fileURLToPath(new URL('../../../dist/browse/rendering/render-worker.js', import.meta.url));
}
