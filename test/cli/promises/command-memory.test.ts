import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeArchive } from '../../../src/archive/write-archive.ts';
import { EXIT_CODES } from '../../../src/model/exit-codes.table.ts';
import { measurePeak } from '../../archive/support/peak-memory.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { IS_LONG } from '../../house/long-run.ts';
import {
  type InstalledProgram,
  installWithRelease,
  NODE_RELEASES,
  THIS_PROGRAM,
} from '../../house/node-releases.ts';
import { LARGE_ARCHIVES, type LargeArchive } from '../support/large-archives.table.ts';

const MAX_MIB = 200;

/** The commands by the contents of the archive. */
type Sample = Readonly<Record<string, RegExp>>;

/** What a short run measures; all of it takes half an hour. */
const SHORT: Sample = { 'records of 15 MiB': /^load$/ };

/** What a long run measures on the newest release of Node. */
const SOME: Sample = {
  '40,000 repositories': /^verify$/,
  'records of 15 MiB': /^(?:load|dump archive|lake sync)$/,
  '60,000 threads whose times the store must set': /^load$/,
};

/** Each command may need what earlier ones have written. */
const COMMANDS: Readonly<Record<string, string>> = {
  verify: 'verify a.tar.gz',
  load: 'load a.tar.gz --db a.db --taken-at 2024-01-02',
  'load of a newer archive': 'load b.tar.gz --db a.db --taken-at 2024-01-03',
  'load of an older archive': 'load c.tar.gz --db a.db --as-history --taken-at 2024-01-01',
  'diff of archives': 'diff a.tar.gz b.tar.gz --counts',
  'diff of snapshots': 'diff previous latest --db a.db',
  inspect: 'inspect a.tar.gz',
  'dump csv': 'dump csv --db a.db --output csv',
  'dump ndjson': 'dump ndjson --db a.db --output ndjson',
  'dump parquet': 'dump parquet --db a.db --output parquet',
  'dump markdown': 'dump markdown --db a.db --output markdown',
  'dump archive': 'dump archive --db a.db --output dump.tar.gz',
  'lake sync': 'lake sync --db a.db --output lake',
  search: 'search line --db a.db',
  stats: 'stats --db a.db',
  extract: 'extract a.tar.gz extracted --attachments',
  'vault import': 'vault import a.tar.gz --vault vault --account alice',
  'vault check': 'vault check --vault vault --read-data',
  'vault rebuild': 'vault rebuild --vault vault',
};

/** Limits in MiB, by the contents of the archive and the command. */
type Limits = Readonly<Record<string, Readonly<Record<string, number>>>>;

interface MeasuredProgram {
  readonly node: string;
  readonly limits: Limits;
  /** The commands that it runs, all by default. */
  readonly sample?: Sample | undefined;
  /** Undefined if it cannot be had here. */
  install(): Promise<InstalledProgram | undefined>;
}

/** What needs more: its limit, a tenth above what was measured. */
const MORE: Limits = {
  'records of 15 MiB': {
    load: 250,
    'load of a newer archive': 270,
    'load of an older archive': 267,
    'diff of archives': 357,
    'diff of snapshots': 220,
    'dump parquet': 220,
    'dump archive': 245,
    'lake sync': 238,
    'vault import': 220,
  },
};

/** The same for newer releases of Node: the newest itself takes 10 MiB more, and collects garbage later. */
const MORE_ON_NEWEST: Limits = {
  '40,000 repositories': {
    'load of a newer archive': 210,
    'diff of archives': 215,
    inspect: 250,
    'dump parquet': 220,
    'lake sync': 227,
    'vault import': 260,
  },
  '30,000 attachments': {
    verify: 210,
    'load of a newer archive': 230,
    'dump parquet': 225,
    'lake sync': 220,
    extract: 209,
    'vault import': 270,
    'vault check': 270,
  },
  'records of 15 MiB': {
    load: 250,
    'load of a newer archive': 295,
    'load of an older archive': 286,
    'diff of archives': 380,
    'diff of snapshots': 220,
    'dump csv': 210,
    'dump ndjson': 210,
    'dump parquet': 228,
    'dump archive': 245,
    'lake sync': 267,
    'vault import': 275,
    'vault check': 210,
  },
};

const ARCHIVES = Object.entries<LargeArchive>(LARGE_ARCHIVES);

/** The newest release of Node, which a long run measures as well. */
const NEWEST = NODE_RELEASES[1];

const PROGRAMS: readonly MeasuredProgram[] = [
  {
    node: process.version,
    limits: process.version.startsWith('v20.') ? MORE : MORE_ON_NEWEST,
    sample: IS_LONG ? undefined : SHORT,
    install: async () => THIS_PROGRAM,
  },
  ...(IS_LONG
    ? [
        {
          node: `v${NEWEST.node}`,
          limits: MORE_ON_NEWEST,
          sample: SOME,
          install: () => installWithRelease(NEWEST, 'memory'),
        },
      ]
    : []),
];

describe.skipIf(process.platform !== 'linux').each(
  PROGRAMS.flatMap((program) =>
    ARCHIVES.filter(([contents]) => contents in (program.sample ?? LARGE_ARCHIVES)).map(
      ([contents, files]) => ({
        ...program,
        contents,
        files,
      }),
    ),
  ),
)('on Node $node with an archive of $contents, the memory of', (measured) => {
  const { contents, files, limits, sample, install } = measured;
  let directory: string;
  let program: InstalledProgram | undefined;

  const commands = Object.entries(COMMANDS).filter(([name]) => sample?.[contents]?.test(name) ?? true);

  beforeAll(async () => {
    program = await install();
  }, 300_000);
  beforeAll(async () => {
    directory = temporaryFolder();
    for (const [name, every] of [
      ['a', 0],
      ['b', 100],
      ['c', 50],
    ] as const) {
      if (!commands.some(([, command]) => command.includes(`${name}.tar.gz`))) {
        continue;
      }
      const changed = files((record, at) =>
        every > 0 && at % every === 0 ? { ...record, title: name } : record,
      );
      const path = join(directory, `${name}.tar.gz`);
      await writeArchive({ path, files: changed, modifiedAtMs: 1_700_000_000_000 });
    }
  }, 900_000);
  beforeEach(({ skip }) => skip(program === undefined, 'this release of Node cannot be had here'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }), 300_000); // A busy disk takes minutes for 100,000 files.

  it.each(commands)('%s is limited', { timeout: 1_800_000 }, async (name, command) => {
    const { exitCode, peakMib } = await measurePeak(directory, command.split(' '), program);
    expect(exitCode).toBeOneOf([EXIT_CODES.done.status, EXIT_CODES.warnings.status]);
    expect(peakMib).toBeLessThan(limits[contents]?.[name] ?? MAX_MIB);
  });
});
