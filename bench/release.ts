/**
 * Runs commands of this build next to those of another one, such as the last release: what a version costs or saves. The ratio is ours
 * to theirs; the runs of each pair alternate.
 *
 *     node compiled/bench/release.js --against ../before/dist [--commands help,query,search,small,verify,load,core] [--rounds 5] [--folder DIR]
 *
 * `core` is a load on one core, for which `taskset` is needed.
 */

import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { benchArchiveFile } from './bench-archive-file.ts';
import { alternate, inEmptyFolder, judge } from './pairs.ts';
import { median, type ProgramRun, runProgram, spreadOf } from './run-program.ts';

const { values: flags } = parseArgs({
  options: {
    against: { type: 'string' },
    commands: { type: 'string', default: 'help,query,search,small,verify,load,core' },
    rounds: { type: 'string', default: '5' },
    folder: { type: 'string', default: join(tmpdir(), 'satchel-bench') },
  },
});
if (flags.against === undefined) {
  throw new TypeError('Cannot compare releases: --against is missing, the folder "dist" of the other one');
}

const OURS = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const THEIRS = join(flags.against, 'cli', 'main.js');
const SAMPLE = fileURLToPath(new URL('../../samples/current.tar.gz', import.meta.url));
/** Done, with warnings or with findings. */
const FINISHED = [0, 3, 6];

interface Command {
  readonly name: string;
  readonly args: (folder: string) => readonly string[] | Promise<readonly string[]>;
  /** Whether it reads a store that the same program has made. */
  readonly readsStore?: true;
  /** What runs it, with its arguments. */
  readonly launcher?: readonly string[];
  /** The promised maximum ratio. */
  readonly targetRatio?: number;
}

const archive = (name: 'S' | 'M') => benchArchiveFile(name, flags.folder);
const storeIn = (folder: string) => ['--db', join(folder, 'store.db'), '--quiet'];
const loadM = async (folder: string) => ['load', await archive('M'), ...storeIn(folder)];

const COMMANDS: Readonly<Record<string, Command>> = {
  help: { name: '--help', args: () => ['--help'] },
  query: {
    name: 'query activity-by-month (S)',
    readsStore: true,
    args: (folder) => ['query', 'activity-by-month', ...storeIn(folder)],
  },
  search: {
    name: 'search parser (S)',
    readsStore: true,
    args: (folder) => ['search', 'parser', ...storeIn(folder)],
  },
  small: { name: 'load, a small archive', args: (folder) => ['load', SAMPLE, ...storeIn(folder)] },
  verify: { name: 'verify M', args: async () => ['verify', await archive('M'), '--quiet'] },
  load: { name: 'load M', args: loadM, targetRatio: 0.95 },
  core: { name: 'load M on one core', args: loadM, launcher: ['taskset', '-c', '0'], targetRatio: 1 },
};

function runOnce(main: string, command: Command): Promise<ProgramRun> {
  return inEmptyFolder(flags.folder, async (folder) => {
    if (command.readsStore) {
      await runProgram(process.execPath, [main, 'load', await archive('S'), ...storeIn(folder)], FINISHED);
    }
    const args = await command.args(folder);
    const [program = '', ...rest] = [...(command.launcher ?? []), process.execPath, main, ...args];
    return await runProgram(program, rest, FINISHED);
  });
}

function line(name: string, cells: readonly string[]): void {
  process.stdout.write(`${name.padEnd(32)}${cells.map((cell) => cell.padStart(12)).join('')}\n`);
}

const version = execFileSync(process.execPath, [THEIRS, '--version'], { encoding: 'utf8' }).trim();
line('command', ['against', 'ours s', 'theirs s', 'ratio', 'spread', 'target', 'CPU']);
for (const key of flags.commands.split(',')) {
  const command = COMMANDS[key];
  if (command === undefined) {
    throw new RangeError(`Cannot run "${key}": there are ${Object.keys(COMMANDS).join(', ')}`);
  }
  const pairs = await alternate(Number(flags.rounds), {
    ours: () => runOnce(OURS, command),
    theirs: () => runOnce(THEIRS, command),
  });
  const ratios = (read: (run: ProgramRun) => number) =>
    pairs.map(({ ours, theirs }) => read(ours) / read(theirs));
  const seconds = (run: ProgramRun) => run.seconds;
  line(command.name, [
    version,
    median(pairs.map(({ ours }) => ours.seconds)).toFixed(2),
    median(pairs.map(({ theirs }) => theirs.seconds)).toFixed(2),
    median(ratios(seconds)).toFixed(2),
    spreadOf(ratios(seconds)),
    command.targetRatio === undefined ? '-' : `<= ${command.targetRatio}`,
    median(ratios(({ cpuSeconds }) => cpuSeconds)).toFixed(2),
  ]);
  judge(median(ratios(seconds)) <= (command.targetRatio ?? Infinity));
}
