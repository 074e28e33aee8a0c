/**
 * Runs the benchmarks for readers and writes `docs/benchmarks.md` with a table and a chart of each. Archives and stores
 * are generated once, in the folder, and so are the outputs: parts can be run one by one, and the report contains all
 * whose output is there, also those of other processors. `--parts ''` only writes the report. Earlier versions are compared if
 * their `dist` folders are given.
 *
 *     npm run bench [-- --parts verify,load,open,release,download,search,browse] [--against DIR,DIR] [--folder DIR]
 */

import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, release, tmpdir, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type BenchPart, describePart, drawBars, readTables } from './bench-report.ts';

const { values: flags } = parseArgs({
  options: {
    parts: { type: 'string' },
    against: { type: 'string', default: '' },
    folder: { type: 'string', default: join(tmpdir(), 'satchel-bench') },
  },
});

const PARTS: readonly BenchPart[] = [
  {
    name: 'verify',
    title: 'Verify',
    about:
      '`satchel verify` next to `gzip -dc`, which only unpacks the same file: the ratio is ours to theirs. One thread unpacks and splits, and waits for the one that parses and checks, which is never idle.',
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
      '`satchel load` next to tools that only unpack (the ratio is ours to theirs) and to other ways to get an archive into a database (the ratio is theirs to ours). One thread unpacks, and waits for the one that parses, validates and writes rows; then a third one builds the index of texts, while it builds all others.',
    runs: [
      ['--archives', 'M,L,MP', '--rivals', 'M'],
      ['--merge'],
      ['--growth', '--archives', 'S,M,L,XL', '--rounds', '1'],
      ['--archives', 'M', '--profile'],
    ],
    charted: ['ours s', 'theirs s'],
  },
  {
    name: 'open',
    title: 'Open',
    about:
      '`satchel open` on an archive that it has not loaded yet: when the first issue can be read, next to when everything can, searches included.',
    runs: [[]],
    charted: ['first s', 'whole s'],
  },
  {
    name: 'release',
    title: 'Earlier versions',
    about:
      'This version next to the last release and to an earlier state of development, 0.1.0, whose loads were the quickest: the ratio is ours to theirs.',
    runs: listed(flags.against).map((dist) => ['--against', dist]),
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

/** How the first line of an output begins, which says what was measured with what. */
const MEASURED = 'Measured with ';

const DOCS = new URL('../../docs/', import.meta.url);

for (const name of flags.parts === undefined ? PARTS.map((part) => part.name) : listed(flags.parts)) {
  const part = PARTS.find((each) => each.name === name);
  if (part === undefined) {
    throw new RangeError(`Cannot run "${name}": there are ${PARTS.map((each) => each.name).join(', ')}`);
  }
  if (part.runs.length > 0) {
    await run(part);
  }
}
await report();

function listed(names: string): readonly string[] {
  return names.split(',').filter((each) => each !== '');
}

function outputOf({ name }: BenchPart): string {
  return join(flags.folder, `output-${name}.txt`);
}

/** What a part printed, a section for each processor. */
async function readSections(part: BenchPart): Promise<readonly string[]> {
  const text = await readFile(outputOf(part), 'utf8').catch(() => '');
  return text.split(new RegExp(`^(?=${MEASURED})`, 'm')).filter((section) => section !== '');
}

/** Runs a part, and keeps what it prints, before what it printed on other processors. */
async function run(part: BenchPart): Promise<void> {
  await mkdir(flags.folder, { recursive: true });
  const model = cpus()[0]?.model.trim() ?? '';
  const others = (await readSections(part)).filter((section) => !section.includes(`(${model})`));
  const texts = [`${MEASURED}${await origin()}`];
  for (const args of part.runs) {
    texts.push(await measure(part, args));
  }
  await writeFile(outputOf(part), [...texts, ...others].join('\n'));
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
takes more than an hour on a machine that does nothing else; parts can be measured one by one, and each names its machine. Ratios of different processors differ;
a part that was measured on two has tables of both, and its chart is of the first.
Runs alternate with those of the program that they are compared with; figures are
medians. Where there is a target, the table has a column for it; while any target is missed, as some are, the benchmark
exits with code 1.`,
  ];
  for (const part of PARTS) {
    const sections = (await readSections(part)).map((section) => {
      const [measured = '', ...printed] = section.trimEnd().split('\n');
      return { measured, tables: readTables(printed.join('\n')) };
    });
    if (sections[0] !== undefined) {
      texts.push(describePart(part, sections));
      const chart = drawBars(part.title, part.charted, sections[0].tables);
      await writeFile(new URL(`images/bench-${part.name}.svg`, DOCS), chart);
    }
  }
  await writeFile(new URL('benchmarks.md', DOCS), `${texts.join('\n\n')}\n`);
}
