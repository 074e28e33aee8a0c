import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { startSandbox } from '../../../src/sandbox/start-sandbox.ts';
import { openVault } from '../../../src/vault/vault.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { type SatchelProcess, startSatchel } from '../support/backup-process.ts';

/** Allows for processes on a busy machine. */
const TIMEOUT_MS = 300_000;

async function openStage(exportMs: number) {
  const directory = temporaryFolder();
  const sandbox = await startSandbox({
    dialect: 'service',
    seed: 'two',
    repositories: 2,
    issues: 3,
    clock: createSystemClock(),
    pendingMs: 0,
    exportMs,
  });
  onTestFinished(sandbox.close);
  const vault = join(directory, 'vault');
  const start = (): SatchelProcess =>
    startSatchel(
      ['backup', '--vault', vault, '--base-url', sandbox.ready.base_url, '--poll-interval', '50ms'],
      { SATCHEL_TOKEN: sandbox.ready.tokens.classic, XDG_DATA_HOME: join(directory, 'data') },
    );
  return { vault, start };
}

describe('two backups at once on one vault', () => {
  it(
    'run one after the other: the second one ends with 11 and names the first',
    async () => {
      const { vault, start } = await openStage(60_000);
      const first = start();
      await first.untilEvent('started');
      const second = await start().ended;
      expect(second.status).toBe(11);
      expect(second.err).toContain(`"satchel backup" has held it since`);
      expect(second.err).toContain(`(process ${first.child.pid} on `);
      expect(JSON.parse(second.out.trim().split('\n').at(-1) ?? '')).toMatchObject({
        message_type: 'exit_error',
        code: 'locked',
        details: { pid: first.child.pid, command: 'satchel backup' },
      });
      // An interrupted run releases the lock, and records the interruption.
      first.child.kill('SIGTERM');
      expect((await first.ended).status).toBe(143);
      expect(existsSync(join(vault, 'lock'))).toBe(false);
      const { lines } = await (await openVault(vault, { clock: createSystemClock() })).journal.read();
      expect(lines.at(-1)).toMatchObject({ type: 'run-ended', exit: 'interrupted' });
    },
    TIMEOUT_MS,
  );

  it(
    'do not wait for a dead one, even if its process id is in use again',
    async () => {
      const { vault, start } = await openStage(300);
      const first = start();
      await first.untilEvent('started');
      first.child.kill('SIGKILL');
      await first.ended;
      const [name = ''] = await readdir(join(vault, 'lock'));
      const lock = join(vault, 'lock', name);
      const holder = JSON.parse(await readFile(lock, 'utf8'));
      expect(holder.pid).toBe(first.child.pid);
      // Simulates that this process got the id of the dead one.
      await writeFile(lock, JSON.stringify({ ...holder, pid: process.pid }));
      const second = await start().ended;
      expect([second.status, second.err]).toEqual([0, expect.not.stringContaining('satchel:')]);
      expect(existsSync(lock)).toBe(false);
    },
    TIMEOUT_MS,
  );
});
