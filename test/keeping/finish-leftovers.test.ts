import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openVault } from '../../src/vault/vault.ts';
import { openBackupBench } from '../backup/support/backup-bench.ts';

describe('finishLeftovers()', () => {
  it('loads an archive that an earlier run could only describe, also before a fresh backup', async () => {
    const bench = await openBackupBench({ repositories: 1, issues: 2 });
    expect((await bench.backup()).status).toBe(0);
    const vault = await openVault(bench.vault, { clock: bench.clock });
    for (const manifest of await vault.manifests()) {
      await vault.addManifest({ ...manifest, loading: 'owed' });
    }
    await rm(join(bench.vault, 'store.db'));
    bench.clock.advance(86_400_000);
    const { status, err } = await bench.backup('--fresh');
    expect([status, err]).toEqual([0, expect.not.stringContaining('satchel:')]);
    expect((await bench.stored()).snapshots).toBe(2);
    expect((await bench.manifests()).map(({ loading }) => loading)).toEqual([undefined, undefined]);
  });
});
