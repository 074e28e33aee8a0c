import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeRecords } from './browse-archive-file.ts';
import { generateArchive } from './generate-archive.ts';
import { type Extent, oneRepository, uploads, writeTreeArchive } from './one-repository.ts';
import { runProgram } from './run-program.ts';

/*
 * What grows with an account: each dimension in three sizes, ten times apart unless they take long to make. The exponent says
 * how the CPU time grows between two of them, less what a command takes for nothing: 1 is in proportion.
 * `node compiled/bench/growth.js [FACTOR] [NAME…]` multiplies the sizes, or measures some dimensions only. If all were measured,
 * it writes the table to docs/scale.md.
 */

const SATCHEL = join(import.meta.dirname, '../../dist/cli/main.js');
const LIBRARY = new URL('../../dist/library/sandbox.js', import.meta.url).href;
const DOCUMENT = join(import.meta.dirname, '../../docs/scale.md');

/** A place for the files of one size, and the arguments of the program to measure. */
interface Prepared {
  readonly args: readonly string[];
  /** A program of JavaScript; default: Satchel. */
  readonly program?: string;
  /** What grew on the disk: a file or folder; by default, nothing. */
  readonly result?: string;
  readonly close?: () => Promise<void>;
}

interface Dimension {
  readonly name: string;
  /** The smallest size. */
  readonly size: number;
  /** How far apart small sizes are; by default, and large ones, ten times. */
  readonly step?: number;
  prepare(size: number, folder: string): Promise<Prepared>;
}

const DIMENSIONS: readonly Dimension[] = [
  {
    name: 'bytes of JSON to load',
    size: 500_000,
    async prepare(jsonBytes, folder) {
      const archive = join(folder, 'archive.tar.gz');
      await generateArchive(archive, { jsonBytes, isGiant: false, packBytes: 0 });
      const db = join(folder, 'work.db');
      return { args: ['load', archive, '--db', db], result: db };
    },
  },
  {
    name: 'issues in a list, as JSON',
    size: 200,
    prepare: (size, folder) => prepareList(size, folder, '--json'),
  },
  {
    name: 'issues in a list, as CSV',
    size: 200,
    prepare: (size, folder) => prepareList(size, folder, '--csv'),
  },
  { name: 'alerts of the service', size: 200, prepare: (size) => prepareAlerts(size) },
  {
    name: 'repositories of a sandbox',
    size: 3,
    prepare: async (size, folder) => prepareWorld(['--repositories', `${size}`, '--issues', '1'], folder),
  },
  {
    name: 'repositories of a sandbox that starts',
    size: 100,
    prepare: (size, folder) => prepareStart({ repositories: size }, folder),
  },
  {
    name: 'issues of a sandbox',
    size: 10,
    prepare: async (size, folder) => prepareWorld(['--repositories', '1', '--issues', `${size}`], folder),
  },
  {
    name: 'repositories of a store',
    size: 3,
    async prepare(size, folder) {
      const db = await loadSample(['--repositories', `${size}`, '--issues', '1'], folder);
      return { args: ['repo', 'list', '--db', db, '--limit', `${size}`, '--json'], result: db };
    },
  },
  {
    name: 'comments of a thread, as a site',
    size: 30,
    prepare: (comments, folder) => prepareSite({ comments }, folder),
  },
  {
    name: 'labels of a repository, as a site',
    size: 10,
    prepare: (labels, folder) => prepareSite({ labels }, folder),
  },
  {
    name: 'milestones of a repository, as a site',
    size: 10,
    prepare: (milestones, folder) => prepareSite({ milestones }, folder),
  },
  {
    name: 'files of a repository, as a site',
    size: 5,
    async prepare(size, folder) {
      const archive = join(folder, 'archive.tar.gz');
      await writeTreeArchive(archive, size);
      return await siteOf(archive, folder);
    },
  },
  {
    name: 'issues with code, as a site',
    size: 4,
    async prepare(size, folder) {
      await satchel([...prepareWorld(['--repositories', '1', '--issues', `${size}`], folder).args]);
      return await siteOf(join(folder, 'sample.tar.gz'), folder);
    },
  },
  {
    name: 'files kept',
    size: 100,
    async prepare(size, folder) {
      const archive = join(folder, 'archive.tar.gz');
      await writeRecords(archive, oneRepository({}), uploads(size));
      const db = join(folder, 'work.db');
      return { args: ['load', archive, '--db', db], result: db };
    },
  },
  {
    name: 'snapshots of a vault',
    size: 10,
    step: 3,
    async prepare(size, folder) {
      const vault = join(folder, 'vault');
      const archives: string[] = [];
      for (let week = 1; week <= size; week += 1) {
        const archive = join(folder, `${week}.tar.gz`);
        await writeRecords(archive, oneRepository({}), uploads(week)); // One more each week.
        archives.push(archive);
      }
      return {
        args: ['vault', 'import', ...archives, '--account', 'mira', '--vault', vault, '--quiet'],
        result: join(vault, 'store.db'),
      };
    },
  },
];

async function satchel(args: readonly string[]): Promise<void> {
  await runProgram(process.execPath, [SATCHEL, ...args, '--quiet'], [0, 3]);
}

function prepareWorld(size: readonly string[], folder: string): Prepared {
  const archive = join(folder, 'sample.tar.gz');
  return { args: ['sandbox', ...size, '--output', archive], result: archive };
}

/** A program that starts a sandbox, and ends it. */
async function prepareStart(size: object, folder: string): Promise<Prepared> {
  const program = join(folder, 'start.mjs');
  const text = `import { startSandbox } from ${JSON.stringify(LIBRARY)};\nawait (await startSandbox(${JSON.stringify(size)})).close();\n`;
  await writeFile(program, text);
  return { program, args: [] };
}

