import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ProgramRun, runProgram } from './run-program.ts';
import { STAGES } from './stages.table.ts';

/** A profile from `--cpu-prof` of Node.js; times are in microseconds of one clock for all threads. */
interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
  readonly startTime: number;
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly children?: readonly number[];
}

/** Functions in which a thread waits for another one. */
const WAITING: ReadonlySet<string> = new Set(['(idle)', '#waitForThread']);

/** The compiler's output, one file for each module: the bundles of the package do not name what they contain. */
const COMPILED = new URL('../', import.meta.url).href;
const PROGRAM = fileURLToPath(new URL('../cli/main.js', import.meta.url));

/**
 * Runs the unbundled command line once under V8's sampling profiler. Prints the seconds of each thread by stage, the time of
 * other threads (unpacking, compilation and garbage collection), the bytes written, and the serial tail: the time that
 * the program runs after the last byte was unpacked. A sample counts for our innermost module on the stack.
 */
export async function printStages(args: readonly string[], finished: readonly number[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-profile-'));
  try {
    const profiler = ['--cpu-prof', '--cpu-prof-interval', '500', '--cpu-prof-dir', folder];
    const run = await runProgram(process.execPath, [...profiler, PROGRAM, ...args], finished);
    const names = (await readdir(folder)).sort(); // The names contain the number of the thread.
    const threads: Thread[] = [];
    for (const name of names) {
      const profile: Profile = JSON.parse(await readFile(join(folder, name), 'utf8'));
      threads.push(readThread(profile));
    }
    print(run, threads);
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Thread {
  /** Seconds by stage. */
  readonly stages: ReadonlyMap<string, number>;
  readonly endedAt: number;
  /** When it last unpacked or split anything; 0 for never. */
  readonly lastRead: number;
}

function readThread({ nodes, samples, timeDeltas, startTime }: Profile): Thread {
  const stageOf = nameStages(nodes);
  const stages = new Map<string, number>();
  let now = startTime;
  let lastRead = 0;
  for (const [at, id] of samples.entries()) {
    const micros = timeDeltas[at] ?? 0;
    const stage = stageOf.get(id) ?? 'other';
    now += micros;
    stages.set(stage, (stages.get(stage) ?? 0) + micros / 1_000_000);
    if (stage === 'unpack' || stage === 'split') {
      lastRead = now;
    }
  }
  return { stages, endedAt: now, lastRead };
}

/** The stage of each node: that of our innermost module on its stack. Parents precede their children. */
function nameStages(nodes: readonly ProfileNode[]): ReadonlyMap<number, string> {
  const callers = new Map(nodes.flatMap(({ id, children }) => (children ?? []).map((child) => [child, id])));
  const stages = new Map<number, string>();
  for (const { id, callFrame } of nodes) {
    const { functionName, url } = callFrame;
    const module = url.startsWith(COMPILED) ? url.slice(COMPILED.length) : undefined;
    if (WAITING.has(functionName)) {
      stages.set(id, 'waiting');
    } else if (functionName === '(garbage collector)') {
      stages.set(id, 'garbage');
    } else if (module !== undefined) {
      stages.set(id, STAGES.find(([, modules]) => modules.test(module))?.[0] ?? 'other');
    } else {
      stages.set(id, stages.get(callers.get(id) ?? 0) ?? 'other');
    }
  }
  return stages;
}

function print(run: ProgramRun, threads: readonly Thread[]): void {
  const names = [...new Set(threads.flatMap(({ stages }) => [...stages.keys()]))];
  const secondsOf = (name: string) => threads.map(({ stages }) => stages.get(name) ?? 0);
  const sum = (seconds: readonly number[]) => seconds.reduce((total, each) => total + each, 0);
  const ranked = names.sort((a, b) => sum(secondsOf(b)) - sum(secondsOf(a)));
  const cells = (seconds: readonly number[]) => seconds.map((each) => each.toFixed(2).padStart(10)).join('');
  const header = threads.map((_, index) => `thread ${index}`.padStart(10)).join('');
  const rows = ranked.map(
    (name) => `${name.padEnd(14)}${cells([...secondsOf(name), sum(secondsOf(name))])}\n`,
  );
  const running = sum(threads.map(({ stages }) => sum([...stages.values()]) - (stages.get('waiting') ?? 0)));
  const ended = Math.max(...threads.map(({ endedAt }) => endedAt));
  const tail = (ended - Math.max(...threads.map(({ lastRead }) => lastRead))) / 1_000_000;
  process.stdout.write(`${'stage'.padEnd(14)}${header}${'all'.padStart(10)}\n${rows.join('')}`);
  process.stdout.write(
    `wall ${run.seconds.toFixed(2)} s, CPU ${run.cpuSeconds.toFixed(2)} s, other threads ${Math.max(0, run.cpuSeconds - running).toFixed(2)} s, ` +
      `serial tail ${tail.toFixed(2)} s, written ${(run.writtenBytes / 1_000_000).toFixed(0)} MB, peak ${(run.peakBytes / 1_000_000).toFixed(0)} MB\n`,
  );
}
