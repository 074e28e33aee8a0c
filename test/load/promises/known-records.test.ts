import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openArchiveSource } from '../../../src/archive/archive-source.ts';
import { createDrivenClock } from '../../../src/base/clock.ts';
import { loadArchiveSource } from '../../../src/load/load-archive-source.ts';
import { makeIssue } from '../../archive/support/make-records.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { IS_LONG } from '../../house/long-run.ts';

const RUNS = IS_LONG ? 100 : 3;

const CLOCK = createDrivenClock(Date.UTC(2026, 0, 2));

/** Ways to write an issue; those after the first two are unusual or faulty. */
const VERSIONS: readonly ((number: number) => string | Buffer)[] = [
  (number) => JSON.stringify(makeIssue(number)),
  (number) => JSON.stringify(makeIssue(number, { title: 'Changed' })),
  (number) => JSON.stringify(makeIssue(number), null, 1),
  (number) => JSON.stringify(makeIssue(number, { mood: 'calm' })),
  (number) => JSON.stringify(makeIssue(number, { title: 7 })),
  (number) => JSON.stringify(makeIssue(number, { body: 'raw \t' })).replace('\\t', '\t'),
  (number) => JSON.stringify(makeIssue(number, { labels: [{ url: 'https://service.example/1', n: 1 }] })),
  (number) => JSON.stringify(makeIssue(number)).replace('{', '{"title":"Hidden",'),
  (number) => Buffer.from(JSON.stringify(makeIssue(number, { body: 'odd \xff' })), 'latin1'),
  (number) => JSON.stringify(makeIssue(number)).replace('{', '{"user":{"url":"https://service.example/x"},'),
];

interface Written {
  readonly number: number;
  readonly version: number;
}

/** The records of an archive: the same issue may occur more than once. */
const anyArchive = fc.array(
  fc.record({
    number: fc.integer({ min: 1, max: 6 }),
    version: fc.oneof(
      { weight: 3, arbitrary: fc.constant(0) },
      { weight: 2, arbitrary: fc.integer({ min: 1, max: VERSIONS.length - 1 }) },
    ),
  }),
  { maxLength: 10 },
);

function writeFolder(folder: string, records: readonly Written[]): void {
  const parts = records.map(({ number, version }) => Buffer.from(VERSIONS[version]?.(number) ?? ''));
  const separated = parts.flatMap((part) => [Buffer.from(','), part]).slice(1);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'schema.json'), '{"version":"1.0.1"}');
  writeFileSync(
    join(folder, 'issues_000001.json'),
    Buffer.concat([Buffer.from('['), ...separated, Buffer.from(']')]),
  );
}

async function load(folder: string, dbPath: string): Promise<unknown> {
  const { load, verification } = await loadArchiveSource({
    sources: [await openArchiveSource(folder)],
    dbPath,
    archive: { name: folder },
    extent: 'records',
    clock: CLOCK,
  });
  const { counts, changes, rejected } = load;
  return { counts, changes, rejected, records: verification.records, findings: verification.findings };
}

/** All rows, apart from the version that loaded them. */
function contentOf(dbPath: string): unknown {
  const db = new SqliteDatabase(dbPath);
  try {
    db.exec("UPDATE snapshots SET satchel_version = ''");
    const tables = db.prepare("SELECT name FROM pragma_table_list WHERE type = 'table' AND schema = 'main'");
    return tables
      .pluck()
      .all()
      .map((name) => [name, db.prepare(`SELECT * FROM "${name}"`).all()]);
  } finally {
    db.close();
  }
}

function pretendOtherVersion(dbPath: string): void {
  const db = new SqliteDatabase(dbPath);
  db.exec("UPDATE snapshots SET satchel_version = '0.0.1'");
  db.close();
}

describe('a load into a store that has the records', () => {
  it('reports and stores the same as one that validates all of them again', async () => {
    const directory = temporaryFolder();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyArchive, { minLength: 2, maxLength: 4 }), async (archives) => {
        run += 1;
        const [quick, thorough] = [join(directory, `${run}.db`), join(directory, `${run}-again.db`)];
        for (const [index, records] of archives.entries()) {
          const folder = join(directory, `${run}-${index}`);
          writeFolder(folder, records);
          const report = await load(folder, quick);
          if (index > 0) {
            pretendOtherVersion(thorough);
          }
          expect(report).toEqual(await load(folder, thorough));
        }
        expect(contentOf(quick)).toEqual(contentOf(thorough));
      }),
      { numRuns: RUNS },
    );
  });
});
