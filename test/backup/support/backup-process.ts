import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { MAIN } from '../../house/packed-program.ts';

/** `satchel` as a separate process. */
export interface SatchelProcess {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  /** Names of its events so far. */
  readonly events: readonly string[];
  /** What it has written to stdout so far. */
  out(): string;
  /** Resolves at the first event of this name, if any. */
  untilEvent(name: string): Promise<void>;
  /** Resolves when it has ended and its streams are read. */
  readonly ended: Promise<{ readonly status: number | null; readonly out: string; readonly err: string }>;
}

/** Starts a process that writes its events as lines of JSON. */
export function startSatchel(args: readonly string[], env: Readonly<Record<string, string>>): SatchelProcess {
  const child = spawn(process.execPath, [MAIN, ...args, '--json'], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const events: string[] = [];
  const text = { out: '', err: '' };
  const waiting: { readonly name: string; readonly resolve: () => void }[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    text.out += `${line}\n`;
    const name = String(JSON.parse(line).message_type);
    events.push(name);
    for (const wait of waiting.filter((candidate) => candidate.name === name)) {
      wait.resolve();
    }
  });
  child.stderr.on('data', (chunk) => {
    text.err += chunk;
  });
  return {
    child,
    events,
    out: () => text.out,
    untilEvent: (name) => new Promise((resolve) => waiting.push({ name, resolve })),
    ended: once(child, 'close').then(([status]) => ({ status, ...text })),
  };
}
