import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { createSeededRandom } from '../../../src/base/random.ts';
import { openStore } from '../../../src/store/store.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { sampled } from '../../house/long-only.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { MAIN } from '../../house/packed-program.ts';
import { writeArchiveFolder } from '../support/write-archive-folder.ts';

const KILLS = IS_LONG ? 30 : 2;
const ISSUES = 1_200;

function issuesOf(title: string, step: number) {
  return Array.from({ length: ISSUES }, (_, index) => ({
    number: index + 1,
    title: index % step === 0 ? title : 'Same',
    body: `${index} `.repeat(200),
  }));
}

/** Runs a load as a separate process, and kills it after `killAfterMs`; returns its duration. */
async function load(
  archive: string,
  db: string,
  { killAfterMs, flags = [] }: { readonly killAfterMs?: number; readonly flags?: readonly string[] } = {},
): Promise<number> {
  const clock = createSystemClock();
  const startedAtMs = clock.now();
  const child = spawn(process.execPath, [MAIN, 'load', archive, '--db', db, '--quiet', ...flags], {
    stdio: 'ignore',
    env: { ...process.env, XDG_DATA_HOME: join(db, '..', 'data') },
    ...(killAfterMs === undefined ? {} : { timeout: killAfterMs, killSignal: 'SIGKILL' as const }),
  });
  await once(child, 'exit');
  return clock.now() - startedAtMs;
}

/** The contents of a store as one text. Opening it rolls back what a killed load left, as in all commands. */
function contentOf(path: string): string {
  const store = openStore(path);
  try {
    expect([...store.query('SELECT * FROM pragma_integrity_check').rows]).toEqual([['ok']]);
    return JSON.stringify([store.snapshots().map(({ archiveName }) => archiveName), [...store.records()]]);
  } finally {
    store.close();
  }
}

async function openFolder() {
  const folder = temporaryFolder();
  return (name: string) => join(folder, name);
}

const FIRST_LOADS: readonly [string, readonly string[]][] = [
  ['with', []],
  ['without', ['--no-search']],
];

it.each(sampled(FIRST_LOADS, 1))(
  'a killed first load %s search leaves no store or a whole one',
  async (_, flags) => {
    const path = await openFolder();
    const archive = await writeArchiveFolder(path('archive'), 5, issuesOf('First', 3));
    const durationMs = await load(archive, path('stores/whole.db'), { flags });
    const whole = contentOf(path('stores/whole.db'));
    await rm(path('stores/whole.db'));

    const random = createSeededRandom('first kills');
    for (let kill = 0; kill < KILLS; kill += 1) {
      const killAfterMs = Math.max(1, Math.round(durationMs * (0.4 + 0.7 * random.next())));
      await load(archive, path('stores/work.db'), { flags, killAfterMs });
      if (existsSync(path('stores/work.db'))) {
        expect(contentOf(path('stores/work.db'))).toBe(whole);
        await rm(path('stores/work.db'));
      }
    }
    await load(archive, path('stores/work.db'), { flags });
    expect(contentOf(path('stores/work.db'))).toBe(whole);
    expect((await readdir(path('stores'))).filter((name) => name.includes('.part'))).toEqual([]);
  },
);

const LATER_LOADS = [
  ['merge', 5, 9, []],
  ['load of history', 9, 5, ['--as-history']],
] as const;

it.each(sampled(LATER_LOADS, 1))(
  'a killed %s leaves the old store or the new one, whole',
  async (_, firstDay, secondDay, flags) => {
    const path = await openFolder();
    const first = await writeArchiveFolder(path('first'), firstDay, issuesOf('First', 3));
    const second = await writeArchiveFolder(path('second'), secondDay, issuesOf('Second', 3));
    await load(first, path('old.db'));
    await copyFile(path('old.db'), path('new.db'));
    const durationMs = await load(second, path('new.db'), { flags });
    const [old, whole] = [contentOf(path('old.db')), contentOf(path('new.db'))];
    expect(whole).not.toBe(old);

    const random = createSeededRandom('kills');
    for (let kill = 0; kill < KILLS; kill += 1) {
      await copyFile(path('old.db'), path('work.db'));
      const killAfterMs = Math.max(1, Math.round(durationMs * (0.2 + random.next())));
      await load(second, path('work.db'), { flags, killAfterMs });
      expect([old, whole]).toContain(contentOf(path('work.db')));
    }
    await copyFile(path('old.db'), path('work.db'));
    await load(second, path('work.db'), { flags });
    expect(contentOf(path('work.db'))).toBe(whole);
  },
);
