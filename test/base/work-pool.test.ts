import { getEventListeners } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { WorkPool } from '../../src/base/work-pool.ts';

const PROGRAM = `
const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ job, until }) => {
  if (until !== undefined) {
    Atomics.wait(new Int32Array(until), 0, 0);
  }
  if (job === 'end') {
    throw new Error('ended by itself');
  }
  parentPort.postMessage(
    job === 'fail' ? { error: { name: 'RangeError', message: 'failed', stack: 'a stack' } } : { answer: job },
  );
});
parentPort.postMessage('ready');`;

interface Settings extends Partial<ConstructorParameters<typeof WorkPool>[0]> {
  readonly program?: string;
}

/** A pool of real threads, which do what their program says. */
function open({ program = PROGRAM, ...options }: Settings = {}) {
  let started = 0;
  const pool = new WorkPool({
    maxHelpers: 1,
    ...options,
    start() {
      started += 1;
      const worker = new Worker(program, { eval: true });
      return {
        events: worker,
        send: (job) => worker.postMessage(job),
        hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
        stop: () => worker.terminate(),
      };
    },
  });
  onTestFinished(() => pool.close());
  const begun: string[] = [];
  const run = (job: string, rest: { readonly signal?: AbortSignal; readonly maxMs?: number } = {}) =>
    pool.run<string>({ job }, { maxMs: 60_000, onBegin: () => begun.push(job), ...rest });
  return { pool, run, begun, countStarted: () => started };
}

/** A job that lasts until the test calls `end`, and a promise of its beginning. */
function longJob(
  { pool, begun }: ReturnType<typeof open>,
  job: string,
  rest: { readonly signal?: AbortSignal; readonly maxMs?: number } = {},
) {
  const until = new SharedArrayBuffer(4);
  let answer: Promise<string | undefined> = Promise.resolve(undefined);
  const hasBegun = new Promise<void>((resolve) => {
    const onBegin = () => {
      begun.push(job);
      resolve();
    };
    answer = pool.run<string>({ job, until }, { maxMs: 60_000, onBegin, ...rest });
  });
  const end = () => {
    const bell = new Int32Array(until);
    Atomics.store(bell, 0, 1);
    Atomics.notify(bell, 0);
  };
  onTestFinished(end);
  return { answer, hasBegun, end };
}

it('does a few jobs at once, the others in order, and refuses those beyond the queue', async () => {
  const opened = open({ maxHelpers: 2, maxWaiting: 2 });
  const [one, two] = [longJob(opened, 'one'), longJob(opened, 'two')];
  await Promise.all([one.hasBegun, two.hasBegun]);
  const rest = [opened.run('three'), opened.run('four')];
  await expect(opened.run('five')).rejects.toMatchObject({ code: 'busy' });
  expect([opened.begun.toSorted(), opened.countStarted()]).toEqual([['one', 'two'], 2]);
  two.end();
  expect(await Promise.all([two.answer, ...rest])).toEqual(['two', 'three', 'four']);
  expect(opened.begun.slice(2)).toEqual(['three', 'four']);
  one.end();
  expect(await one.answer).toBe('one');
  expect(opened.countStarted()).toBe(2);
});

it('fails as the job does, and continues with the same helper', async () => {
  const { run, countStarted } = open();
  await expect(run('fail')).rejects.toMatchObject({ name: 'RangeError', message: 'failed' });
  expect([await run('next'), countStarted()]).toEqual(['next', 1]);
});

it('gives up after the time limit, which begins with the work, and goes on with another helper', async () => {
  const opened = open();
  const endless = longJob(opened, 'endless', { maxMs: 50 });
  expect(await endless.answer).toBeUndefined();
  expect([await opened.run('next'), opened.countStarted()]).toEqual(['next', 2]);
});

it.each(['is at work', 'waits'])('drops a job that %s once its client has left', async (place) => {
  const opened = open();
  const client = new AbortController();
  const ofClient = { signal: client.signal };
  const isAtWork = place === 'is at work';
  const first = longJob(opened, 'first', isAtWork ? ofClient : {});
  await first.hasBegun;
  const second = opened.run('second', isAtWork ? {} : ofClient);
  const last = opened.run('last');
  client.abort(new Error('disconnected'));
  await expect(isAtWork ? first.answer : second).rejects.toThrow('disconnected');
  first.end();
  expect(await (isAtWork ? second : first.answer)).toBe(isAtWork ? 'second' : 'first');
  expect(await last).toBe('last');
  await expect(opened.run('again', ofClient)).rejects.toThrow('disconnected');
});

it('refuses a job that waits too long', async () => {
  const opened = open({ maxWaitMs: 1_500 });
  const long = longJob(opened, 'long');
  await long.hasBegun;
  await expect(opened.run('late')).rejects.toMatchObject({ code: 'busy' });
  long.end();
  expect(await long.answer).toBe('long');
});

it('fails with the reason of a helper that ends by itself, and starts another one', async () => {
  const { run, countStarted } = open();
  await expect(run('end')).rejects.toThrow('ended by itself');
  expect([await run('next'), countStarted()]).toEqual(['next', 2]);
});

it('fails if no helper can start', async () => {
  const { run } = open({ program: 'throw new Error("cannot start")' });
  const all = await Promise.allSettled([run('one'), run('two')]);
  expect(all.map((one) => one.status === 'rejected' && String(one.reason))).toEqual([
    'Error: cannot start',
    'Error: cannot start',
  ]);
});

it('starts a further helper only where a job lasts long', async () => {
  const opened = open({ maxHelpers: 2, longMs: 50 });
  expect(await Promise.all(['a', 'b', 'c'].map((job) => opened.run(job)))).toEqual(['a', 'b', 'c']);
  const long = longJob(opened, 'long');
  expect(await opened.run('meanwhile')).toBe('meanwhile');
  expect(opened.countStarted()).toBe(2);
  long.end();
  expect(await long.answer).toBe('long');
});

it('answers nothing more once it is closed', async () => {
  const opened = open();
  const long = longJob(opened, 'long');
  await long.hasBegun;
  const waiting = opened.run('waiting');
  await opened.pool.close();
  expect(await Promise.all([long.answer, waiting, opened.run('next')])).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('leaves nothing on the signal of a job that has waited', async () => {
  const { run } = open();
  const { signal } = new AbortController();
  expect(await Promise.all([run('one', { signal }), run('two', { signal })])).toEqual(['one', 'two']);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
