import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { extract } from 'tar';
import { expect, it, onTestFinished } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { createBrowseApp } from '../../../src/browse/create-browse-app.ts';
import { runSatchel } from '../../../src/cli/program.ts';
import { createRecordedContext } from '../../cli/support/recorded-context.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { CURRENT } from '../../house/samples.ts';
import { crawlApp } from '../support/crawl-app.ts';

it('browses an archive of git data alone, and no link or anchor is broken', async () => {
  const directory = temporaryFolder();
  const archive = join(directory, 'archive');
  await mkdir(archive);
  await extract({ file: CURRENT, cwd: archive, filter: (path) => /repositories\/|schema\.json$/.test(path) });
  expect((await readdir(archive)).sort()).toEqual(['repositories', 'schema.json']);
  const store = join(directory, 'work.db');
  const context = createRecordedContext({ env: { XDG_DATA_HOME: join(directory, 'data') } });
  expect(await runSatchel(['load', archive, '--db', store], context)).toBe(0);
  const { app, close } = createBrowseApp({
    store,
    clock: createSystemClock(),
    searchPath: process.env['PATH'] ?? '',
  });
  onTestFinished(close);
  const { asked, broken } = await crawlApp(async (path) => await app.request(path));
  expect(broken).toEqual([]);
  expect([...asked].some((path) => path.includes('/blob/main/'))).toBe(true);
  expect(asked.has('/yaryna-vitrolom/tidewatch/wiki')).toBe(true);
}, 300_000);
