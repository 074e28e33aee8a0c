import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { openArchiveSource } from '../../../src/archive/archive-source.ts';
import { readArchive } from '../../../src/archive/read-archive.ts';
import { writeSampleArchive } from '../../../src/sandbox/write-sample-archive.ts';
import { makeTar, recordFile, SCHEMA_PART } from '../../archive/support/make-tar.ts';
import { type CliBench, openCliBench } from '../../cli/support/run-cli.ts';
import { sampled } from '../../house/long-only.ts';
import { unpackArchive } from '../../sandbox/support/unpack-archive.ts';
import { meaningOf } from '../../store/support/archive-text.ts';

const NOW_MS = Date.UTC(2026, 2, 1);

let bench: CliBench;
let workCount = 0;

beforeAll(async () => {
  bench = await openCliBench({ repositories: 1, issues: 1 });
});

function newPath(extension: string): string {
  workCount += 1;
  return join(bench.directory, `${workCount}${extension}`);
}

function samplePath(name: string): string {
  return fileURLToPath(new URL(`../../fixtures/archives/${name}`, import.meta.url));
}

async function load(path: string, db: string): Promise<void> {
  const { status, err } = await bench.run(['load', path, '--db', db]);
  expect(status, err).not.toBe(1);
}

/** Loads an archive and dumps it again. */
async function roundTrip(path: string, ...flags: readonly string[]): Promise<string> {
  const db = newPath('.db');
  const output = newPath('.tar.gz');
  await load(path, db);
  const { status, err } = await bench.run(['dump', 'archive', '--db', db, '--output', output, ...flags]);
  expect([status, err]).toEqual([0, expect.stringContaining('Wrote 1 file')]);
  return output;
}

/** Entries that are compared in other ways, or not preserved. */
const UNKEPT: ReadonlySet<string> = new Set(['git', 'directory', 'unknown']);

interface Contents {
  /** Kinds and records, with number literals and strings exactly as in the source; rejected ones as bytes. */
  readonly records: readonly string[];
  readonly documents: readonly string[];
  /** Names and contents of all entries that are neither records nor part of a git repository. */
  readonly files: readonly string[];
}

async function contentsOf(path: string): Promise<Contents> {
  const records: string[] = [];
  const documents: string[] = [];
  const files: string[] = [];
  for await (const event of readArchive({
    source: await openArchiveSource(path),
    openFile({ name, class: content }) {
      const chunks: Buffer[] = [];
      return {
        write: (chunk) => chunks.push(Buffer.from(chunk)),
        end() {
          if (!UNKEPT.has(content)) {
            files.push(`${name} ${Buffer.concat(chunks).toString('hex')}`);
          }
        },
      };
    },
  })) {
    if (event.type === 'records') {
      const { batch } = event;
      const { kind } = batch;
      records.push(
        ...batch.records.map(
          ({ source }) => `${kind} ${JSON.stringify(meaningOf(Buffer.from(source).toString()))}`,
        ),
        ...batch.rejected.map(({ source }) => `${kind} rejected ${Buffer.from(source).toString('latin1')}`),
      );
    } else if (event.type === 'document') {
      documents.push(`${event.entryName} ${JSON.stringify(event.value)}`);
    }
  }
  return { records: records.toSorted(), documents: documents.toSorted(), files: files.toSorted() };
}

async function verify(path: string): Promise<{ readonly status: number; readonly codes: readonly string[] }> {
  const { status, out } = await bench.run(['verify', path, '--deep', '--json'], {
    env: { PATH: process.env['PATH'] ?? '' },
  });
  const report: { readonly findings: readonly { readonly code: string; readonly severity: string }[] } =
    JSON.parse(out);
  return {
    status,
    codes: report.findings.filter(({ severity }) => severity !== 'info').map(({ code }) => code),
  };
}

const ODD_RECORDS = [
  '{"type":"issue","url":"https://service.example/a/b/issues/1","big":123456789012345678901234567890,"one":1.0,"exp":1E+2,"neg":-0,"nul":"a\\u0000b","lone":"\\ud800","nested":{"x":[1.50,null]}}',
  '{"type":"gadget","url":"https://service.example/a/b/gadgets/1","size":0.10}',
  '{"type":"gadget","size":2e0}',
  '{"type":"issue","title":7,"url":"https://service.example/a/b/issues/2"}',
  '{"type":"issue","url":1,"title":"\\u00e9"}',
];

