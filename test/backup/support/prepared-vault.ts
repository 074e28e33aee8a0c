import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runHere } from '../../cli/support/run-here.ts';
import { writeArchiveFolder } from '../../cli/support/write-archive-folder.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { shelved } from '../../house/shelf.ts';
import { openBackupBench } from './backup-bench.ts';

/** A service and a vault with two backups, whose attachments and repositories are kept. */
export async function openTwoBackups() {
  const bench = await openBackupBench({ repositories: 3 });
  const backUp = async () => {
    bench.clock.advance(86_400_000);
    expect((await bench.backup()).status).toBe(0);
  };
  await backUp();
  await backUp();
  return { ...bench, backUp };
}

/** A copy of such a vault, for tests that make no further backups; the backups are made once a run. */
export async function newVault(): Promise<string> {
  const made = await shelved('vault with two backups', async (folder) => {
    const { vault } = await openTwoBackups();
    cpSync(vault, folder, { recursive: true });
  });
  const vault = join(temporaryFolder(), 'vault');
  cpSync(made, vault, { recursive: true });
  return vault;
}

/** Writes an archive of a repository with 30 issues, taken on a day of January 2026. */
export async function archiveOf(day: number, folder = temporaryFolder()): Promise<string> {
  const issues = Array.from({ length: 30 }, (_, index) => ({
    number: index + 1,
    title: `Day ${day}`,
    body: `${index} `.repeat(50),
  }));
  const db = join(folder, 'work.db');
  const archive = join(folder, 'work.tar.gz');
  await writeArchiveFolder(join(folder, 'archive'), day, issues);
  for (const args of [
    ['load', join(folder, 'archive'), '--db', db],
    ['dump', 'archive', '--db', db, '--output', archive],
  ]) {
    const { status, err } = await runHere(args, { HOME: folder });
    expect(status, err).toBe(0);
  }
  return archive;
}
