/**
 * Inspects a generated archive with the built command line, and prints its wall time as a ratio to `gzip -dc` of the
 * same file in the same run, and its peak memory. Exits with 1 where that reaches the promised 200 MB. Linux only.
 *
 *     node dist/bench/inspect.js [--json-mb 1000] [--giant] [--command inspect|verify] [--rounds 3]
 */

import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { generateArchive } from './generate-archive.ts';

const PEAK_LIMIT_BYTES = 200_000_000;
const SAMPLING_MS = 20;

interface Run {
  readonly seconds: number;
  readonly peakBytes: number;
}

const { values: flags } = parseArgs({
  options: {
    'json-mb': { type: 'string', default: '1000' },
    giant: { type: 'boolean', default: false },
    command: { type: 'string', default: 'inspect' },
    rounds: { type: 'string', default: '3' },
  },
});

const folder = await mkdtemp(join(tmpdir(), 'satchel-bench-'));
try {
  const path = join(folder, 'archive.tar.gz');
  const jsonBytes = Number(flags['json-mb']) * 1_000_000;
  const generated = await generateArchive({ path, jsonBytes, isGiant: flags.giant });
  const { size: packedBytes } = await stat(path);
  print(
    'archive',
    `${megabytes(jsonBytes)} of JSON, ${generated.records} records, ${generated.entries} entries`,
  );
  print('packed', megabytes(packedBytes));
  process.exitCode = (await measure(path, flags.command, Number(flags.rounds))) < PEAK_LIMIT_BYTES ? 0 : 1;
} finally {
  await rm(folder, { recursive: true });
}

/** Runs both by turns, so that a busy machine slows both, and gives the highest peak of ours. */
async function measure(path: string, command: string, rounds: number): Promise<number> {
  const main = fileURLToPath(new URL('../cli/main.js', import.meta.url));
  const ours: Run[] = [];
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const run = await runProgram(process.execPath, [main, command, path, '--json']);
    const yardstick = await runProgram('gzip', ['-dc', path]);
    ours.push(run);
    ratios.push(run.seconds / yardstick.seconds);
    print(`round ${round + 1}`, `${run.seconds.toFixed(2)} s, gzip -dc ${yardstick.seconds.toFixed(2)} s`);
  }
  const peakBytes = Math.max(...ours.map((run) => run.peakBytes));
  print('wall', `${median(ours.map((run) => run.seconds)).toFixed(2)} s`);
  print('ratio', `${median(ratios).toFixed(2)} times gzip -dc`);
  print('peak', `${megabytes(peakBytes)} resident, limit ${megabytes(PEAK_LIMIT_BYTES)}`);
  return peakBytes;
}

/** Runs a program with its output thrown away, and watches the high-water mark of its memory. */
async function runProgram(program: string, args: readonly string[]): Promise<Run> {
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
  if (status !== 0) {
    throw new Error(`Cannot measure "${program} ${args.join(' ')}": it ended with ${status}`);
  }
  return { seconds: (performance.now() - start) / 1_000, peakBytes };
}

/** The high-water mark of a process that may be gone. */
async function peakOf(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return 1_024 * Number(/VmHWM:\s+(\d+) kB/.exec(text)?.[1] ?? 0);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(0)} MB`;
}

function print(name: string, value: string): void {
  process.stdout.write(`${name.padEnd(10)}${value}\n`);
}
