import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transformSync } from 'rolldown/utils';
import { expect, onTestFinished } from 'vitest';
import type { ApiRequest, Send } from '../../../src/client/send.ts';
import { COMPILED } from '../../house/packed-program.ts';
import type { EventClock } from './event-clock.ts';
import type { Answer, PlainRequest, Question } from './gate-caller.ts';

interface GateProcessOptions {
  readonly directory: string;
  /** The state file that the processes share. */
  readonly statePath: string;
  readonly processes: number;
  readonly callersEach: number;
  readonly clock: EventClock;
  /** Answers requests on the clock; without it, each process sends over connections of its own. */
  readonly send?: Send;
  readonly requests: readonly ApiRequest[];
}

/**
 * Lets callers in processes of their own work off the requests through the gate of one token. The clock is here, and
 * stands still while any of them has something to do.
 */
export async function callInProcesses(options: GateProcessOptions): Promise<void> {
  const { directory, statePath, processes, callersEach, clock } = options;
  const program = join(directory, 'gate-caller.mjs');
  await writeProgram(program);
  const queue = [...options.requests];
  const lines = Array.from({ length: processes }, () => {
    const args = [COMPILED.href, statePath, String(callersEach), String(clock.now())];
    return openLine(fork(program, args, { execArgv: [] }), queue, options);
  });
  const ends = Promise.all(lines.map((line) => line.end));
  await clock.runUntil(ends, {
    isBusy: () => lines.some((line) => line.isBusy()),
    untilChange: () => Promise.race(lines.map((line) => line.untilHeard())),
  });
}

async function writeProgram(path: string): Promise<void> {
  const source = await readFile(new URL('gate-caller.ts', import.meta.url), 'utf8');
  await writeFile(path, transformSync('gate-caller.ts', source).code);
}

interface Line {
  readonly end: Promise<void>;
  /** True until the process has read all answers and waits for others. */
  isBusy(): boolean;
  /** Resolves when it has said something, or has ended. */
  untilHeard(): Promise<void>;
}

function openLine(child: ChildProcess, queue: ApiRequest[], { clock, send }: GateProcessOptions): Line {
  let posted = 0;
  let settled = -1;
  let hasEnded = false;
  let hear = () => {};
  let heard = Promise.resolve();
  const listen = () => {
    hear();
    heard = new Promise((resolve) => {
      hear = resolve;
    });
  };
  listen();
  onTestFinished(() => {
    child.kill('SIGKILL');
  });

  function post(id: number, value?: Answer['value']): void {
    posted += 1;
    const answer: Answer = { id, nowMs: clock.now(), ...(value === undefined ? {} : { value }) };
    if (!hasEnded) {
      child.send(answer);
    }
  }

  async function answer(question: Exclude<Question, { readonly type: 'idle' }>): Promise<void> {
    switch (question.type) {
      case 'next': {
        const request = queue.shift();
        return post(question.id, request === undefined ? null : toPlain(request));
      }
      case 'sleep':
        await clock.sleep(question.durationMs);
        return post(question.id);
      case 'send': {
        const { url, ...request } = question.request;
        const response = await send?.({ ...request, url: new URL(url) });
        const { status = 500, headers = new Map(), text = '' } = response ?? {};
        return post(question.id, { status, headers: [...headers], text });
      }
      case 'trouble':
        throw new Error(question.text);
    }
  }

  const failed = new Promise<never>((_, reject) => {
    child.on('message', (question: Question) => {
      listen();
      if (question.type === 'idle') {
        settled = question.seen;
      } else {
        answer(question).catch(reject);
      }
    });
    child.on('error', reject);
  });
  const exited = once(child, 'exit').then(([code]) => {
    hasEnded = true;
    listen();
    expect(code).toBe(0);
  });
  return {
    end: Promise.race([exited, failed]),
    isBusy: () => !hasEnded && settled !== posted,
    untilHeard: () => heard,
  };
}

function toPlain({ action, method, route, headers, url, body }: ApiRequest): PlainRequest {
  return { action, method, route, headers, url: url.href, ...(body === undefined ? {} : { body }) };
}
