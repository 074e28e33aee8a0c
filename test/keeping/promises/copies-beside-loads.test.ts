import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { createSystemRandom } from '../../../src/base/random.ts';
import { openDirectorySource, openDirectoryTarget } from '../../../src/keeping/copy/directory-end.ts';
import { copyVault } from '../../../src/keeping/copy-vault.ts';
import { EXIT_CODES } from '../../../src/model/exit-codes.table.ts';
import { lockStore } from '../../../src/store/store-lock.ts';
import { openVault } from '../../../src/vault/vault.ts';
import { startSatchel } from '../../backup/support/backup-process.ts';
import { archiveOf, newVault } from '../../backup/support/prepared-vault.ts';
import { runHere } from '../../cli/support/run-here.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { itLong } from '../../house/long-only.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { rowsOf } from '../../store/support/dying-writer.ts';

const ROUNDS = IS_LONG ? 20 : 1;

const LOCKED = EXIT_CODES.locked.status;

const ENV = { HOME: tmpdir() };

async function did(...args: readonly string[]): Promise<string> {
  const { status, out, err } = await runHere(args, ENV);
  expect(status, err).toBe(0);
  return out;
}

const rowsIn = (vault: string) => rowsOf(join(vault, 'store.db'));

async function snapshotsIn(vault: string): Promise<readonly string[]> {
  const rows = JSON.parse(
    await did('query', '--db', join(vault, 'store.db'), '--json', 'select archive_name from snapshots'),
  );
  return rows.map((row: { readonly archive_name: string }) => row.archive_name);
}

describe('vault copy beside a load', { timeout: 60_000 * (1 + ROUNDS) }, () => {
  itLong('has the rows before or after the load into its source', async () => {
    const source = await newVault();
    for (let round = 1; round <= ROUNDS; round += 1) {
      const archive = await archiveOf(round + 3);
      const before = rowsIn(source);
      const copy = join(temporaryFolder(), 'copy');
      const processes = [
        startSatchel(['load', archive, '--vault', source, '--as-history'], ENV),
        startSatchel(['vault', 'copy', source, copy], ENV),
      ];
      const [load, copying] = await Promise.all(processes.map(({ ended }) => ended));
      expect([load?.status, copying?.status], `${load?.err}${copying?.err}`).toEqual([0, 0]);
      const after = rowsIn(source);
      expect(after === before).toBe(false);
      expect([before, after].includes(rowsIn(copy))).toBe(true);
      await did('vault', 'check', '--vault', copy, '--read-data');
    }
  });

  it('waits until a load into its target has ended', async () => {
    const vault = await newVault();
    const copy = join(temporaryFolder(), 'copy');
    const clock = createSystemClock();
    await openVault(copy, { clock, create: true });
    const lock = await lockStore(join(copy, 'store.db'), { command: 'satchel load' });
    const { signal } = new AbortController();
    const options = { clock, signal, random: createSystemRandom(), encryption: undefined };
    const waits: string[] = [];
    const to = await openDirectoryTarget(copy, {
      ...options,
      confirm: async () => {},
      onWait(message) {
        waits.push(message);
        void lock.release();
      },
    });
    const from = await openDirectorySource(vault, options);
    const report = await copyVault({ from, to, isDryRun: false, signal, onEvent: () => {} });
    await Promise.all([from.close(), to.close()]);
    expect([report.copied.store, report.troubles]).toEqual([1, []]);
    expect(waits).toEqual([expect.stringContaining('The store is being written: "satchel load"')]);
  });

  it('loses no load into its target', async () => {
    const source = await newVault();
    for (let round = 1; round <= ROUNDS; round += 1) {
      const copy = join(temporaryFolder(), 'copy');
      await did('vault', 'copy', source, copy);
      const former = await snapshotsIn(copy);
      await did('vault', 'import', await archiveOf(2), '--vault', source);
      const archive = await archiveOf(round + 3);
      const processes = [
        startSatchel(['load', archive, '--vault', copy, '--as-history'], ENV),
        startSatchel(['vault', 'copy', source, copy], ENV),
      ];
      const [load, copying] = await Promise.all(processes.map(({ ended }) => ended));
      expect([0, LOCKED], load?.err).toContain(load?.status);
      expect(copying?.err).not.toContain('Unexpected');
      const loaded = await snapshotsIn(copy);
      expect(loaded.length).toBeGreaterThanOrEqual(former.length + (load?.status === 0 ? 1 : 0));
      const { out } = await runHere(['vault', 'check', '--vault', copy, '--read-data', '--json'], ENV);
      const codes = JSON.parse(out).findings.map(({ code }: { readonly code: string }) => code);
      // A store that has something else is not replaced, and so lacks what the source has imported meanwhile.
      expect(codes.filter((code: string) => code !== 'snapshot-missing')).toEqual([]);
    }
  });
});
