import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ArchiveFile, writeArchive } from '../../../src/archive/index.ts';
import { makeIssue, makeUser } from '../support/make-records.ts';
import { peakMiB } from '../support/peak-memory.ts';
import { fileOf, recordFiles } from '../support/record-files.ts';

const HOST = 'https://service.example';
const MIB = 1024 * 1024;

function makeRepository(at: number): object {
  const url = `${HOST}/acme/repository-${at}`;
  return { type: 'repository', url, owner: `${HOST}/alice`, name: `repository-${at}`, labels: [] };
}

function* manyRepositories(): Generator<ArchiveFile> {
  yield* recordFiles('users', 1, () => makeUser('alice'));
  yield* recordFiles('repositories', 100_000, makeRepository);
  yield* recordFiles('issues', 100_000, (at) => ({
    ...makeIssue(1),
    url: `${HOST}/acme/repository-${at}/issues/1`,
    repository: `${HOST}/acme/repository-${at}`,
  }));
}

/** Text that gzip hardly compresses, so that the archive is large enough to be read by two threads. */
function noise(seed: number): string {
  const words = Array.from({ length: 150_000 }, (_, at) => Math.imul(at + seed, 0x9e3779b1).toString(36));
  return words.join(' ').slice(0, MIB).repeat(15);
}

function* giantRecords(): Generator<ArchiveFile> {
  yield* recordFiles('users', 1, () => makeUser('alice'));
  for (let at = 1; at <= 8; at += 1) {
    const number = String(at).padStart(6, '0');
    yield fileOf(`issues_${number}.json`, JSON.stringify([makeIssue(at, { body: noise(at) })]));
  }
}

describe.skipIf(process.platform !== 'linux')('the memory of "satchel verify"', () => {
  it.each([
    ['100,000 repositories', manyRepositories, 220],
    ['records of 15 MiB', giantRecords, 280],
  ])('is limited for an archive of %s', { timeout: 120_000 }, async (_, files, maxMib) => {
    const directory = mkdtempSync(join(tmpdir(), 'satchel-memory-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const path = join(directory, 'a.tar.gz');
    await writeArchive({ path, files: files(), modifiedAtMs: 1_700_000_000_000 });
    expect(await peakMiB('verify', path)).toBeLessThan(maxMib); // Some references are missing.
  });
});
