import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { createInterface } from 'node:readline';

/** A server in a separate process, bound to one core if the system supports it. */
export interface ServingProcess {
  readonly url: string;
  /** From the start of the process to the end of the first response. */
  readonly startMs: number;
  /** Requests a path; returns the time to the first byte of the response, and its status. */
  ask(path: string): Promise<Answer>;
  end(): Promise<void>;
}

export interface Answer {
  readonly firstByteMs: number;
  readonly status: number;
  readonly sizeBytes: number;
}

/** Starts a program that prints one JSON line with its `url` once it is ready, and requests `firstPath` from it. */
export async function startServing(args: readonly string[], firstPath: string): Promise<ServingProcess> {
  const begin = performance.now();
  const bound = hasTaskset() ? ['taskset', '-c', '0', process.execPath] : [process.execPath];
  const [program = process.execPath, ...before] = bound;
  const child = spawn(program, [...before, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await firstLine(child);
  const { url } = JSON.parse(line) as { readonly url: string };
  const agent = new Agent({ keepAlive: true });
  await askFor(new URL(firstPath, url), agent);
  const startMs = performance.now() - begin;
  return {
    url,
    startMs,
    ask: (path) => askFor(new URL(path, url), agent),
    async end() {
      agent.destroy();
      child.kill('SIGTERM');
      if (child.exitCode === null) {
        await once(child, 'exit');
      }
    },
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) {
    throw new Error('Cannot read from the server: it has no output');
  }
  for await (const line of createInterface({ input: child.stdout })) {
    child.stdout.resume();
    return line;
  }
  throw new Error('Cannot measure the server: it ended before it answered');
}

async function askFor(url: URL, agent: Agent): Promise<Answer> {
  const begin = performance.now();
  const request = get(url, { agent });
  const [response] = (await once(request, 'response')) as [import('node:http').IncomingMessage];
  const firstByteMs = performance.now() - begin;
  let sizeBytes = 0;
  for await (const chunk of response) {
    sizeBytes += (chunk as Buffer).length;
  }
  return { firstByteMs, sizeBytes, status: response.statusCode ?? 0 };
}

function hasTaskset(): boolean {
  return spawnSync('taskset', ['-c', '0', 'true']).status === 0;
}
