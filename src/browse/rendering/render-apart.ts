import { Worker } from 'node:worker_threads';
import { systemErrorCode } from '../../base/failure.ts';
import { compiledPath } from '../../base/own-package.ts';
import { WorkPool } from '../../base/work-pool.ts';
import type { FileFolders } from '../../store/file-folders.ts';
import type { RenderAnswers, RenderJob } from './render-here.ts';

/** The second thread only starts when a text blocks the first: two busy threads would slow down everything else. */
const MAX_THREADS = 2;

/** After this time a text counts as blocking the others. */
const LONG_MS = 100;

/** The memory of a thread: a text that takes more is shown as source. */
const RESOURCES = { maxOldGenerationSizeMb: 512 } as const;

/** The time limit of a text: a hundred times what our longest ones take. */
const MAX_RENDER_MS = 3_000;

interface RenderOptions {
  readonly path: string;
  readonly folders?: FileFolders | undefined;
  /** Those that the reader is confined to. */
  readonly owners?: readonly string[] | undefined;
  readonly maxRenderMs?: number;
}

export interface RenderThreads {
  render<Job extends RenderJob>(job: Job, page: object): Promise<RenderAnswers[Job['kind']] | undefined>;
  close(): void;
}

/** Creates the pool of threads that render. */
export function renderApart({ maxRenderMs = MAX_RENDER_MS, ...data }: RenderOptions): RenderThreads {
  const program = compiledPath(new URL('./render-worker.js', import.meta.url));
  const pool = new WorkPool({
    maxHelpers: MAX_THREADS,
    longMs: LONG_MS,
    start() {
      const worker = new Worker(program, { workerData: data, resourceLimits: RESOURCES });
      return {
        events: worker,
        send: (job) => worker.postMessage(job),
        hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
        stop: () => worker.terminate(),
      };
    },
  });
  /** The last text of each page: texts of a page wait for each other, so that pages take turns. */
  const last = new WeakMap<object, Promise<unknown>>();
  return {
    render<Job extends RenderJob>(job: Job, page: object) {
      const before = last.get(page) ?? Promise.resolve();
      const answer = before.then(() => pool.run<RenderAnswers[Job['kind']]>(job, { maxMs: maxRenderMs }));
      const known = answer.catch(undefinedIfTooLarge);
      last.set(
        page,
        known.catch(() => undefined),
      );
      return known;
    },
    close: () => void pool.close(),
  };
}

function undefinedIfTooLarge(error: unknown): undefined {
  if (systemErrorCode(error) !== 'ERR_WORKER_OUT_OF_MEMORY') {
    throw error;
  }
}
