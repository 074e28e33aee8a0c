import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { runHere } from '../../cli/support/run-here.ts';
import { writeArchiveFolder } from '../../cli/support/write-archive-folder.ts';
import { openBackupBench } from './backup-bench.ts';

/** A folder that is removed when the test has ended. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-vault-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  return folder;
}

/** A service and a vault with two backups, whose attachments and repositories are kept. */
export async function openTwoBackups() {
  const bench = await openBackupBench({ repositories: 3 });
  onTestFinished(() => bench.close());
  const backUp = async () => {
    bench.clock.advance(86_400_000);
    expect((await bench.backup()).status).toBe(0);
  };
  await backUp();
  await backUp();
  return { ...bench, backUp };
}

let prepared: Promise<string> | undefined;

/** A copy of such a vault, for tests that make no further backups; the backups are made once. */
export async function newVault(): Promise<string> {
  prepared ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), 'satchel-prepared-'));
    const { vault } = await openTwoBackups();
    cpSync(vault, folder, { recursive: true });
    return folder;
  })();
  const vault = join(newFolder(), 'vault');
  cpSync(await prepared, vault, { recursive: true });
  return vault;
}

/** To be called after the last test of a file. */
export async function removePreparedVault(): Promise<void> {
  rmSync((await prepared) ?? '', { recursive: true, force: true });
  prepared = undefined;
}

/** Writes an archive of a repository with 30 issues, taken on a day of January 2026. */
export async function archiveOf(day: number): Promise<string> {
  const issues = Array.from({ length: 30 }, (_, index) => ({
    number: index + 1,
    title: `Day ${day}`,
    body: `${index} `.repeat(50),
  }));
  const folder = newFolder();
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
