import { describe, expect, it } from 'vitest';
import { type BackupBench, openBackupBench } from '../support/backup-bench.ts';

let bench: BackupBench;

/** Runs backups a day after each other, each with `--keep-last 1`, and returns the selections that are left. */
async function keepLastOf(...runs: readonly (readonly string[])[]): Promise<readonly string[]> {
  for (const args of runs) {
    const { status, err } = await bench.call(
      ['backup', '--vault', bench.vault, '--keep-last', '1', ...args],
      { clock: bench.clock },
    );
    expect(status, err).toBe(0);
    bench.clock.advance(86_400_000);
  }
  const left = await bench.manifests();
  return left.map(({ scope }) => [scope?.selection, ...(scope?.exclusions ?? [])].join(', without '));
}

describe('retention after a backup', () => {
  it('never removes the archive of other repositories, and removes the former one of the same', async () => {
    bench = await openBackupBench();
    const [alpha = '', beta = ''] = bench.sandbox.ready.repositories;
    expect(
      await keepLastOf(
        ['--repository', alpha],
        ['--repository', beta],
        ['--repository', alpha.toUpperCase()],
      ),
    ).toEqual([beta, alpha].map((text) => text.toLowerCase()));
  });

  it('leaves git data, metadata and attachments, in whatever order they were left out', async () => {
    bench = await openBackupBench();
    expect(
      await keepLastOf(
        ['--no-git'],
        ['--exclude-git-data'],
        ['--exclude-releases', '--exclude-attachments', '--match', '*', '--archived', 'no'],
        [],
      ),
    ).toEqual([
      'all repositories, without git data',
      'repositories by archived no, match "*", without attachments, without releases',
      'all repositories',
    ]);
  });

  it('takes the parts of a split backup for one, and leaves other groups whatever the rules of this one say', async () => {
    bench = await openBackupBench();
    const [alpha = ''] = bench.sandbox.ready.repositories;
    expect(await keepLastOf(['--repository', alpha], ['--split', '1'], ['--split', '1'])).toEqual([
      alpha.toLowerCase(),
      'all repositories',
      'all repositories',
    ]);
    const { out } = await bench.run(
      ['vault', 'forget', '--vault', bench.vault, '--keep-last', '1', '--group-by', 'account', '--dry-run'],
      { clock: bench.clock },
    );
    expect(out).toMatch(/remove .*no rule keeps it/);
    expect(out).toMatch(/keep .*last/);
  });
});
