import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { startSandbox } from '../../../src/sandbox/start-sandbox.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { CURRENT } from '../../house/samples.ts';
import { writeShelvedArchive } from '../../sandbox/support/archive-shelf.ts';
import { type BackupBench, openBackupBench } from '../support/backup-bench.ts';
import { startSatchel } from '../support/backup-process.ts';

/** Delays of the kill after the load, in milliseconds. */
const MOMENTS = IS_LONG ? Array.from({ length: 14 }, (_, index) => index * 6) : [4];

const DAY_MS = 86_400_000;

const EVENT_AT_LINE = /"message_type":"(\w+)"/;

async function createRecipient(): Promise<string> {
  return await identityToRecipient(await generateIdentity());
}

async function plainIn(vault: string): Promise<readonly string[]> {
  return (await readdir(join(vault, 'archives'))).filter((name) => !name.endsWith('.age'));
}

/** Backs up one repository, encrypted if there is a recipient, and aborts at the first event of this name. */
async function breakOff(
  bench: BackupBench,
  { repository, recipient, event, more = [] }: BreakOff,
): Promise<void> {
  const breaking = new AbortController();
  const stdout = {
    write: (text: string) => {
      if (EVENT_AT_LINE.exec(text)?.[1] === event) {
        breaking.abort();
      }
      return true;
    },
  };
  const encryption = recipient === undefined ? [] : ['--recipient', recipient];
  const args = ['backup', '--vault', bench.vault, '--repository', ...repository, ...encryption];
  await bench.call([...args, ...more, '--json'], {
    clock: bench.clock,
    signal: breaking.signal,
    stdout: stdout as never, // The part of a stream that the reporter uses.
  });
  expect(breaking.signal.aborted).toBe(true);
}

interface BreakOff {
  readonly repository: readonly string[];
  readonly recipient?: string;
  readonly event: string;
  readonly more?: readonly string[];
}

async function openBench(): Promise<BackupBench & { readonly names: readonly string[] }> {
  const bench = await openBackupBench();
  return { ...bench, names: bench.sandbox.ready.repositories };
}

