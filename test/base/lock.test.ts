import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Clock, createDrivenClock } from '../../src/base/clock.ts';
import { acquireLock, joinLock, type Lock } from '../../src/base/lock.ts';
import { FOREIGN_STALE_MS } from '../../src/base/lock-holder.ts';
import { ownIdentity } from '../../src/base/process-identity.ts';
import { temporaryFolder } from '../house/afterwards.ts';

const RUN = {
  command: 'satchel backup',
  startClock: { now: () => Date.parse('2026-06-01T12:00:00Z') },
};

/** What others see of it. */
const SEEN = { command: 'satchel backup', startedAt: '2026-06-01T12:00:00Z' };

async function createPath(): Promise<{ readonly path: string; readonly directory: string }> {
  const directory = temporaryFolder();
  return { path: join(directory, 'lock'), directory };
}

/** Writes a lock as another process would have. */
async function writeLock(path: string, changes: object): Promise<string> {
  const holder = { ...(await ownIdentity()), ...SEEN, command: 'satchel vault check', ...changes };
  await mkdir(path, { recursive: true });
  const file = join(path, 'other.json');
  await writeFile(file, JSON.stringify(holder));
  return file;
}

/** The present, in which a holder is observed without waiting. */
function skippingClock(): Clock {
  return createDrivenClock(Date.now(), { skipSleeps: true });
}

async function makeOld(file: string, ageMs: number): Promise<void> {
  const before = new Date(Date.now() - ageMs);
  await utimes(file, before, before);
}

async function takeAndGiveBack(path: string): Promise<void> {
  await (await acquireLock(path, { ...RUN, clock: skippingClock() })).release();
}

