/**
 * Loads generated archives with the built command line, and prints ratios to `gzip -dc` and `tar -xzf` of the same file
 * and to other programs with the same purpose. The runs of each pair alternate. Exits with 1 if a promised ratio or the
 * promised peak of memory is missed. Peaks are measured on Linux only, and not for rivals with several processes.
 *
 *     npm run build && node node_modules/typescript/bin/tsc -p bench
 *     node compiled/bench/load.js [--archives M,L,MP] [--rounds 5] [--rivals M|none] [--folder DIR]
 *
 * With `--against DIR`, only compares this build with the one whose `dist` is DIR, to find what a change costs or saves
 * in wall time and CPU time. Flags for both loads follow `--`.
 *
 *     node compiled/bench/load.js --against ../before/dist --archives M --rounds 5 -- --no-search
 *
 * With `--merge`, loads M and then M1, in which one of a hundred records is changed, and prints what the second load
 * costs.
 *
 * With `--growth`, prints the CPU time that loads of archives take for each megabyte of JSON; the smallest one contains the start.
 *
 * With `--profile`, prints how the time of one load of each archive is spent, by thread and stage.
 */

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BENCH_ARCHIVES, type BenchArchiveName } from './archives.table.ts';
import { benchArchiveFile, readArchiveNames } from './bench-archive-file.ts';
import { alternate, inEmptyFolder, judge, type Pair } from './pairs.ts';
import { printStages } from './profile-stages.ts';
import { RIVALS } from './rivals/rivals.table.ts';
import { median, type ProgramRun, runProgram, spreadOf } from './run-program.ts';

/** A program to compare a load with, and the promised maximum ratio of the load's time to its time. */
interface Yardstick {
  readonly name: string;
  readonly targetRatio: number;
  readonly flags: readonly string[];
  readonly command: (archive: string, folder: string) => readonly [string, ...string[]];
}

const gunzip = (archive: string): readonly [string, ...string[]] => ['gzip', '-dc', archive];
const untar = (archive: string, folder: string): readonly [string, ...string[]] => [
  'tar',
  '-xzf',
  archive,
  '-C',
  folder,
];

const YARDSTICKS: Readonly<Partial<Record<BenchArchiveName, readonly Yardstick[]>>> = {
  S: [{ name: 'gzip -dc', targetRatio: 12, flags: [], command: gunzip }],
  M: [
    { name: 'gzip -dc', targetRatio: 4.2, flags: [], command: gunzip },
    { name: 'gzip -dc, no search', targetRatio: 3.0, flags: ['--no-search'], command: gunzip },
    { name: 'tar -xzf', targetRatio: 2.3, flags: [], command: untar },
  ],
  L: [{ name: 'gzip -dc', targetRatio: 4.5, flags: [], command: gunzip }],
  MP: [{ name: 'tar -xzf', targetRatio: 1.5, flags: [], command: untar }],
};
/** Done, with warnings or with findings: git rejects the packs of generated archives, which are noise. */
const LOADED = [0, 3, 6];

const TARGET_PEAK_BYTES = 256 * 1024 * 1024;
/** The promised CPU time of a merge of one percent, as a part of the load's. */
const TARGET_MERGE = 0.3;

const { values: flags, positionals: loadFlags } = parseArgs({
  allowPositionals: true,
  options: {
    archives: { type: 'string', default: 'M,L,MP' },
    rounds: { type: 'string', default: '5' },
    rivals: { type: 'string', default: 'M' },
    folder: { type: 'string', default: join(tmpdir(), 'satchel-bench') },
    against: { type: 'string' },
    merge: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
  },
});
const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

if (flags.profile) {
  await profile();
} else if (flags.growth) {
  await measureGrowth();
} else if (flags.merge) {
  await measureMerge();
} else if (flags.against === undefined) {
  await measureYardsticks();
} else {
  await measureBuild(flags.against);
}

