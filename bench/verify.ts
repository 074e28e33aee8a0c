/**
 * Verifies generated archives with the built command line, alternating with `gzip -dc` of the same file. Prints the
 * median ratio of the pairs next to the promised one, and the peak of memory. Exits with 1 if one of them is missed.
 * Peaks are measured on Linux only.
 *
 *     npm run build && node node_modules/typescript/bin/tsc -p bench
 *     node compiled/bench/verify.js [--archives M,L,MP] [--rounds 5] [--command verify|inspect] [--folder DIR] [--profile]
 *
 * With `--profile`, prints how the time of one run is spent, by thread and stage.
 */

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { BenchArchiveName } from './archives.table.ts';
import { benchArchiveFile, readArchiveNames } from './bench-archive-file.ts';
import { printStages } from './profile-stages.ts';
import { median, type ProgramRun, runProgram, spreadOf } from './run-program.ts';

const TARGET_RATIOS: Readonly<Record<BenchArchiveName, number>> = {
  S: 5,
  M: 1.35,
  M1: 1.35,
  L: 1.1,
  XL: 1.1,
  MP: 0.9,
};
const TARGET_PEAK_BYTES = 256 * 1024 * 1024;

/** Finished, with or without warnings: only some repositories of MP have packs, which causes a warning. */
const READ_STATUSES = [0, 3];

const { values: flags } = parseArgs({
  options: {
    archives: { type: 'string', default: 'M,L,MP' },
    rounds: { type: 'string', default: '5' },
    command: { type: 'string', default: 'verify' },
    profile: { type: 'boolean', default: false },
    folder: { type: 'string', default: join(tmpdir(), 'satchel-bench') },
  },
});

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

process.stdout.write(
  flags.profile ? '' : 'archive       wall s      gzip s       ratio      spread      target     peak MB\n',
);
for (const name of readArchiveNames(flags.archives)) {
  const path = await benchArchiveFile(name, flags.folder);
  if (flags.profile) {
    await printStages([flags.command, path, '--json'], READ_STATUSES);
  } else if (!(await measure(name, path))) {
    process.exitCode = 1;
  }
}

/** Alternates between both, so that load on the machine affects both alike. Returns true if all promises are kept. */
async function measure(name: BenchArchiveName, path: string): Promise<boolean> {
  const runs: { readonly ours: ProgramRun; readonly gzip: ProgramRun }[] = [];
  const rounds = Number(flags.rounds);
  for (let round = 0; round <= rounds; round += 1) {
    const ours = await runProgram(process.execPath, [MAIN, flags.command, path, '--json'], READ_STATUSES);
    const gzip = await runProgram('gzip', ['-dc', path]);
    if (round > 0) {
      runs.push({ ours, gzip }); // The first pair only warms the cache.
    }
  }
  const ratios = runs.map(({ ours, gzip }) => ours.seconds / gzip.seconds);
  const ratio = median(ratios);
  const peakBytes = Math.max(...runs.map(({ ours }) => ours.peakBytes));
  const cells = [
    median(runs.map(({ ours }) => ours.seconds)).toFixed(2),
    median(runs.map(({ gzip }) => gzip.seconds)).toFixed(2),
    ratio.toFixed(2),
    spreadOf(ratios),
    `<= ${TARGET_RATIOS[name]}`,
    (peakBytes / 1_000_000).toFixed(0),
  ];
  process.stdout.write(`${name.padEnd(8)}${cells.map((cell) => cell.padStart(12)).join('')}\n`);
  return ratio <= TARGET_RATIOS[name] && peakBytes < TARGET_PEAK_BYTES;
}
