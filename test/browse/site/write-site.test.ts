import { existsSync } from 'node:fs';
import { readdir, readFile, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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

it('leads nowhere but to its own files, has the closed issues, and can be read by a web server', async () => {
  const store = await openStore();
  const directory = join(store, '..', 'moved');
  await write(store, () => undefined);
  const names = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const broken: string[] = [];
  for (const file of files.filter((name) => name.endsWith('.html'))) {
    const html = await readFile(file, 'utf8');
    for (const [tag, attributes = ''] of html.matchAll(/<a(\s[^>]*)?>/g)) {
      const href = /\shref="([^"]*)"/
        .exec(attributes)?.[1]
        ?.replaceAll('&amp;', '&')
        .replaceAll('&#39;', "'");
      const target =
        href === undefined || /^(?:https?|mailto):|^#/.test(href) ? undefined : href.replace(/[?#].*$/, '');
      const isThere = target === undefined || existsSync(join(dirname(file), decodeURIComponent(target)));
      if (href === undefined || !isThere) {
        broken.push(`${file}: ${tag}`);
      }
    }
  }
  expect(broken.slice(0, 10)).toEqual([]);
  const issue = join('yaryna-vitrolom', 'tidewatch', 'issues', '1', 'index.html'); // A closed one.
  expect(files).toContain(join(directory, issue));
  expect((await stat(join(directory, issue))).mode & 0o777).toBe(0o644);
  expect((await stat(join(directory, 'yaryna-vitrolom'))).mode & 0o777).toBe(0o755);
}, 120_000);

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
