import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readMigrationId } from '../model/index.ts';
import { findSpentMigrations } from '../vault/index.ts';
import { type BackupRun, linesOf } from './backup-run.ts';
import { removePlainCopies } from './keeping/prune-vault.ts';

/**
 * Removes what killed runs left in the vault, which is locked: archives beside their encrypted forms, and halves of archives
 * whose migration is of no more use. Halves that an interrupted backup may still go on with stay.
 */
export async function sweepVault(run: BackupRun): Promise<void> {
  const { vault, clock } = run;
  await removePlainCopies(vault, clock);
  const spent = findSpentMigrations(linesOf(run));
  const directory = join(vault.directory, 'archives');
  for (const name of await readdir(directory)) {
    const [, digits = ''] = /-(\d+)\.tar\.gz\.part(?:\.json)?$/.exec(name) ?? [];
    const migrationId = readMigrationId(digits);
    if (migrationId !== undefined && spent.has(migrationId)) {
      await vault.disk.remove(join(directory, name));
    }
  }
}
