/**
 * Runs the benchmarks for readers and writes `docs/benchmarks.md` with a table and a chart of each. Archives and stores
 * are generated once, in the folder, and so are the outputs: parts can be run one by one, and the report contains all
 * whose output is there. `--parts ''` only writes the report.
 *
 *     npm run bench [-- --parts verify,load,download,search,browse] [--folder DIR]
 */

import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, release, tmpdir, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type BenchPart, describePart, drawBars, readTables } from './bench-report.ts';

const PARTS: readonly BenchPart[] = [
  {
    name: 'verify',
    title: 'Verify',
    about:
      '`satchel verify` next to `gzip -dc`, which only unpacks the same file: the ratio is ours to theirs.',
    runs: [
      ['--archives', 'M,L,MP'],
      ['--archives', 'M', '--profile'],
    ],
    charted: ['wall s', 'gzip s'],
  },
  {
    name: 'load',
    title: 'Load',
    about:
      '`satchel load` next to tools that only unpack (the ratio is ours to theirs) and to other ways to get an archive into a database (the ratio is theirs to ours).',
    runs: [
      ['--archives', 'M,L,MP', '--rivals', 'M'],
      ['--merge'],
      ['--growth', '--archives', 'S,M,L', '--rounds', '1'],
      ['--archives', 'M', '--profile'],
    ],
    charted: ['ours s', 'theirs s'],
  },
  {
    name: 'download',
    title: 'Download',
    about:
      '`satchel export download` from a service on this machine, next to curl. Satchel also checks that the archive is complete.',
    runs: [[]],
    charted: ['ours s', 'theirs s'],
  },
  {
    name: 'search',
    title: 'Search',
    about: 'CPU milliseconds of the first page of answers in a store of one million comments.',
    runs: [[]],
    charted: ['median', 'p95'],
  },
  {
    name: 'browse',
    title: 'Browse',
    about:
      'Pages of `satchel browse` on a store of one million comments, next to plain SQL pages of the same store.',
    runs: [[]],
    charted: ['median warm', 'p95 warm'],
  },
];

const { values: flags } = parseArgs({
  options: {
    parts: { type: 'string', default: PARTS.map(({ name }) => name).join(',') },
    folder: { type: 'string', default: join(tmpdir(), 'satchel-bench') },
  },
});
/** How the first line of an output begins, which says what was measured with what. */
const MEASURED = 'Measured with ';

const DOCS = new URL('../../docs/', import.meta.url);

for (const name of flags.parts.split(',').filter((each) => each !== '')) {
  const part = PARTS.find((each) => each.name === name);
  if (part === undefined) {
    throw new RangeError(`Cannot run "${name}": there are ${PARTS.map((each) => each.name).join(', ')}`);
  }
  await run(part);
}
await report();

function outputOf({ name }: BenchPart): string {
  return join(flags.folder, `output-${name}.txt`);
}

/** Runs a part, and keeps what it prints. */
async function run(part: BenchPart): Promise<void> {
  await mkdir(flags.folder, { recursive: true });
  const texts = [`${MEASURED}${await origin()}`];
  for (const args of part.runs) {
    texts.push(await measure(part, args));
  }
  await writeFile(outputOf(part), texts.join('\n'));
}

/** Runs a script once; one that misses a promised figure ends with 1, but is reported. */
async function measure(part: BenchPart, args: readonly string[]): Promise<string> {
  const script = fileURLToPath(new URL(`${part.name}.js`, import.meta.url));
  const child = spawn(process.execPath, [script, ...args, '--folder', flags.folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
    process.stdout.write(piece);
  });
  const status = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (status !== 0 && status !== 1) {
    throw new Error(`Cannot report "${part.name}": it ended with ${status}`);
  }
  if (status === 1) {
    process.exitCode = 1;
  }
  return text;
}

async function origin(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('../package.json', DOCS), 'utf8'));
  const memory = (totalmem() / 1024 ** 3).toFixed(0);
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${memory} GiB of memory`;
  return `Satchel ${version} on Node ${process.version}, ${type()} ${release().split('-')[0]}, ${machine}.`;
}

async function report(): Promise<void> {
  const texts = [
    '# Benchmarks',
    `Written by \`npm run bench\`, which generates the archives (M: 300 MB of JSON, L: 1 GB in few files, MP: M with 500 MB of git data) and
takes half an hour to an hour on a machine that does nothing else; parts can be measured one by one, and each names its machine. Ratios of different processors differ.
Runs alternate with those of the program that they are compared with; figures are
medians. Where there is a target, the table has a column for it; while any target is missed, as some are, the benchmark
exits with code 1.`,
  ];
  for (const part of PARTS) {
    const text = await readFile(outputOf(part), 'utf8').catch(() => undefined);
    if (text !== undefined) {
      const [measured = '', ...printed] = text.split('\n');
      const tables = readTables(printed.join('\n'));
      texts.push(describePart({ ...part, about: `${part.about} ${measured}` }, tables));
      await writeFile(
        new URL(`images/bench-${part.name}.svg`, DOCS),
        drawBars(part.title, part.charted, tables),
      );
    }
  }
  await writeFile(new URL('benchmarks.md', DOCS), `${texts.join('\n\n')}\n`);
}
