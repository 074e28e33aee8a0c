import { Worker } from 'node:worker_threads';
import { carryError } from '../../base/failure.ts';
import type { HelperMessage } from '../../base/work-pool.ts';
import type { ProcessJob } from './start-process.ts';

const WATCH = new URL('./watch-worker.js', import.meta.url);

/** Makes this process, which `startProcess` started, answer jobs, one after the other. */
export function answerJobs<Job>(answer: (job: Job) => unknown): void {
  let watch: Worker | undefined;
  const say = (message: HelperMessage) => process.send?.(message);
  process.on('SIGINT', () => undefined); // Ctrl-C also reaches this process; the parent decides when it ends.
  process.on('message', async ({ job, maxMemoryBytes }: ProcessJob) => {
    watch ??= new Worker(WATCH, { workerData: { maxMemoryBytes } });
    watch.unref();
    try {
      say({ answer: await answer(job as Job) }); // Each program has its own jobs.
    } catch (error) {
      say({ error: carryError(error) });
    }
  });
  say('ready');
}
