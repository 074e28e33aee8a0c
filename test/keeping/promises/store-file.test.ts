import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeCapture } from '../../../src/store/write-capture.ts';
import { archiveOf, newVault } from '../../backup/support/prepared-vault.ts';
import { runHere } from '../../cli/support/run-here.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { killWriter, rowsOf } from '../../store/support/dying-writer.ts';

/** What a vault says of its store's file is true of what the last finished write left, whatever was interrupted since. */

const ENV = { HOME: tmpdir() };

async function run(...args: readonly string[]) {
  return await runHere(args, ENV);
}

/** As `run`; fails unless it succeeds. */
async function did(...args: readonly string[]) {
  const result = await run(...args);
  expect(result.status, result.err).toBe(0);
  return result;
}

const storeOf = (vault: string) => join(vault, 'store.db');

async function expectSound(vault: string): Promise<void> {
  const { status, out, err } = await run('vault', 'check', '--vault', vault, '--read-data');
  expect({ status, out }, err).toEqual({ status: 0, out: expect.any(String) });
}

async function capture(vault: string, ids: readonly string[]): Promise<void> {
  await writeCapture(storeOf(vault), {
    name: 'events',
    service: 'https://service.example/',
    feed: 'mira',
    seenAtMs: Date.UTC(2026, 5, 9),
    records: ids.map((id) => ({
      id,
      type: 'PushEvent',
      actor: { login: 'mira' },
      repo: { name: 'acme/app' },
      public: true,
      payload: {},
      created_at: '2026-06-09T00:00:00Z',
    })),
  });
}

describe('after a merge that was killed in the middle', () => {
  it('a copy has the rows of the last finished write', async () => {
    const vault = await newVault();
    const before = rowsOf(storeOf(vault));
    killWriter(storeOf(vault));
    const copy = join(temporaryFolder(), 'copy');
    await did('vault', 'copy', vault, copy);
    expect(rowsOf(storeOf(copy)) === before).toBe(true);
    await expectSound(copy);
    expect(rowsOf(storeOf(vault)) === before).toBe(true);
  });

  it('the store is not called damaged, by an import, a check or a rebuild', async () => {
    for (const command of ['import', 'check', 'rebuild'] as const) {
      const vault = await newVault();
      const before = rowsOf(storeOf(vault));
      killWriter(storeOf(vault));
      if (command === 'import') {
        const { err } = await did('vault', 'import', await archiveOf(5), '--vault', vault);
        expect(err).not.toContain('damaged');
      } else if (command === 'rebuild') {
        await did('vault', 'rebuild', '--vault', vault);
        expect(rowsOf(storeOf(vault)) === before).toBe(true);
      }
      expect(existsSync(join(vault, 'damaged'))).toBe(false);
      await expectSound(vault);
      expect(readFileSync(join(vault, 'journal.log'), 'utf8')).not.toContain('store-damaged');
    }
  });

  it("the target's store is replaced together with what SQLite left next to it", async () => {
    const vault = await newVault();
    const copy = join(temporaryFolder(), 'copy');
    await did('vault', 'copy', vault, copy);
    await did('vault', 'import', await archiveOf(5), '--vault', vault);
    const wanted = rowsOf(storeOf(vault));
    killWriter(storeOf(copy));
    await did('vault', 'copy', vault, copy);
    expect(rowsOf(storeOf(copy)) === wanted).toBe(true);
    await expectSound(copy);
  });
});

describe('vault copy', () => {
  it("keeps what was captured into the target's store", async () => {
    const vault = await newVault();
    const copy = join(temporaryFolder(), 'copy');
    await did('vault', 'copy', vault, copy);
    await capture(copy, ['1', '2']);
    await capture(vault, ['2', '3']);
    await did('vault', 'copy', vault, copy);
    const events = JSON.parse(
      (await did('query', '--db', storeOf(copy), '--json', 'select id from events order by id')).out,
    );
    expect(JSON.stringify(events)).toMatch(/"1".*"2".*"3"/);
    await expectSound(copy);
  });

  it("refuses to replace a store with a snapshot that the source's lacks", async () => {
    const vault = await newVault();
    const copy = join(temporaryFolder(), 'copy');
    await did('vault', 'copy', vault, copy);
    await did('load', await archiveOf(5), '--vault', copy, '--as-history');
    await capture(vault, ['1']);
    const before = rowsOf(storeOf(copy));
    const { err } = await run('vault', 'copy', vault, copy);
    expect(err).toContain('is not replaced');
    expect(rowsOf(storeOf(copy)) === before).toBe(true);
  });

  it('brings the rest of a run whose beginning was copied before', async () => {
    const vault = await newVault();
    const journal = readFileSync(join(vault, 'journal.log'), 'utf8');
    const lines = journal.trimEnd().split('\n');
    const early = join(temporaryFolder(), 'early');
    cpSync(vault, early, { recursive: true });
    writeFileSync(join(early, 'journal.log'), `${lines.slice(0, 4).join('\n')}\n`);
    const copy = join(temporaryFolder(), 'copy');
    await did('vault', 'copy', early, copy);
    await did('vault', 'copy', vault, copy);
    const log = async (directory: string) => (await did('log', '--vault', directory)).out;
    expect(await log(copy)).toBe(await log(vault));
    const again = await readLines(copy);
    await did('vault', 'copy', vault, copy);
    expect(await readLines(copy)).toEqual(again);
  });
});

async function readLines(vault: string): Promise<readonly string[]> {
  const text = readFileSync(join(vault, 'journal.log'), 'utf8');
  return text.split('\n').filter((line) => !line.includes('store-noted'));
}
