import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import SqliteDatabase from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { createSeededRandom, createSystemClock } from '../../../src/base/index.ts';
import { openStore } from '../../../src/store/index.ts';
import { writeArchiveFolder } from '../support/write-archive-folder.ts';

const MAIN = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));
const KILLS = process.env['SATCHEL_TEST_LONG'] === '1' ? 50 : 10;
const ISSUES = 1_200;

function issuesOf(title: string, step: number) {
  return Array.from({ length: ISSUES }, (_, index) => ({
    number: index + 1,
    title: index % step === 0 ? title : 'Same',
    body: `${index} `.repeat(200),
  }));
}

/** Runs a load as a process of its own, which is killed when its time is over; gives how long it took. */
async function load(archive: string, db: string, killAfterMs?: number): Promise<number> {
  const clock = createSystemClock();
  const startedAtMs = clock.now();
  const child = spawn(process.execPath, [MAIN, 'load', archive, '--db', db, '--quiet'], {
    stdio: 'ignore',
    env: { ...process.env, XDG_DATA_HOME: join(db, '..', 'data') },
    ...(killAfterMs === undefined ? {} : { timeout: killAfterMs, killSignal: 'SIGKILL' as const }),
  });
  await once(child, 'exit');
  return clock.now() - startedAtMs;
}

/** Everything that a store holds, as one text. */
function contentOf(path: string): string {
  const db = new SqliteDatabase(path, { readonly: true });
  const soundness = db.pragma('integrity_check', { simple: true });
  db.close();
  expect(soundness).toBe('ok');
  const store = openStore(path);
  try {
    return JSON.stringify([store.snapshots().map(({ archiveName }) => archiveName), [...store.records()]]);
  } finally {
    store.close();
  }
}

it('a killed load leaves the old snapshot or the new one, whole', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-killed-'));
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
  const path = (name: string) => join(folder, name);
  const early = await writeArchiveFolder(path('early'), 5, issuesOf('Early', 3));
  const late = await writeArchiveFolder(path('late'), 9, issuesOf('Late', 3));
  await load(early, path('early.db'));
  await copyFile(path('early.db'), path('late.db'));
  const durationMs = await load(late, path('late.db'));
  const [old, young] = [contentOf(path('early.db')), contentOf(path('late.db'))];
  expect(young).not.toBe(old);

  const random = createSeededRandom('kills');
  for (let kill = 0; kill < KILLS; kill += 1) {
    await copyFile(path('early.db'), path('work.db'));
    const killAfterMs = Math.max(1, Math.round(durationMs * (0.2 + random.next())));
    await load(late, path('work.db'), killAfterMs);
    expect([old, young]).toContain(contentOf(path('work.db')));
  }
  await copyFile(path('early.db'), path('work.db'));
  await load(late, path('work.db'));
  expect(contentOf(path('work.db'))).toBe(young);
});
