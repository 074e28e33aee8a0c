import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeArchive } from '../../../src/archive/index.ts';
import { EXIT_CODES } from '../../../src/base/index.ts';
import { measurePeak } from '../../archive/support/peak-memory.ts';
import { LARGE_ARCHIVES, type LargeArchive } from '../support/large-archives.table.ts';

const IS_LONG = process.env['SATCHEL_TEST_LONG'] === '1';
const MAX_MIB = 200;

/** What a short run measures, because a long one takes a quarter of an hour. */
const SHORT: Readonly<Record<string, RegExp>> = {
  '100,000 repositories': /^verify$/,
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

/** What needs more: its limit in MiB, a tenth above what was measured. */
const MORE: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  '100,000 repositories': {
    inspect: 230,
    'lake sync': 215,
    'vault import': 220,
  },
  '100,000 attachments': {
    load: 230,
    'load of a newer archive': 230,
    'lake sync': 215,
    extract: 230,
    'vault import': 265,
    'vault check': 235,
  },
  'records of 15 MiB': {
    load: 250,
    'load of a newer archive': 375,
    'load of an older archive': 305,
    'diff of archives': 345,
    'diff of snapshots': 240,
    'dump parquet': 245,
    'dump archive': 260,
    'lake sync': 330,
    'vault import': 260,
    'vault check': 220,
  },
};

const isMeasured = (contents: string, name: string) => IS_LONG || SHORT[contents]?.test(name) === true;
const ARCHIVES = Object.entries<LargeArchive>(LARGE_ARCHIVES).filter(
  ([contents]) => IS_LONG || contents in SHORT,
);

describe.skipIf(process.platform !== 'linux').each(ARCHIVES)(
  'with an archive of %s, the memory of',
  (contents, files) => {
    let directory: string;

    const commands = Object.entries(COMMANDS).filter(([name]) => isMeasured(contents, name));

    beforeAll(async () => {
      directory = mkdtempSync(join(tmpdir(), 'satchel-memory-'));
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
    }, 120_000);

    afterAll(() => rmSync(directory, { recursive: true, force: true }), 120_000);

    it.each(commands)('%s is limited', { timeout: 300_000 }, async (name, command) => {
      const { exitCode, peakMib } = await measurePeak(directory, command.split(' '));
      expect(exitCode).toBeOneOf([EXIT_CODES.done.status, EXIT_CODES.warnings.status]);
      expect(peakMib).toBeLessThan(MORE[contents]?.[name] ?? MAX_MIB);
    });
  },
);
