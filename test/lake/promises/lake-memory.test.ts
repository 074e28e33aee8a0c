import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeIssue } from '../../archive/support/make-records.ts';
import { peakMiB } from '../../archive/support/peak-memory.ts';
import { batchOf } from '../../store/support/archive-text.ts';
import { writeStore } from '../../store/support/write-store.ts';

const BODY_LENGTH = 15 * 1024 * 1024;
const SMALL_ISSUES = 60_000;
const MAX_MIB = 330;

let directory: string;
let dbPath: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-memory-'));
  dbPath = join(directory, 'a.db');
  const large = Array.from({ length: 8 }, (_, at) =>
    makeIssue(at + 1, { body: `body ${at} `.repeat(BODY_LENGTH / 7) }),
  );
  const small = Array.from({ length: SMALL_ISSUES }, (_, at) =>
    makeIssue(at + 100, { title: `${at}`.repeat(20) }),
  );
  await writeStore(dbPath, [...large.map((issue) => batchOf('issue', [issue])), batchOf('issue', small)]);
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe.skipIf(process.platform !== 'linux')('the memory of "satchel lake sync"', () => {
  it('is limited for large bodies and many rows', { timeout: 120_000 }, async () => {
    const peak = await peakMiB('lake', 'sync', '--db', dbPath, '--output', join(directory, 'lake'));
    expect(peak).toBeLessThan(MAX_MIB);
  });
});