describe('acquireLock()', () => {
  it('records the holder, and cleans up', async () => {
    const { path, directory } = await createPath();
    const lock = await acquireLock(path, RUN);
    expect(JSON.parse(await readFile(lock.file, 'utf8'))).toMatchObject({
      ...(await ownIdentity()),
      ...SEEN,
    });
    expect(lock.isHeld()).toBe(true);
    await lock.release();
    expect(await readdir(directory)).toEqual([]);
  });

  it('respects a living process, and names it', async () => {
    const { path } = await createPath();
    await writeLock(path, {});
    await expect(acquireLock(path, RUN)).rejects.toMatchObject({
      code: 'locked',
      message: `Cannot lock "${path}": "satchel vault check" has held it since ${SEEN.startedAt} (process ${process.pid} on ${hostname()})`,
    });
    expect(await readdir(path)).toEqual(['other.json']);
  });

  it('respects a holder that says no more than which process it is', async () => {
    const { path } = await createPath();
    await writeLock(path, { command: undefined, startedAt: 7 });
    await expect(acquireLock(path, RUN)).rejects.toThrow(
      '"another program" has held it since an unknown time (process',
    );
  });

  it('takes over from a process whose id was reused', async () => {
    const { path } = await createPath();
    await writeLock(path, { startTicks: '1' });
    await takeAndGiveBack(path);
  });

  it('takes over a lock from before a reboot', async () => {
    const { path } = await createPath();
    const { machineId } = await ownIdentity();
    const file = await writeLock(path, { bootId: '00000000-0000-4000-8000-000000000000' });
    if (machineId === undefined) {
      await makeOld(file, FOREIGN_STALE_MS + 60_000); // Nothing tells a reboot from another machine of the same name.
    }
    await takeAndGiveBack(path);
  });

  it('takes over from a zombie process', async () => {
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
    await takeAndGiveBack(path);
  });

  it.each([
    ['on another host', { host: 'elsewhere.example' }],
    ['in another container of this host', { pidNamespace: 'pid:[1]', pid: 2 ** 22 + 1 }],
    ['on another machine of the same name', { machineId: 'other', bootId: 'other', pid: 2 ** 22 + 1 }],
  ])('takes over from a process %s only after it was silent for long', async (_, changes) => {
    const { path } = await createPath();
    const file = await writeLock(path, changes);
    await expect(acquireLock(path, RUN)).rejects.toMatchObject({
      code: 'locked',
      hint: expect.stringContaining('its lock expires after 15 m 00 s without a heartbeat'),
    });
    await makeOld(file, FOREIGN_STALE_MS - 60_000);
    await expect(acquireLock(path, RUN)).rejects.toMatchObject({ code: 'locked' });
    await makeOld(file, FOREIGN_STALE_MS + 60_000);
    await takeAndGiveBack(path);
  });

  it('takes over from a process whose last heartbeat is dated in the future', async () => {
    const { path } = await createPath();
    const file = await writeLock(path, { host: 'elsewhere.example' });
    await makeOld(file, -30 * 86_400_000);
    await expect(acquireLock(path, RUN)).rejects.toMatchObject({ code: 'locked' });
    expect(Math.abs((await stat(file)).mtimeMs - Date.now())).toBeLessThan(60_000);
    await makeOld(file, FOREIGN_STALE_MS + 60_000);
    await takeAndGiveBack(path);
  });

  it('does not take over while a sweep cannot know whether the clock was set forward', async () => {
    const { path } = await createPath();
    const file = await writeLock(path, { host: 'elsewhere.example' });
    await makeOld(file, 3 * 86_400_000);
    await expect(acquireLock(path, { ...RUN, isSweep: true })).rejects.toMatchObject({ code: 'locked' });
    await makeOld(file, 8 * 86_400_000);
    await (await acquireLock(path, { ...RUN, isSweep: true })).release();
  });

  it.each([
    ['dead', { startTicks: '1' }, 0],
    ['silent', { host: 'elsewhere.example' }, FOREIGN_STALE_MS + 60_000],
  ])('lets one of many win if a %s holder is there for all', async (_, changes, ageMs) => {
    const { path, directory } = await createPath();
    await makeOld(await writeLock(path, changes), ageMs);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => acquireLock(path, { ...RUN, clock: skippingClock() })),
    );
    const locks = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(locks).toHaveLength(1);
    expect(locks[0]?.isHeld()).toBe(true);
    for (const outcome of outcomes) {
      expect(outcome.status === 'fulfilled' ? 'locked' : outcome.reason.code).toBe('locked');
    }
    await locks[0]?.release();
    expect(await readdir(directory)).toEqual([]);
  });

  it('gives the lock to all waiting processes, one at a time', async () => {
    const { path, directory } = await createPath();
    const clock = createDrivenClock(Date.now(), { skipSleeps: true });
    let holders = 0;
    let most = 0;
    const work = async () => {
      const lock = await acquireLock(path, { ...RUN, clock, lockWait: { waitMs: Infinity } });
      holders += 1;
      most = Math.max(most, holders);
      await new Promise((resolve) => setImmediate(resolve));
      lock.requireHeld();
      holders -= 1;
      await lock.release();
    };
    await Promise.all(Array.from({ length: 8 }, work));
    expect(most).toBe(1);
    expect(await readdir(directory)).toEqual([]);
  });

  it('waits for a holder until its deadline, and reports once for whom', async () => {
    const { path } = await createPath();
    const held = await acquireLock(path, RUN);
    const told: string[] = [];
    const startMs = Date.now();
    const clock = createDrivenClock(startMs, { skipSleeps: true });
    const lockWait = { waitMs: 10_000, onWait: (holder: string) => told.push(holder) };
    await expect(acquireLock(path, { ...RUN, clock, lockWait })).rejects.toMatchObject({ code: 'locked' });
    expect(clock.now() - startMs).toBe(10_000);
    expect(told).toEqual([
      `"satchel backup" has held it since ${SEEN.startedAt} (process ${process.pid} on ${hostname()})`,
    ]);
    await held.release();
  });

  it('waits no longer than its signal allows', async () => {
    const { path } = await createPath();
    const held = await acquireLock(path, RUN);
    const controller = new AbortController();
    const waiting = acquireLock(path, {
      ...RUN,
      lockWait: { waitMs: 10_000, signal: controller.signal, onWait: () => controller.abort() },
    });
    await expect(waiting).rejects.toThrow('abort');
    expect(held.isHeld()).toBe(true);
    await held.release();
  });

  it.each([
    ['its directory was made', async (path: string) => await mkdir(path)],
    [
      'its file was made and before it was written',
      async (path: string) => {
        await mkdir(path);
        await writeFile(join(path, 'other.json'), '');
        await makeOld(join(path, 'other.json'), 60_000);
      },
    ],
    [
      'it looked at the clock of the file system',
      async (path: string) => {
        await mkdir(path);
        await writeFile(join(path, 'other.json.0123456789abcdef'), '');
      },
    ],
  ])('takes over from a process that was killed after %s', async (_, leave) => {
    const { path, directory } = await createPath();
    await leave(path);
    await takeAndGiveBack(path);
    expect(await readdir(directory)).toEqual([]);
  });
});

describe('Lock', () => {
  /** What a process does that took a silent one for dead. */
  async function takeOver(lock: Lock, path: string): Promise<Lock> {
    await makeOld(lock.file, FOREIGN_STALE_MS + 60_000);
    const holder = JSON.parse(await readFile(lock.file, 'utf8'));
    await writeFile(lock.file, JSON.stringify({ ...holder, host: 'elsewhere.example' }));
    await makeOld(lock.file, FOREIGN_STALE_MS + 60_000);
    return await acquireLock(path, { ...RUN, clock: skippingClock() });
  }

  it('stays lost after another process took it over', async () => {
    const { path } = await createPath();
    const first = await acquireLock(path, RUN);
    const joined = joinLock(first.file);
    const second = await takeOver(first, path);
    expect([first.isHeld(), joined.isHeld(), second.isHeld()]).toEqual([false, false, true]);
    expect(() => first.requireHeld()).toThrow('another run took over the lock');
    await first.release();
    expect(second.isHeld()).toBe(true);
    await second.release();
    const third = await acquireLock(path, RUN);
    expect([first.isHeld(), second.isHeld(), third.isHeld()]).toEqual([false, false, true]);
    await third.release();
  });
});
