import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { isProcessOver, ownIdentity } from '../../src/base/process-identity.ts';

describe('ownIdentity()', () => {
  it('is the same each time, and names the boot and the start on Linux', async () => {
    const identity = await ownIdentity();
    expect(await ownIdentity()).toEqual(identity);
    expect(identity).toMatchObject({ pid: process.pid, host: hostname() });
    if (process.platform === 'linux') {
      expect(identity.bootId).toMatch(/^[0-9a-f-]{36}$/);
      expect(identity.startTicks).toMatch(/^\d+$/);
    }
  });
});

describe('isProcessOver()', () => {
  it('distinguishes live processes from dead ones', async () => {
    expect(await isProcessOver(await ownIdentity())).toBe(false);
    const child = spawn(process.execPath, ['-e', '']);
    const identity = { ...(await ownIdentity()), pid: child.pid ?? 0, startTicks: undefined };
    await once(child, 'exit');
    expect(await isProcessOver(identity)).toBe(true);
  });

  it('distinguishes a process from another one with the same id', async () => {
    const own = await ownIdentity();
    expect(await isProcessOver({ ...own, startTicks: '1' })).toBe(true);
    const here = { ...own, machineId: 'here' };
    expect(await isProcessOver({ ...here, bootId: 'another' }, here)).toBe(true);
    expect(await isProcessOver({ ...own, bootId: undefined, startTicks: undefined })).toBe(false);
  });

  it('cannot check processes of another host, another container, or another machine with the same name', async () => {
    const own = await ownIdentity();
    const here = { ...own, bootId: 'boot', machineId: 'here', pidNamespace: 'pid:[1]' };
    const dead = 2 ** 22 + 1; // Linux gives no ids beyond 2^22.
    for (const changes of [
      { host: 'elsewhere.example' },
      { pidNamespace: 'pid:[2]' },
      { machineId: 'there' },
      { machineId: undefined, bootId: 'another' },
    ]) {
      expect(await isProcessOver({ ...here, pid: dead, ...changes }, here)).toBe('unknown');
    }
    expect(await isProcessOver({ ...here, pid: dead }, here)).toBe(true);
  });
});
