import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createArchiveSchemas } from '../../../src/archive/kind-schemas.ts';
import type { ArchiveLimits } from '../../../src/model/archive-limits.table.ts';
import { Failure } from '../../../src/model/failure.ts';
import { isRecordKind } from '../../../src/model/record-kind.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { anyCorruption, corrupt } from '../support/corruptions.ts';
import { makeIssue, makeUser } from '../support/make-records.ts';
import {
  END_MARKER,
  makeEntry,
  makeTar,
  makeTarGz,
  recordFile,
  SCHEMA_PART,
  type TarPart,
} from '../support/make-tar.ts';
import { type ReadResult, readBytes } from '../support/read-bytes.ts';
import { fileOf, makeComment, makePullRequest, makeRepository } from '../support/trap-records.ts';

/** Cases per property: more than 500 in total, or 2,000 in long runs. */
const numRuns = IS_LONG ? 450 : 120;

const PARTS: readonly TarPart[] = [
  SCHEMA_PART,
  fileOf('users', makeUser('alice'), makeUser('bob')),
  fileOf('repositories', makeRepository()),
  fileOf('issues', makeIssue(1), makeIssue(2, { body: 'Brackets } ] in texts, \\" and ✿' }), makeIssue(3)),
  recordFile('issues_000002.json', [makeIssue(4)]),
  fileOf('pull_requests', makePullRequest()),
  fileOf('issue_comments', makeComment()),
  { name: './repositories/alice/garden.git/HEAD', body: 'ref: refs/heads/main\n' },
  { name: './attachments/afc35218/a.png', body: Buffer.alloc(700, 7) },
];

/** Small enough to be exceeded by damaged sizes and numbers. */
const LIMITS: Partial<ArchiveLimits> = {
  entries: 60,
  unpackedBytes: 4 * 1024 * 1024,
  entryBytes: 1024 * 1024,
  recordBytes: 64 * 1024,
  recordNesting: 16,
};

const schemas = createArchiveSchemas();
const TAR = makeTar(PARTS);
const PACKED = makeTarGz(PARTS);

let whole: ReadResult;
let samples: readonly Buffer[];
beforeAll(async () => {
  whole = await readBytes(PACKED);
  expect(whole.codes).toEqual([]);
  const folder = new URL('../../../samples/', import.meta.url);
  const names = readdirSync(folder).filter((name) => name.endsWith('.tar.gz'));
  samples = names.map((name) => readFileSync(new URL(name, folder)));
  expect(samples.length).toBeGreaterThan(0);
});

/** The result of reading damaged bytes; undefined if they are not recognized as an archive. */
async function readDamaged(
  bytes: Buffer,
  limits: Partial<ArchiveLimits> = LIMITS,
): Promise<ReadResult | undefined> {
  try {
    const result = await readBytes(bytes, { limits });
    expectLawful(result, limits);
    return result;
  } catch (error) {
    expect(error).toBeInstanceOf(Failure);
    expect(error).toMatchObject({ code: 'not-an-archive' });
    return undefined;
  }
}

/** Checks that the result is within the limits, and that every accepted record fits its schema. */
function expectLawful({ end, events, records }: ReadResult, limits: Partial<ArchiveLimits>): void {
  const { entries = Infinity, unpackedBytes = Infinity, recordBytes = Infinity } = limits;
  expect(end.entryCount).toBeLessThanOrEqual(entries);
  expect(end.unpackedBytes).toBeLessThanOrEqual(unpackedBytes + 1024 * 1024);
  for (const { kind, value, source } of records) {
    expect(source.length).toBeLessThanOrEqual(recordBytes);
    expect(isRecordKind(kind) ? schemas.validatorFor(kind)?.(value) : []).toEqual([]);
  }
  for (const event of events) {
    if (event.type === 'records') {
      expect(event.batch.rejected.every(({ findings }) => findings.length > 0)).toBe(true);
    }
  }
}

const keyOf = ({ kind, source }: ReadResult['records'][number]) =>
  `${kind} ${Buffer.from(source).toString('latin1')}`;
const textOf = (result: ReadResult) => result.records.map(keyOf).sort();

/** True if there is a finding above the severity `info`. */
const isTold = ({ findings }: ReadResult) => findings.some(({ severity }) => severity !== 'info');

