import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSeededRandom, createSystemClock, placeOfPids } from '../../../src/base/index.ts';
import {
  createPrivateMemory,
  createSharedMemory,
  type GateMemory,
} from '../../../src/client/gate/gate-memory.ts';
import { createGateState, parseGateState } from '../../../src/client/gate/gate-state.ts';
import { temporaryFolder } from '../../house/afterwards.ts';

let directory: string;
let files = 0;

beforeAll(async () => {
  directory = temporaryFolder();
});

function newPath(): string {
  files += 1;
  return join(directory, `gate-${files}.json`);
}

function open(path: string, troubles: string[] = []): GateMemory {
  return createSharedMemory({
    path,
    clock: createSystemClock(),
    random: createSeededRandom(path),
    pid: process.pid,
    onTrouble: (text) => troubles.push(text),
  });
}

/** Counts one up and gives the count before. */
async function count(memory: GateMemory): Promise<number> {
  return await memory.update((state) => ({
    state: { ...state, nextLease: state.nextLease + 1 },
    result: state.nextLease,
  }));
}

/** The id of a process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

describe.each([
  ['createPrivateMemory()', () => createPrivateMemory()],
  ['createSharedMemory()', () => open(newPath())],
])('%s', (_, create) => {
  it('stores the new state, and returns the result', async () => {
    const memory = create();
    expect([await count(memory), await count(memory)]).toEqual([1, 2]);
  });

  it('loses no change of many at once', async () => {
    const memory = create();
    const counts = await Promise.all(Array.from({ length: 50 }, () => count(memory)));
    expect([...counts].sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  });

  it('keeps the state if a change fails', async () => {
    const memory = create();
    const fail = () => {
      throw new RangeError('no');
    };
    await expect(memory.update(fail)).rejects.toThrow('no');
    expect(await count(memory)).toBe(1);
  });
});

describe('createSharedMemory()', () => {
  it('is one state for all who open the file, which only the user can read', async () => {
    const path = newPath();
    expect([await count(open(path)), await count(open(path))]).toEqual([1, 2]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(parseGateState(await readFile(path, 'utf8'))).toEqual({ ...createGateState(), nextLease: 3 });
  });

  it.each([
    [
      'of a process that cannot be checked, from before the clock was set back',
      async (lock: string) => {
        await writeFile(lock, '1 elsewhere/pid:[1] mark');
        const later = new Date(createSystemClock().now() + 3_600_000);
        await utimes(lock, later, later);
      },
    ],
    ['of a dead process', async (lock: string) => await writeFile(lock, `${deadPid()} mark`)],
    [
      'that is too old',
      async (lock: string) => {
        await writeFile(lock, `${process.pid} mark`);
        const old = new Date(createSystemClock().now() - 60_000);
        await utimes(lock, old, old);
      },
    ],
    [
      'whose breaker died as well',
      async (lock: string) => {
        await writeFile(lock, `${deadPid()} mark`);
        await writeFile(`${lock}.break`, '');
        const old = new Date(createSystemClock().now() - 60_000);
        await utimes(`${lock}.break`, old, old);
      },
    ],
  ])('is not held up by the lock %s', async (_, leaveLock) => {
    const path = newPath();
    await leaveLock(`${path}.lock`);
    expect(await count(open(path))).toBe(1);
    expect((await readdir(directory)).filter((name) => name.includes('.lock'))).toEqual([]);
  });

  it.each([
    ['in another container, whose processes nobody sees here', () => `${deadPid()} host/pid:[1] mark`],
    ['here', () => `${process.pid} ${placeOfPids()} mark`],
  ])('waits for the lock of a process %s', async (_, markOf) => {
    const path = newPath();
    await writeFile(`${path}.lock`, markOf());
    let isDone = false;
    const counted = count(open(path)).then(() => {
      isDone = true;
    });
    await createSystemClock().sleep(30);
    expect(isDone).toBe(false);
    await rm(`${path}.lock`);
    await counted;
  });

  it('overwrites nothing if its lock was broken while it was suspended', async () => {
    const path = newPath();
    let tries = 0;
    const result = await open(path).update((state) => {
      tries += 1;
      if (tries === 1) {
        rmSync(`${path}.lock`); // As the next one does after ten seconds,
        writeFileSync(path, JSON.stringify({ ...state, nextLease: 40 })); // and it is done already.
      }
      return { state: { ...state, nextLease: state.nextLease + 1 }, result: state.nextLease };
    });
    expect([result, await count(open(path))]).toEqual([40, 41]);
  });

  it('waits for the lock of a process that lives', async () => {
    const path = newPath();
    await writeFile(`${path}.lock`, `${process.pid} mark`);
    let isDone = false;
    const counted = count(open(path)).then(() => {
      isDone = true;
    });
    await createSystemClock().sleep(30);
    expect(isDone).toBe(false);
    await rm(`${path}.lock`);
    await counted;
  });

  it.each(['', '{', '[]', '{"format":1}', '{"format":2}', '\u0000'])(
    'replaces a damaged file (%j) and says so once',
    async (content) => {
      const path = newPath();
      await writeFile(path, content);
      const troubles: string[] = [];
      const memory = open(path, troubles);
      expect([await count(memory), await count(memory)]).toEqual([1, 2]);
      expect(troubles).toEqual([`The state of the rate limits in "${path}" cannot be read and is reset`]);
    },
  );

  it('continues in memory if nothing can be written, and reports it once', async () => {
    const troubles: string[] = [];
    const memory = open('/dev/null/gate.json', troubles);
    expect([await count(memory), await count(memory)]).toEqual([1, 2]);
    expect(troubles).toHaveLength(1);
  });

  it('is shared with other processes for as long as they work', async () => {
    // Another process holds the lock for a while, writes, and lets go, as any of ours does.
    const path = newPath();
    await count(open(path));
    const script = `
      const fs = require('node:fs');
      fs.writeFileSync(${JSON.stringify(`${path}.lock`)}, process.pid + ' other', { flag: 'wx' });
      const state = JSON.parse(fs.readFileSync(${JSON.stringify(path)}, 'utf8'));
      fs.writeFileSync(${JSON.stringify(path)}, JSON.stringify({ ...state, nextLease: 40 }));
      fs.rmSync(${JSON.stringify(`${path}.lock`)});
    `;
    execFileSync(process.execPath, ['-e', script]);
    expect(await count(open(path))).toBe(40);
  });
});