async function loadSample(size: readonly string[], folder: string): Promise<string> {
  const db = join(folder, 'work.db');
  await satchel([...prepareWorld(size, folder).args]);
  await satchel(['load', join(folder, 'sample.tar.gz'), '--db', db]);
  return db;
}

async function prepareSite(extent: Extent, folder: string): Promise<Prepared> {
  const archive = join(folder, 'archive.tar.gz');
  await writeRecords(archive, oneRepository(extent));
  return await siteOf(archive, folder);
}

async function siteOf(archive: string, folder: string): Promise<Prepared> {
  const db = join(folder, 'work.db');
  const site = join(folder, 'site');
  await satchel(['load', archive, '--db', db]);
  return { args: ['site', site, '--db', db, '--include-private', '--quiet'], result: site };
}

async function prepareList(size: number, folder: string, format: string): Promise<Prepared> {
  const db = join(folder, 'work.db');
  const archive = join(folder, 'archive.tar.gz');
  await generateArchive(archive, { jsonBytes: size * BYTES_PER_ISSUE, isGiant: false, packBytes: 0 });
  await satchel(['load', archive, '--db', db, '--no-search']);
  return { args: ['issue', 'list', '--state', 'all', '--db', db, '--limit', `${size}`, format] };
}

/** Generated archives have an issue in about so many bytes. */
const BYTES_PER_ISSUE = 6_000;

/** A service with nothing but a list of alerts, each as large as at the real service. */
async function prepareAlerts(size: number): Promise<Prepared> {
  const server = createServer((request, response) => {
    const first = Number(new URL(request.url ?? '', 'http://localhost').searchParams.get('after') ?? 0);
    const page = Array.from({ length: Math.min(100, size - first) }, (_, index) =>
      alertOf(first + index + 1),
    );
    const next = `<http://${request.headers.host}/orgs/acme/depmonitor/alerts?after=${first + 100}>; rel="next"`;
    response.setHeader('content-type', 'application/json');
    response.setHeader('x-oauth-scopes', 'repo');
    if (first + 100 < size) {
      response.setHeader('link', next);
    }
    response.end(JSON.stringify(page));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  process.env['SATCHEL_TOKEN'] = `svp_${'a'.repeat(36)}`;
  return {
    args: ['alerts', 'list', '--org', 'acme', '--base-url', `http://127.0.0.1:${port}`, '--json'],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function alertOf(number: number): object {
  const description = 'A crafted request can make the parser read beyond its input. '.repeat(60);
  return { number, state: 'open', created_at: '2026-01-01T00:00:00Z', security_advisory: { description } };
}

interface Measured {
  readonly size: number;
  readonly cpuSeconds: number;
  readonly peakBytes: number;
  readonly bytes: number;
}

async function measure({ prepare }: Dimension, size: number): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-growth-'));
  try {
    const { program = SATCHEL, args, result, close } = await prepare(size, folder);
    const { cpuSeconds, peakBytes } = await runProgram(process.execPath, [program, ...args], [0, 3]);
    await close?.();
    return { size, cpuSeconds, peakBytes, bytes: result === undefined ? 0 : await bytesOf(result) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function bytesOf(path: string): Promise<number> {
  const found = await stat(path);
  if (!found.isDirectory()) {
    return found.size;
  }
  const sizes = await Promise.all((await readdir(path)).map((name) => bytesOf(join(path, name))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** How a value grows while the size becomes `step` times as large. */
function exponentOf(before: number, after: number, step: number): string {
  return before <= 0 || after <= 0 ? '' : (Math.log(after / before) / Math.log(step)).toFixed(2);
}

const MARKS = ['<!-- measured: growth -->', '<!-- measured: end -->'] as const;

async function main([first, ...names]: readonly string[]): Promise<void> {
  const factor = Number(first ?? 1);
  const rows = [
    `Measured on ${cpus().length} × ${cpus()[0]?.model ?? 'an unknown processor'}:`,
    '',
    '| dimension | size | CPU (s) | peak (MB) | bytes (MB) | exponent |',
    '|---|--:|--:|--:|--:|--:|',
  ];
  const { cpuSeconds: nothing } = await runProgram(process.execPath, [SATCHEL, 'query', '--list', '--json']);
  for (const dimension of DIMENSIONS.filter(({ name }) => names.length === 0 || names.includes(name))) {
    let before: Measured | undefined;
    const step = factor < 10 ? (dimension.step ?? 10) : 10;
    for (const size of [1, step, step * step].map((times) => times * dimension.size * factor)) {
      const found = await measure(dimension, size);
      const exponent =
        before === undefined ? '' : exponentOf(before.cpuSeconds - nothing, found.cpuSeconds - nothing, step);
      const cells = [
        found.cpuSeconds.toFixed(2),
        ...[found.peakBytes, found.bytes].map((each) => (each / 1e6).toFixed(1)),
      ];
      rows.push(`| ${[dimension.name, size.toLocaleString('en'), ...cells, exponent].join(' | ')} |`);
      process.stdout.write(`${rows.at(-1)}\n`);
      before = found;
    }
  }
  if (names.length > 0) {
    return;
  }
  const text = await readFile(DOCUMENT, 'utf8');
  const [start, end] = MARKS.map((mark) => text.indexOf(mark));
  if (start !== undefined && end !== undefined && start >= 0 && end >= 0) {
    await writeFile(
      DOCUMENT,
      `${text.slice(0, start + MARKS[0].length)}\n${rows.join('\n')}\n${text.slice(end)}`,
    );
  }
}

await main(process.argv.slice(2));