describe('readArchive()', () => {
  it('ends, and reports a fault or reads the same, whatever happens to the packed bytes', async () => {
    const damages = fc.array(anyCorruption, { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(damages, async (list) => {
        const result = await readDamaged(list.reduce(corrupt, PACKED));
        if (result !== undefined && !isTold(result)) {
          expect(result.end.isWhole).toBe(true);
          expect(textOf(result)).toEqual(textOf(whole));
        }
      }),
      { numRuns },
    );
  });

  it('ends, and loses no record silently, whatever happens to the tar', async () => {
    await fc.assert(
      fc.asyncProperty(anyCorruption, fc.boolean(), async (damage, isPacked) => {
        const tar = corrupt(TAR, damage);
        const result = await readDamaged(isPacked ? gzipSync(tar, { level: 1 }) : tar);
        // A change inside a string may result in a valid record, but no record may disappear without a finding.
        const isComplete = result !== undefined && result.records.length >= whole.records.length;
        expect(result === undefined || result.codes.length > 0 || isComplete).toBe(true);
      }),
      { numRuns },
    );
  });

  it('ends, and reports each lost record, whatever happens to a record file', async () => {
    const issues = [makeIssue(1), makeIssue(2), makeIssue(3)];
    const text = Buffer.from(JSON.stringify(issues, null, 2));
    await fc.assert(
      fc.asyncProperty(anyCorruption, async (damage) => {
        const body = corrupt(text, damage);
        const result = await readDamaged(makeTarGz([SCHEMA_PART, { name: 'issues_000001.json', body }]));
        expect(result).toBeDefined();
        if (result !== undefined && !isFineIssueFile(body)) {
          expect(isTold(result), body.toString('latin1')).toBe(true);
        }
      }),
      { numRuns },
    );
  });

  it.each([
    ['a digit before the array', `0${JSON.stringify([makeIssue(1)])}`],
    ['a text before the array', `"0"${JSON.stringify([makeIssue(1)])}`],
    ['an empty object before the array', `{}${JSON.stringify([makeIssue(1)])}`],
    ['a second array', JSON.stringify([makeIssue(1)]).repeat(2)],
    ['a word behind the array', `${JSON.stringify([makeIssue(1)])} null`],
  ])('tells %s, with either splitter', async (_, body) => {
    const bytes = makeTarGz([SCHEMA_PART, { name: 'issues_000001.json', body }]);
    for (const splitter of ['bytes', 'stream-json'] as const) {
      const { codes, records } = await readBytes(bytes, { splitter });
      expect(codes).toContain('json-syntax');
      expect(records.length).toBeGreaterThan(0);
    }
  });

  it.each([[0xbf], [0xef], [0xef, 0xbb], [0xbb, 0xef, 0xbf]])(
    'reports a broken byte order mark',
    async (...mark) => {
      const body = Buffer.concat([Buffer.from(mark), Buffer.from(JSON.stringify([makeIssue(1)]))]);
      const bytes = makeTarGz([SCHEMA_PART, { name: 'issues_000001.json', body }]);
      for (const splitter of ['bytes', 'stream-json'] as const) {
        expect((await readBytes(bytes, { splitter, chunkBytes: 1 })).codes).toContain('json-syntax');
      }
    },
  );

  it('reads the same in any order of entries, and reports duplicate entries', async () => {
    const order = fc.shuffledSubarray([...PARTS], { minLength: PARTS.length });
    const again = fc.option(fc.constantFrom(...PARTS), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(order, again, async (parts, twice) => {
        const entries = [...parts, ...(twice === undefined ? [] : [twice])];
        const result = await readDamaged(gzipSync(Buffer.concat([...entries.map(makeEntry), END_MARKER])));
        expect(result?.codes).toEqual(twice === undefined ? [] : ['entry-duplicate']);
        if (twice === undefined && result !== undefined) {
          expect(textOf(result)).toEqual(textOf(whole));
        }
      }),
      { numRuns },
    );
  });

  it('ends with whole samples that are damaged, and writes nothing anywhere', async () => {
    const folder = temporaryFolder();
    const [home, work] = [join(folder, 'tmp'), join(folder, 'cwd')];
    mkdirSync(home);
    mkdirSync(work);
    const cwd = process.cwd();
    vi.stubEnv('TMPDIR', home);
    const watch = () => [cwd, home, work].map((path) => readdirSync(path).sort());
    const before = watch();
    try {
      await fc.assert(
        fc.asyncProperty(fc.nat(), fc.boolean(), anyCorruption, async (which, isPacked, damage) => {
          const sample = samples[which % samples.length] ?? PACKED;
          const bytes = isPacked
            ? corrupt(sample, damage)
            : gzipSync(corrupt(gunzipSync(sample), damage), { level: 1 });
          await readDamaged(bytes, { entries: 10_000 });
        }),
        { numRuns: Math.ceil(numRuns / 2) },
      );
    } finally {
      vi.unstubAllEnvs();
    }
    expect(watch()).toEqual(before);
    expect(existsSync(join(folder, '..', 'escape'))).toBe(false);
  });
});

/** True if a strict parser only finds issues that fit their schema and have no duplicate names. */
function isFineIssueFile(body: Buffer): boolean {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    const judge = schemas.validatorFor('issue');
    return Array.isArray(value) && value.every((record) => judge?.(record).length === 0);
  } catch {
    return false;
  }
}
