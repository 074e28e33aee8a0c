import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeIssue } from '../../archive/support/make-records.ts';
import { peakMiB } from '../../archive/support/peak-memory.ts';
import { batchOf } from '../../store/support/archive-text.ts';
import { writeStore } from '../../store/support/write-store.ts';

const BODY_LENGTH = 15 * 1024 * 1024;
const MAX_MIB = 265;

let directory: string;
let dbPath: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-memory-'));
  dbPath = join(directory, 'a.db');
  const issues = Array.from({ length: 8 }, (_, at) => makeIssue(at + 1, { body: bodyOf(at) }));
  await writeStore(
    dbPath,
    issues.map((issue) => batchOf('issue', [issue])),
  );
});

afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

function bodyOf(at: number): string {
  return `body ${at} `.repeat(BODY_LENGTH / 7);
}

describe.skipIf(process.platform !== 'linux')('the memory of "satchel dump"', () => {
  it.each(['markdown', 'parquet', 'csv', 'ndjson'])(
    'is limited for %s of bodies of 15 MiB',
    { timeout: 60_000 },
    async (format) => {
      const output = join(directory, format);
      expect(await peakMiB('dump', format, '--db', dbPath, '--output', output)).toBeLessThan(MAX_MIB);
    },
  );
});
