import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { writeArchive } from '../../../src/archive/index.ts';
import { makeIssue, makeUser } from '../../archive/support/make-records.ts';
import { peakMiB } from '../../archive/support/peak-memory.ts';
import { recordFiles } from '../../archive/support/record-files.ts';

/** Text that gzip hardly compresses, so that the archive is large enough to be read by two threads. */
function noise(seed: number): string {
  return Array.from({ length: 300 }, (_, at) => Math.imul(at + seed, 0x9e3779b1).toString(36)).join(' ');
}

describe.skipIf(process.platform !== 'linux')('the memory of "satchel load"', () => {
  it('is limited for 40,000 threads whose times the store must set', { timeout: 120_000 }, async () => {
    const directory = mkdtempSync(join(tmpdir(), 'satchel-memory-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const path = join(directory, 'a.tar.gz');
    const files = [
      ...recordFiles('users', 1, () => makeUser('alice')),
      ...recordFiles('issues', 40_000, (at) => makeIssue(at + 1, { body: noise(at), updated_at: undefined })),
    ];
    await writeArchive({ path, files, modifiedAtMs: 1_700_000_000_000 });
    const peak = await peakMiB('load', path, '--db', join(directory, 'a.db'));
    expect(peak).toBeLessThan(160);
  });
});
