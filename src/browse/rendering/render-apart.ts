import { Worker } from 'node:worker_threads';
import { type CarriedError, compiledPath, restoreError } from '../../base/index.ts';
import type { FileFolders } from '../../store/index.ts';
import type { Render, RenderAnswers, RenderJob } from './render-jobs.ts';

/** The second thread only starts when a text blocks the first: two busy threads would slow down everything else. */
const MAX_THREADS = 2;

/** After this time a text counts as blocking the others. */
const LONG_MS = 100;

/** The memory of a thread: a text that takes more is shown as source. */
const RESOURCES = { maxOldGenerationSizeMb: 512 } as const;

/** The time limit of a text: a hundred times what our longest ones take. */
const MAX_RENDER_MS = 3_000;

interface Task {
  readonly job: RenderJob;
  readonly resolve: (answer: RenderAnswers[RenderJob['kind']] | undefined) => void;
  readonly reject: (error: unknown) => void;
}

interface WorkingOn {
  readonly task: Task;
  /** Keeps the signals reachable: an unreferenced timer may be collected before it fires. */
  readonly timers: readonly AbortSignal[];
  isLong: boolean;
}

interface RenderOptions {
  readonly path: string;
  readonly folders?: FileFolders | undefined;
  readonly maxRenderMs?: number;
}

export interface RenderThreads {
  readonly render: Render;
  close(): void;
}

type FromThread = 'ready' | { readonly answer: never } | { readonly error: CarriedError };

/** Creates the pool; threads start on demand, and again after one was stopped. */
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
    const program = compiledPath(new URL('./render-worker.js', import.meta.url));
    const worker = new Worker(program, { workerData: data, resourceLimits: RESOURCES });
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
        worker.unref(); // Pending texts keep the program alive; an idle thread does not.
        idle.push(worker);
        work();
      }
    });
    worker.on('error', (error) => {
      const task = atWork.get(worker)?.task;
      if (task !== undefined) {
        giveUp(worker, task); // This text took more memory than a thread has.
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
        turns.add(page, { job, resolve: resolve as Task['resolve'], reject }); // The answer matches the job's kind.
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

/** A fair queue: the pages with waiting tasks take turns. */
function createTurns() {
  const waiting = new Map<object, Task[]>();
  return {
    areLeft: () => waiting.size > 0,
    add(page: object, task: Task): void {
      waiting.set(page, [...(waiting.get(page) ?? []), task]);
    },
    /** The next task of the page that has waited longest; a page with more tasks moves to the end. */
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