describe('an encrypted backup that was interrupted', () => {
  it.each(['downloaded', 'loaded'])(
    'after it was %s is finished by a run for another request, and reported until then',
    async (event) => {
      const bench = await openBench();
      const [first = '', second = ''] = bench.names;
      const recipient = await createRecipient();
      await breakOff(bench, { repository: [first], recipient, event });
      const [plain] = await plainIn(bench.vault);
      expect(plain).toBeDefined();
      const check = async () => await bench.run(['vault', 'check', '--vault', bench.vault]);
      const told = await check();
      expect([told.status, told.out]).toEqual([3, expect.stringContaining('archive-unencrypted')]);
      const status = await bench.run(['status', '--vault', bench.vault], { clock: bench.clock });
      expect(status.out).toContain(`plain      the archive ${plain}`);

      const args = ['backup', '--vault', bench.vault, '--repository', second, '--recipient', recipient];
      expect((await bench.call(args, { clock: bench.clock })).status).toBe(0);
      expect(await plainIn(bench.vault)).toEqual([]);
      expect((await check()).status).toBe(0);
      const manifests = await bench.manifests();
      expect(manifests.map(({ repositories }) => repositories)).toEqual([[first], [second]]);
      expect(manifests.every(({ isVerified, loading }) => isVerified && loading === undefined)).toBe(true);
      expect(manifests[0]).toMatchObject({
        archive: `${plain}.age`,
        origin: 'backup',
        request: { repositories: [first] },
      });
      expect(await bench.stored()).toEqual({ snapshots: 2, repositories: 2 });
      expect(bench.callsOf('POST', '/user/migrations')).toBe(2);
    },
  );

  it('is finished by an import for recipients', async () => {
    const bench = await openBench();
    const [first = ''] = bench.names;
    const recipient = await createRecipient();
    await breakOff(bench, { repository: [first], recipient, event: 'loaded' });
    const args = ['vault', 'import', CURRENT, '--vault', bench.vault, '--recipient', recipient];
    expect((await bench.run(args, { clock: bench.clock })).status).toBe(0);
    expect(await plainIn(bench.vault)).toEqual([]);
    const manifests = await bench.manifests();
    expect(manifests.map(({ origin }) => origin).toSorted()).toEqual(['backup', 'import']);
    expect((await bench.run(['vault', 'check', '--vault', bench.vault])).status).toBe(0);
  });

  it('is left to the same run, which resumes it', async () => {
    const bench = await openBench();
    const [first = ''] = bench.names;
    const recipient = await createRecipient();
    await breakOff(bench, { repository: [first], recipient, event: 'loaded' });
    const args = ['backup', '--vault', bench.vault, '--repository', first, '--recipient', recipient];
    expect((await bench.call(args, { clock: bench.clock })).status).toBe(0);
    expect(await plainIn(bench.vault)).toEqual([]);
    expect(bench.callsOf('POST', '/user/migrations')).toBe(1);
    expect(await bench.stored()).toEqual({ snapshots: 1, repositories: 1 });
  });

  it('is finished by a fresh run, and by one that finds nothing to do', async () => {
    const bench = await openBench();
    const [first = '', second = ''] = bench.names;
    const recipient = await createRecipient();
    const backup = async (name: string, ...more: readonly string[]) =>
      await bench.call(
        ['backup', '--vault', bench.vault, '--repository', name, '--recipient', recipient, ...more],
        { clock: bench.clock },
      );
    await breakOff(bench, { repository: [first], recipient, event: 'loaded' });
    expect((await backup(first, '--fresh')).status).toBe(0);
    expect(await plainIn(bench.vault)).toEqual([]);
    await breakOff(bench, { repository: [second], recipient, event: 'loaded' });
    expect((await backup(first, '--skip-if-younger', '1h')).status).toBe(0);
    expect(await plainIn(bench.vault)).toEqual([]);
    expect(await bench.manifests()).toHaveLength(3);
  });

  it('of which parts are missing is left to the same run for a week, and encrypted after that', async () => {
    const bench = await openBench();
    const [first = '', second = '', third = ''] = bench.names;
    const recipient = await createRecipient();
    await breakOff(bench, {
      repository: [first, second],
      recipient,
      event: 'downloaded',
      more: ['--split', '1'],
    });
    const other = ['backup', '--vault', bench.vault, '--repository', third, '--recipient', recipient];
    expect((await bench.call(other, { clock: bench.clock })).status).toBe(0);
    expect(await plainIn(bench.vault)).toHaveLength(1);
    bench.clock.advance(40 * DAY_MS);
    expect((await bench.call(other, { clock: bench.clock })).status).toBe(0);
    expect(await plainIn(bench.vault)).toEqual([]);
    expect((await bench.run(['vault', 'check', '--vault', bench.vault])).status).toBe(0);
  });

  it(
    'and was killed leaves nothing plain once a run for something else has ended',
    async () => {
      const sandbox = await startSandbox({
        dialect: 'service',
        seed: 'plain',
        repositories: 2,
        issues: 4,
        clock: createSystemClock(),
        hasInstantBuilds: true,
        writeArchive: writeShelvedArchive,
      });
      const directory = temporaryFolder();
      onTestFinished(sandbox.close);
      const { base_url: baseUrl, repositories, tokens } = sandbox.ready;
      const env = { SATCHEL_TOKEN: tokens.classic, XDG_DATA_HOME: join(directory, 'data') };
      const recipient = await createRecipient();
      for (const [index, delayMs] of MOMENTS.entries()) {
        const vault = join(directory, `vault-${index}`);
        const command = (name = '') =>
          startSatchel(
            [
              ...['backup', '--fresh', '--vault', vault, '--base-url', baseUrl, '--poll-interval', '40ms'],
              ...['--recipient', recipient, '--repository', name],
            ],
            env,
          );
        const killed = command(repositories[0]);
        await Promise.race([killed.untilEvent('loaded').then(() => pause(delayMs)), killed.ended]);
        killed.child.kill('SIGKILL');
        await killed.ended;
        const { status, err } = await command(repositories[1]).ended;
        expect([status, err]).toEqual([0, expect.not.stringContaining('satchel:')]);
        expect([delayMs, await plainIn(vault)]).toEqual([delayMs, []]);
        const check = await startSatchel(['vault', 'check', '--vault', vault], env).ended;
        expect([check.status, check.out]).toEqual([0, expect.not.stringContaining('warning')]);
      }
    },
    IS_LONG ? 900_000 : 60_000,
  );
});

describe('a plain backup that was interrupted before its archive was recorded', () => {
  it.each(['downloaded', 'loaded'])(
    'after it was %s leaves a whole copy after a fresh run',
    async (event) => {
      const bench = await openBench();
      const [first = '', second = ''] = bench.names;
      await breakOff(bench, { repository: [first], event });
      const [left = ''] = await plainIn(bench.vault);
      bench.clock.advance(DAY_MS);
      const args = ['backup', '--vault', bench.vault, '--repository', second, '--fresh'];
      expect((await bench.call(args, { clock: bench.clock })).status).toBe(0);
      const manifests = await bench.manifests();
      expect(manifests).toHaveLength(2);
      expect(manifests[0]).toMatchObject({
        archive: left,
        origin: 'backup',
        request: { repositories: [first] },
      });
      expect(await bench.stored()).toEqual({ snapshots: 2, repositories: 2 });
      expect((await bench.run(['vault', 'check', '--vault', bench.vault])).status).toBe(0);
    },
  );
});