describe('dumpArchive()', () => {
  it.each(['current.tar.gz', '2019.tar.gz'])(
    'restores every record and file of the sample %s',
    async (name) => {
      const output = await roundTrip(samplePath(name));
      expect(await contentsOf(output)).toEqual(await contentsOf(samplePath(name)));
      expect(await verify(output)).toEqual(await verify(samplePath(name)));
    },
  );

  const worlds = [
    { seed: 'alder', dialect: 'service', generation: 'current', issues: 12 },
    { seed: 'birch', dialect: 'github', generation: 'current', issues: 110 },
    { seed: 'cedar', dialect: 'service', generation: '2019', issues: 12 },
  ] as const;

  it.each(sampled(worlds, 1))('restores every record and file of the world $seed', async (options) => {
    const path = newPath('.tar.gz');
    await writeSampleArchive({ ...options, repositories: 2, nowMs: NOW_MS, path });
    const output = await roundTrip(path);
    expect(await contentsOf(output)).toEqual(await contentsOf(path));
    expect(await verify(output)).toEqual({ status: 0, codes: [] });
    const { records } = unpackArchive(output, newPath('.d'));
    expect(Math.max(...[...records.values()].map((page) => page.length))).toBeGreaterThan(0);
  });

  it('restores numbers, strings, unknown kinds and rejected records as in the source', async () => {
    const path = newPath('.tar.gz');
    const parts = [
      SCHEMA_PART,
      {
        name: './issues_000001.json',
        body: `[${[ODD_RECORDS[0], ODD_RECORDS[3], ODD_RECORDS[4]].join(',\n')}]`,
      },
      { name: './gadgets_000001.json', body: `[${[ODD_RECORDS[1], ODD_RECORDS[2]].join(',')}]` },
      recordFile('./milestones_000001.json', []),
    ];
    writeFileSync(path, gzipSync(makeTar(parts)));
    const expected = await contentsOf(path);
    expect(expected.records).toHaveLength(5);
    expect(await contentsOf(await roundTrip(path))).toEqual(expected);
  });

  it.each([
    '7',
    '"text"',
    '{"type":"issue","url":1e999999}',
    '{"a":1,}',
    '{"a":"\\x"}',
    '{"a":"\xff"}',
    'nul',
    '[1]',
  ])('restores a file with the record %j among others', async (odd) => {
    const path = newPath('.tar.gz');
    const body = Buffer.from(`[${ODD_RECORDS[0]},${odd},${ODD_RECORDS[1]}]`, 'latin1');
    writeFileSync(path, gzipSync(makeTar([SCHEMA_PART, { name: './issues_000001.json', body }])));
    const { records } = await contentsOf(path);
    expect((await contentsOf(await roundTrip(path))).records).toEqual(records);
  });

  it('restores the last records of a truncated record file', async () => {
    const path = newPath('.tar.gz');
    const body = `[${ODD_RECORDS[0]},{"a":"never ends`;
    writeFileSync(path, gzipSync(makeTar([SCHEMA_PART, { name: './issues_000001.json', body }])));
    const { records } = await contentsOf(path);
    expect((await contentsOf(await roundTrip(path))).records).toEqual(records);
  });

  it('writes files of at most 100 records', async () => {
    const path = newPath('.tar.gz');
    await writeSampleArchive({
      seed: 'pages',
      dialect: 'service',
      generation: 'current',
      repositories: 1,
      issues: 90,
      nowMs: NOW_MS,
      path,
    });
    const { names } = unpackArchive(await roundTrip(path), newPath('.d'));
    const pages = names.filter((name) => name.startsWith('issue_events_'));
    expect(pages.length).toBeGreaterThan(1);
    expect(pages).toEqual(pages.map((_, index) => `issue_events_${String(index + 1).padStart(6, '0')}.json`));
  });

  it('writes an archive in public that is verified, without its repositories', async () => {
    const output = await roundTrip(samplePath('current.tar.gz'), '--public');
    const { status, codes } = await verify(output);
    expect([status, codes]).toEqual([0, []]);
  });

  it('says which files are no longer next to the store', async () => {
    const db = newPath('.db');
    await load(samplePath('current.tar.gz'), db);
    rmSync(db.replace(/\.db$/, '.files'), { recursive: true });
    const { status, err } = await bench.run(['dump', 'archive', '--db', db, '--output', newPath('.tar.gz')]);
    expect([status, err]).toEqual([3, expect.stringContaining('no longer next to the store')]);
  });

  it('replaces nothing by default, and dumps no part of a store', async () => {
    const db = newPath('.db');
    await load(samplePath('2019.tar.gz'), db);
    const output = newPath('.tar.gz');
    const dump = async (...flags: readonly string[]) =>
      (await bench.run(['dump', 'archive', '--db', db, '--output', output, ...flags])).status;
    expect(await dump('--table', 'issues')).toBe(2);
    expect(existsSync(output)).toBe(false);
    expect([await dump(), await dump(), await dump('--force')]).toEqual([0, 2, 0]);
  });
});
