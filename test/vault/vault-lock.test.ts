import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ownIdentity } from '../../src/base/index.ts';
import { acquireLock, FOREIGN_STALE_MS } from '../../src/vault/vault-lock.ts';

const RUN = { command: 'satchel backup', startedAt: '2026-06-01T12:00:00.000Z' };

async function createPath(): Promise<{ readonly path: string; readonly directory: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'satchel-lock-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return { path: join(directory, 'lock'), directory };
}

/** Writes a lock as a process of another kind would have. */
async function writeLock(path: string, changes: object): Promise<void> {
  const holder = {
    ...(await ownIdentity()),
    ...RUN,
    command: 'satchel vault check',
    mark: 'other',
    ...changes,
  };
  await writeFile(path, JSON.stringify(holder));
}

describe('acquireLock()', () => {
  it('writes who holds it, and leaves nothing behind', async () => {
    const { path, directory } = await createPath();
    const release = await acquireLock(path, RUN);
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ ...(await ownIdentity()), ...RUN });
    expect(await readdir(directory)).toEqual(['lock']);
    await release();
    expect(await readdir(directory)).toEqual([]);
  });

  it('respects a living process, and names it', async () => {
    const { path } = await createPath();
    await writeLock(path, {});
    await expect(acquireLock(path, RUN)).rejects.toMatchObject({
      code: 'locked',
      message: `Cannot lock "${path}": "satchel vault check" holds it since ${RUN.startedAt} (process ${process.pid} on ${hostname()})`,
    });
  });

  it('takes over from a process whose id belongs to another one by now', async () => {
    const { path } = await createPath();
    await writeLock(path, { startTicks: '1' });
    await (await acquireLock(path, RUN))();
  });

  it('takes over from before a reboot', async () => {
    const { path } = await createPath();
    await writeLock(path, { bootId: '00000000-0000-4000-8000-000000000000' });
    await (await acquireLock(path, RUN))();
  });

  it('takes over from a process that is dead and that nobody has buried', async () => {
    const { path } = await createPath();
    // The shell's child stays a zombie: by then the shell has become a program that never waits for it.
    const shell = spawn('/bin/sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void shell.kill('SIGKILL'));
    const pid = Number(
      await new Promise((resolve) => shell.stdout.once('data', (text) => resolve(String(text)))),
    );
    while (/\) [^Z]/.test(await readFile(`/proc/${pid}/stat`, 'utf8'))) {
      // It is about to end.
    }
    await writeLock(path, { pid, startTicks: undefined });
    await (await acquireLock(path, RUN))();
  });

  it('takes over from another host only after nobody touched the lock for long', async () => {
    const { path } = await createPath();
    await writeLock(path, { host: 'elsewhere.example' });
    await expect(acquireLock(path, RUN)).rejects.toThrow('elsewhere.example');
    const before = new Date(Date.now() - FOREIGN_STALE_MS - 60_000);
    await utimes(path, before, before);
    await (await acquireLock(path, RUN))();
  });

  it('lets one of many win where a dead lock is there for all', async () => {
    const { path, directory } = await createPath();
    await writeLock(path, { startTicks: '1' });
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => acquireLock(path, RUN)));
    const releases = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(releases.length).toBeLessThanOrEqual(1);
    await Promise.all(releases.map((release) => release()));
    await (await acquireLock(path, RUN))();
    expect(await readdir(directory)).toEqual([]);
  });

  it('does not give back what somebody else has taken meanwhile', async () => {
    const { path } = await createPath();
    const release = await acquireLock(path, RUN);
    await writeLock(path, {});
    await release();
    expect(await readFile(path, 'utf8')).toContain('"other"');
  });

  it('removes what killed processes left beside it', async () => {
    const { path, directory } = await createPath();
    const dead = 2 ** 22 + 1; // Linux gives no ids beyond 2^22.
    await writeFile(`${path}.${dead}.${'0'.repeat(32)}`, '');
    await writeFile(`${path}.break`, '');
    await writeFile(join(directory, 'lock.txt'), '');
    const release = await acquireLock(path, RUN);
    expect(await readdir(directory)).toEqual(['lock', 'lock.txt']);
    await release();
  });
});
