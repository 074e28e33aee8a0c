import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** What one run of a program took. */
export interface ProgramRun {
  readonly seconds: number;
  /** CPU time of all its threads, up to the last sample (Linux only, else 0). */
  readonly cpuSeconds: number;
  /** High-water mark of its resident memory (Linux only, else 0). */
  readonly peakBytes: number;
  /** What it wrote into files, up to the last sample (Linux only, else 0). */
  readonly writtenBytes: number;
}

const SAMPLING_MS = 50;

/** What the kernel counts CPU time in (proc(5): `sysconf(_SC_CLK_TCK)`, 100 on all of Linux that Node.js runs on). */
const TICKS_PER_SECOND = 100;

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

/** The high-water mark of a process that may be gone. */
async function peakOf(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return 1_024 * Number(/VmHWM:\s+(\d+) kB/.exec(text)?.[1] ?? 0);
}

/** The CPU time of a process that may be gone: user and system, fields 14 and 15. */
async function cpuOf(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' '); // From field 3 on: the name may hold blanks.
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND;
}

/** What a process that may be gone passed to `write` and its kin (proc(5): `wchar`). */
async function writtenBy(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/io`, 'utf8').catch(() => '');
  return Number(/wchar: (\d+)/.exec(text)?.[1] ?? 0);
}

/** The middle of some values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
