/**
 * Downloads the archive of a migration from a service on this machine with the built command line, alternating with
 * curl, and with curl and gzip: unlike curl, `satchel export download` checks that what it wrote is complete.
 *
 *     node compiled/bench/download.js [--archives M,L] [--rounds 5] [--folder DIR]
 */

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { benchArchiveFile, readArchiveNames } from './bench-archive-file.ts';
import { alternate, inEmptyFolder, type Pair } from './pairs.ts';
import { median, type ProgramRun, runProgram } from './run-program.ts';
import { startServing } from './serving-process.ts';

const { values: flags } = parseArgs({
  options: {
    archives: { type: 'string', default: 'M,L' },
    rounds: { type: 'string', default: '5' },
    folder: { type: 'string', default: join(tmpdir(), 'satchel-bench') },
  },
});

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const SERVICE = fileURLToPath(new URL('rivals/archive-service.js', import.meta.url));

/** A token in the form of a classic one; the service does not look at it. */
process.env['SATCHEL_TOKEN'] = `svp_${'0'.repeat(36)}`;

const DOWNLOAD = ['export', 'download', '7', '--quiet'];

const RIVALS: readonly (readonly [name: string, script: string])[] = [
  ['curl -L', 'curl -sfL -o "$1" "$2"'],
  ['curl -L, gzip -t', 'curl -sfL -o "$1" "$2" && gzip -t "$1"'],
];

const line = (cells: readonly string[]) =>
  console.log(cells.map((cell, index) => (index < 2 ? cell.padEnd(20) : cell.padStart(10))).join(''));

line(['archive', 'against', 'ours s', 'theirs s', 'ratio', 'peak MB']);
for (const name of readArchiveNames(flags.archives)) {
  const service = await startServing([SERVICE, await benchArchiveFile(name, flags.folder)], '/user');
  for (const [rival, script] of RIVALS) {
    const pairs = await measure(service.url, script);
    line([
      name,
      rival,
      median(pairs.map(({ ours }) => ours.seconds)).toFixed(2),
      median(pairs.map(({ theirs }) => theirs.seconds)).toFixed(2),
      median(pairs.map(({ ours, theirs }) => ours.seconds / theirs.seconds)).toFixed(2),
      (Math.max(...pairs.map(({ ours }) => ours.peakBytes)) / 1_000_000).toFixed(0),
    ]);
  }
  await service.end();
}

async function measure(baseUrl: string, script: string): Promise<readonly Pair[]> {
  const inFolder = (run: (path: string) => Promise<ProgramRun>) => () =>
    inEmptyFolder(flags.folder, (folder) => run(join(folder, 'archive.tar.gz')));
  return await alternate(Number(flags.rounds), {
    ours: inFolder((path) =>
      runProgram(process.execPath, [MAIN, ...DOWNLOAD, '--base-url', baseUrl, '--output', path]),
    ),
    theirs: inFolder((path) =>
      runProgram('sh', ['-c', script, 'sh', path, `${baseUrl}/user/migrations/7/archive`]),
    ),
  });
}
