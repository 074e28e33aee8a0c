import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** What one run of a program took. */
export interface ProgramRun {
  readonly seconds: number;
  /** High-water mark of its resident memory (Linux only, else 0). */
  readonly peakBytes: number;
}

const SAMPLING_MS = 50;

/**
 * Runs a program with its output thrown away, and watches the high-water mark of its memory. `finished` are the exit
 * statuses of a program that did its work.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  finished: readonly number[] = [0],
): Promise<ProgramRun> {
  const start = performance.now();
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  let status: number | null | undefined;
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      status = code;
      resolve();
    });
  });
  let peakBytes = 0;
  while (status === undefined) {
    peakBytes = Math.max(peakBytes, await peakOf(child.pid));
    await Promise.race([ended, delay(SAMPLING_MS)]);
  }
  if (status === null || !finished.includes(status)) {
    throw new Error(`Cannot measure "${program} ${args.join(' ')}": it ended with ${status}`);
  }
  return { seconds: (performance.now() - start) / 1_000, peakBytes };
}

/** The high-water mark of a process that may be gone. */
async function peakOf(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return 1_024 * Number(/VmHWM:\s+(\d+) kB/.exec(text)?.[1] ?? 0);
}

/** The middle of some values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
