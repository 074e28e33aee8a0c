import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { openStore } from '../../../src/store/store.ts';
import { writeCapture } from '../../../src/store/write-capture.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { MAIN } from '../../house/packed-program.ts';
import { writeArchiveFolder } from '../support/write-archive-folder.ts';

/** Halts a process at its first fsync of a file, which a load calls just before it renames its store. */
function haltingProgram(reached: string, go: string): string {
  return `
    import { existsSync, writeFileSync } from 'node:fs';
    import { open } from 'node:fs/promises';
    const handle = await open(process.execPath);
    const files = Object.getPrototypeOf(handle);
    await handle.close();
    const { sync } = files;
    let isFirst = true;
    files.sync = async function () {
      if (isFirst) {
        isFirst = false;
        writeFileSync(${JSON.stringify(reached)}, '');
        while (!existsSync(${JSON.stringify(go)})) await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return await sync.call(this);
    };
  `;
}

async function openBench() {
  const folder = temporaryFolder();
  const path = (name: string) => join(folder, name);
  await writeFile(path('halt.mjs'), haltingProgram(path('reached'), path('go')));

  function load(archive: string, options: { readonly halts?: boolean } = {}) {
    const child = spawn(process.execPath, [MAIN, 'load', archive, '--db', path('stores/s.db')], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        XDG_DATA_HOME: path('data'),
        ...(options.halts === true ? { NODE_OPTIONS: `--import ${pathToFileURL(path('halt.mjs'))}` } : {}),
      },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let text = '';
    child.stderr.on('data', (chunk) => {
      text += String(chunk);
    });
    return { child, said: () => text };
  }

  return {
    path,
    load,
    archive: async (month: number) =>
      await writeArchiveFolder(path(`archive-${month}`), month, [
        { number: month, title: `Of ${month}`, body: '' },
      ]),
    halted: async () => await until(() => existsSync(path('reached'))),
    goOn: async () => await writeFile(path('go'), ''),
    snapshots() {
      const store = openStore(path('stores/s.db'));
      try {
        return store.snapshots().length;
      } finally {
        store.close();
      }
    },
  };
}

async function until(isSo: () => boolean): Promise<void> {
  const clock = createSystemClock();
  while (!isSo()) {
    await clock.sleep(5);
  }
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null) {
    await once(child, 'exit');
  }
  return child.exitCode;
}

describe('two writers of one store', () => {
  it('wait for each other until the first store is durable, and both are kept', async () => {
    const { archive, load, halted, goOn, snapshots } = await openBench();
    const [early, late] = [await archive(5), await archive(9)];
    const first = load(early, { halts: true });
    await halted();
    const second = load(late);
    await until(() => second.said().includes('The store is being written: "satchel load" has held it since'));
    await goOn();
    expect([await exitOf(first.child), await exitOf(second.child)]).toEqual([0, 0]);
    expect(snapshots()).toBe(2);
  });

  it('continue if one of them was killed, and leave none of its files', async () => {
    const { archive, load, halted, path, snapshots } = await openBench();
    const first = load(await archive(5), { halts: true });
    await halted();
    first.child.kill('SIGKILL');
    await exitOf(first.child);
    expect(await readdir(path('stores'))).toEqual(['s.db.lock', 's.db.part']);
    const capture = {
      name: 'events',
      service: 'https://api.service.example/',
      seenAtMs: 0,
      records: [],
    } as const;
    await writeCapture(path('stores/s.db'), capture);
    expect(await readdir(path('stores'))).toEqual(['s.db']);
    expect(snapshots()).toBe(0);
  });
});
