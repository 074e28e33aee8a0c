import { describe, expect, it } from 'vitest';
import { foldersOf, proofsOf as readProofs } from '../../../src/app/folders-of-store.ts';
import { type BackupBench, openBackupBench } from '../../backup/support/backup-bench.ts';
import { createRecordedContext } from '../support/recorded-context.ts';

async function proofsOf({ clock }: BackupBench, dbPath: string) {
  const context = { ...createRecordedContext(), clock };
  return await readProofs(dbPath, await foldersOf(dbPath, context), context);
}

describe('proofsOf()', () => {
  it("returns the manifests of the store's vault, and none for a separate store", async () => {
    const bench = await openBackupBench();
    expect((await bench.backup()).status).toBe(0);
    expect(await proofsOf(bench, `${bench.vault}/store.db`)).toEqual(await bench.manifests());
    expect(await proofsOf(bench, `${bench.vault}/other.db`)).toEqual([]);
    expect(await proofsOf(bench, `${bench.directory}/store.db`)).toEqual([]);
  });
});
