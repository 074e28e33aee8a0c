import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { createSystemClock } from '../../../src/base/index.ts';
import { writeSite } from '../../../src/browse/index.ts';
import { runSatchel } from '../../../src/cli/index.ts';
import { createRecordedContext } from '../../cli/support/recorded-context.ts';
import { openApp } from '../support/open-app.ts';

async function openStore(): Promise<string> {
  const app = await openApp();
  onTestFinished(() => app.close());
  return app.store;
}

function write(store: string, onPage: () => void) {
  return writeSite({
    store,
    place: { path: join(store, '..', 'moved'), isForced: false },
    clock: createSystemClock(),
    searchPath: process.env['PATH'] ?? '',
    onPage,
  });
}

it('writes one state of the store, also where another process moves it away meanwhile', async () => {
  const store = await openStore();
  let moving: Promise<void> | undefined;
  const report = await write(store, () => {
    moving ??= rename(store, `${store}.aside`);
  });
  await moving;
  expect(report).toMatchObject({ failed: 0 });
  expect(report.pages).toBeGreaterThan(100);
});

it('ends with warnings where pages cannot be shown', async () => {
  const store = await openStore();
  const db = new SqliteDatabase(store);
  db.pragma('foreign_keys = off');
  db.exec('DROP TABLE release_assets');
  db.close();
  const context = createRecordedContext({ env: { HOME: join(store, '..'), PATH: '' } });
  expect(await runSatchel(['site', join(store, '..', 'site'), '--db', store], context)).toBe(3);
  expect(context.err()).toMatch(/Wrote \d+ pages, \d+ of which could not be shown and/);
});
