import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** The measured cost of one run. */
export interface ProgramRun {
  readonly seconds: number;
  /** CPU time of all threads, up to the last sample (Linux only, else 0). */
  readonly cpuSeconds: number;
  /** Peak resident memory (Linux only, else 0). */
  readonly peakBytes: number;
  /** Bytes written to files, up to the last sample (Linux only, else 0). */
  readonly writtenBytes: number;
}

const SAMPLING_MS = 50;

/** The unit of CPU time in the kernel (proc(5): `sysconf(_SC_CLK_TCK)`, 100 on all Linux platforms of Node.js). */
const TICKS_PER_SECOND = 100;

/** Runs a program, discards its output, and samples its peak memory. Exit statuses in `finished` count as success. */
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
  let cpuSeconds = 0;
  let writtenBytes = 0;
  while (status === undefined) {
    peakBytes = Math.max(peakBytes, await peakOf(child.pid));
    cpuSeconds = Math.max(cpuSeconds, await cpuOf(child.pid));
    writtenBytes = Math.max(writtenBytes, await writtenBy(child.pid));
    await Promise.race([ended, delay(SAMPLING_MS)]);
  }
  if (status === null || !finished.includes(status)) {
    throw new Error(`Cannot measure "${program} ${args.join(' ')}": it ended with ${status}`);
  }
  return { seconds: (performance.now() - start) / 1_000, cpuSeconds, peakBytes, writtenBytes };
}

/** The peak memory of a process, which may have ended. */
async function peakOf(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return 1_024 * Number(/VmHWM:\s+(\d+) kB/.exec(text)?.[1] ?? 0);
}

/** The CPU time of a process, which may have ended: user and system, fields 14 and 15. */
async function cpuOf(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // Starts at field 3; the name, field 2, may contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND;
}

/** The bytes that a process, which may have ended, passed to `write` and similar calls (proc(5): `wchar`). */
async function writtenBy(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/io`, 'utf8').catch(() => '');
  return Number(/wchar: (\d+)/.exec(text)?.[1] ?? 0);
}

/** The median; the upper one of two middle values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** The smallest and the largest value. */
export function spreadOf(values: readonly number[]): string {
  return `${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)}`;
}
