import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createSystemClock } from '../../../src/base/clock.ts';
import { MAIN } from '../../house/packed-program.ts';

/** Three times what a run needs, so that a memory leak soon causes a crash. */
const HEAP_LIMIT = '--max-old-space-size=80';

const clock = createSystemClock();

export type LogLine = Readonly<Record<string, unknown>>;

/** `satchel schedule run` as a separate process. */
export interface DaemonProcess {
  readonly url: string;
  readonly pid: number;
  signal(name: NodeJS.Signals): void;
  /** Resolves with the exit status, or the signal that killed it. */
  ended(): Promise<number | NodeJS.Signals>;
  /** Resident memory in bytes; undefined if the system does not report it. */
  memoryBytes(): number | undefined;
  /** The number of open file handles; undefined if the system does not report it. */
  handles(): number | undefined;
  complaints(): string;
}

/** Starts the daemon and waits until it responds. */
export async function startDaemon(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<DaemonProcess> {
  const child = spawn(
    process.execPath,
    [HEAP_LIMIT, MAIN, 'schedule', 'run', '--json', '--port', '0', ...args],
    {
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let complaints = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const url = await readReady(child, () => complaints);
  const pid = child.pid ?? 0;
  const end = once(child, 'exit').then(([status, signal]) => (status ?? signal) as number | NodeJS.Signals);
  return {
    url,
    pid,
    signal: (name) => child.kill(name),
    ended: () => end,
    memoryBytes: () =>
      fromProc(() => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024),
    handles: () => fromProc(() => readdirSync(`/proc/${pid}/fd`).length),
    complaints: () => complaints,
  };
}

async function readReady(child: ChildProcess, complaints: () => string): Promise<string> {
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.includes('\n')) {
      const ready = JSON.parse(text.split('\n')[0] ?? '');
      if (ready.message_type === 'ready') {
        return ready.url;
      }
      break;
    }
  }
  throw new Error(`The daemon did not start: ${text}${complaints()}`);
}

function fromProc(read: () => number): number | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** The complete lines of a log file so far. */
export function readLog(path: string): readonly LogLine[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return [];
  }
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as LogLine];
      } catch {
        return [{ torn: line }]; // The last line of a process that was killed.
      }
    });
}

/** Waits until a condition on another process is true. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  patienceMs = 60_000,
): Promise<void> {
  const endMs = clock.now() + patienceMs;
  while (!(await holds())) {
    if (clock.now() > endMs) {
      throw new Error(`Waited in vain until ${what}`);
    }
    await clock.sleep(40);
  }
}
