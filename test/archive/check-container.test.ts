import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkContainer } from '../../src/archive/check-container.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { makeIssues } from './support/make-records.ts';
import { makeTarGz, recordFile, SCHEMA_PART } from './support/make-tar.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = temporaryFolder();
  path = join(folder, 'a.tar.gz');
});

const BYTES = makeTarGz([SCHEMA_PART, recordFile('issues_000001.json', makeIssues(100))]);

describe('checkContainer()', () => {
  it('reads a whole archive to its end and hashes it', async () => {
    await writeFile(path, BYTES);
    const progress: number[] = [];
    const summary = await checkContainer(path, { onProgress: (bytes) => progress.push(bytes) });
    expect(summary).toMatchObject({
      isWhole: true,
      packedBytes: BYTES.length,
      entryCount: 2,
      sha256: createHash('sha256').update(BYTES).digest('hex'),
      findings: [],
    });
    expect(progress.at(-1)).toBe(BYTES.length);
  });

  it('reports how much it has read of a file of several pieces', async () => {
    const bytes = Buffer.concat([BYTES, Buffer.alloc(1_000_000)]);
    await writeFile(path, bytes);
    const progress: number[] = [];
    await checkContainer(path, { onProgress: (count) => progress.push(count) });
    expect(progress.length).toBeGreaterThan(1);
    expect([progress, progress.at(-1)]).toEqual([progress.toSorted((a, b) => a - b), bytes.length]);
  });

  it('reports a truncated file, with the digest of what is there', async () => {
    const cut = BYTES.subarray(0, BYTES.length - 100);
    await writeFile(path, cut);
    const { isWhole, sha256, findings } = await checkContainer(path);
    expect(isWhole).toBe(false);
    expect(sha256).toBe(createHash('sha256').update(cut).digest('hex'));
    expect(findings[0]).toMatchObject({ code: 'gzip-truncated', severity: 'error' });
  });

  it('does not look into records', async () => {
    await writeFile(path, makeTarGz([SCHEMA_PART, { name: 'issues_000001.json', body: 'no JSON' }]));
    expect(await checkContainer(path)).toMatchObject({ isWhole: true, findings: [] });
  });

  it('refuses what is not an archive', async () => {
    await writeFile(path, '<Error/>');
    await expect(checkContainer(path)).rejects.toMatchObject({ code: 'not-an-archive' });
  });

  it('ends when it is aborted', async () => {
    await writeFile(path, BYTES);
    const reason = new Error('no time');
    await expect(checkContainer(path, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