/** Prints how the time of one load is spent. */
async function profile(): Promise<void> {
  for (const name of readArchiveNames(flags.archives)) {
    const archive = await benchArchiveFile(name, flags.folder);
    await inEmptyFolder(flags.folder, (folder) => printStages(loadOf(archive, folder), LOADED));
  }
}

/** Prints what loads of archives of different sizes take for each megabyte of their JSON. */
async function measureGrowth(): Promise<void> {
  line('archive', 'growth of a load', ['JSON MB', 'CPU s', 'ms a MB', 'peak MB']);
  for (const name of readArchiveNames(flags.archives)) {
    const archive = await benchArchiveFile(name, flags.folder);
    const runs: ProgramRun[] = [];
    for (let round = 0; round < Number(flags.rounds); round += 1) {
      runs.push(
        await inEmptyFolder(flags.folder, (folder) =>
          runProgram(process.execPath, loadWith(MAIN, archive, folder), LOADED),
        ),
      );
    }
    const megabytes = BENCH_ARCHIVES[name].jsonBytes / 1_000_000;
    const cpuSeconds = median(runs.map((run) => run.cpuSeconds));
    line(name, 'load', [
      megabytes.toFixed(0),
      cpuSeconds.toFixed(2),
      ((1_000 * cpuSeconds) / megabytes).toFixed(1),
      (Math.max(...runs.map(({ peakBytes }) => peakBytes)) / 1_000_000).toFixed(0),
    ]);
  }
}

/** Prints the medians of first loads, and of merges of an archive that differs in one percent of its records. */
async function measureMerge(): Promise<void> {
  const [first, second] = [
    await benchArchiveFile('M', flags.folder),
    await benchArchiveFile('M1', flags.folder),
  ];
  const runs: { readonly load: ProgramRun; readonly merge: ProgramRun }[] = [];
  for (let round = 0; round < Number(flags.rounds); round += 1) {
    await inEmptyFolder(flags.folder, async (folder) => {
      const load = await runProgram(process.execPath, loadWith(MAIN, first, folder), LOADED);
      const merge = await runProgram(process.execPath, loadWith(MAIN, second, folder), LOADED);
      runs.push({ load, merge });
    });
  }
  line('archive', 'merge of one percent', ['load', 'merge', 'of load', 'spread', 'target']);
  for (const [what, read] of Object.entries<(run: ProgramRun) => number>({
    'wall s': ({ seconds }) => seconds,
    'CPU s': ({ cpuSeconds }) => cpuSeconds,
    'written MB': ({ writtenBytes }) => writtenBytes / 1_000_000,
    'peak MB': ({ peakBytes }) => peakBytes / 1_000_000,
  })) {
    const ratios = runs.map(({ load, merge }) => read(merge) / read(load));
    line('M, M1', what, [
      median(runs.map(({ load }) => read(load))).toFixed(2),
      median(runs.map(({ merge }) => read(merge))).toFixed(2),
      median(ratios).toFixed(3),
      spreadOf(ratios),
      what === 'CPU s' ? `<= ${TARGET_MERGE}` : '-',
    ]);
    judge(what !== 'CPU s' || median(ratios) <= TARGET_MERGE);
  }
}

/** Prints the ratios of this build's figures to those of another build. */
async function measureBuild(dist: string): Promise<void> {
  line('archive', `against ${dist}`, ['ours s', 'theirs s', 'wall', 'CPU', 'peak MB', 'their MB']);
  for (const name of readArchiveNames(flags.archives)) {
    const pairs = await measure(await benchArchiveFile(name, flags.folder), {
      flags: [],
      finished: LOADED,
      command: (archive, folder) => [
        process.execPath,
        ...loadWith(join(dist, 'cli', 'main.js'), archive, folder),
      ],
    });
    const ratioOf = (read: (run: ProgramRun) => number) =>
      median(pairs.map(({ ours, theirs }) => read(ours) / read(theirs))).toFixed(3);
    const theirPeak = Math.max(...pairs.map(({ theirs }) => theirs.peakBytes));
    line(name, loadFlags.join(' '), [
      median(pairs.map(({ ours }) => ours.seconds)).toFixed(2),
      median(pairs.map(({ theirs }) => theirs.seconds)).toFixed(2),
      ratioOf(({ seconds }) => seconds),
      ratioOf(({ cpuSeconds }) => cpuSeconds),
      (peakOf(pairs) / 1_000_000).toFixed(0),
      (theirPeak / 1_000_000).toFixed(0),
    ]);
  }
}

function loadWith(main: string, archive: string, folder: string): readonly string[] {
  return [main, ...loadOf(archive, folder)];
}

function loadOf(archive: string, folder: string): readonly string[] {
  return ['load', archive, '--db', join(folder, 'store.db'), '--json', '--quiet', ...loadFlags];
}

async function measureYardsticks(): Promise<void> {
  line('archive', 'against', ['ours s', 'theirs s', 'ratio', 'spread', 'target', 'peak MB']);
  for (const name of readArchiveNames(flags.archives)) {
    const path = await benchArchiveFile(name, flags.folder);
    for (const yardstick of YARDSTICKS[name] ?? []) {
      const pairs = await measure(path, yardstick);
      const ratios = pairs.map(({ ours, theirs }) => ours.seconds / theirs.seconds);
      const ratio = median(ratios);
      tell(name, yardstick.name, { pairs, ratios, target: `<= ${yardstick.targetRatio}` });
      judge(ratio <= yardstick.targetRatio && peakOf(pairs) < TARGET_PEAK_BYTES);
    }
  }
  if (flags.rivals !== 'none') {
    for (const name of readArchiveNames(flags.rivals)) {
      await measureRivals(name);
    }
  }
}

async function measureRivals(name: BenchArchiveName): Promise<void> {
  const path = await benchArchiveFile(name, flags.folder);
  for (const rival of RIVALS) {
    const absence = rival.absence();
    if (absence !== undefined) {
      process.stdout.write(`${name.padEnd(9)}${rival.name}: skipped, as ${absence}\n`);
      continue;
    }
    const ours = rival.isWithoutSearch ? ['--no-search'] : [];
    const pairs = await measure(path, { flags: ours, command: rival.command });
    const ratios = pairs.map((pair) => pair.theirs.seconds / pair.ours.seconds);
    tell(name, rival.name, { pairs, ratios, target: `>= ${rival.targetRatio}` });
    judge(median(ratios) >= rival.targetRatio);
  }
}

async function measure(
  path: string,
  against: Pick<Yardstick, 'flags' | 'command'> & { readonly finished?: readonly number[] },
): Promise<readonly Pair[]> {
  return await alternate(Number(flags.rounds), {
    ours: () =>
      inEmptyFolder(flags.folder, (folder) =>
        runProgram(process.execPath, [...loadWith(MAIN, path, folder), ...against.flags], LOADED),
      ),
    theirs: () =>
      inEmptyFolder(flags.folder, (folder) => {
        const [program, ...args] = against.command(path, folder);
        return runProgram(program, args, against.finished);
      }),
  });
}

function tell(
  archive: string,
  against: string,
  {
    pairs,
    ratios,
    target,
  }: { readonly pairs: readonly Pair[]; readonly ratios: readonly number[]; readonly target: string },
): void {
  line(archive, against, [
    median(pairs.map(({ ours }) => ours.seconds)).toFixed(2),
    median(pairs.map(({ theirs }) => theirs.seconds)).toFixed(2),
    median(ratios).toFixed(2),
    spreadOf(ratios),
    target,
    (peakOf(pairs) / 1_000_000).toFixed(0),
  ]);
}

function peakOf(pairs: readonly Pair[]): number {
  return Math.max(...pairs.map(({ ours }) => ours.peakBytes));
}

function line(archive: string, against: string, cells: readonly string[]): void {
  const row = cells.map((cell) => cell.padStart(12)).join('');
  process.stdout.write(`${archive.padEnd(9)}${against.padEnd(42)}${row}\n`);
}
