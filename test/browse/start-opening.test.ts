import { join } from 'node:path';
import { request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { createSystemClock } from '../../src/base/clock.ts';
import { type Opening, startOpening } from '../../src/browse/start-opening.ts';
import { runSatchel } from '../../src/cli/program.ts';
import { foldersNextTo } from '../../src/store/file-folders.ts';
import { createRecordedContext } from '../cli/support/recorded-context.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { CURRENT } from '../house/samples.ts';

let opening: Opening | undefined;

afterEach(async () => {
  await opening?.close();
});

function start(records: () => number): Promise<Opening> {
  return startOpening({
    clock: createSystemClock(),
    progress: () => ({
      archive: '<b>work</b>.tar.gz',
      step: 'loading',
      doneBytes: 500,
      totalBytes: 1_000,
      records: records(),
      kinds: { issue_comment: 1_200, issue: 34 },
      repositories: [{ name: 'acme/app', issueCount: 34, pullRequestCount: 0, commentCount: 1_200 }],
    }),
  });
}

async function get(path: string, headers: Record<string, string> = {}): Promise<[number, string]> {
  const { statusCode, body } = await request(`${opening?.url}${path}`, { headers });
  return [statusCode, await body.text()];
}

describe('startOpening()', () => {
  it('shows counts by kind and repository at every address, as they are now', async () => {
    let records = 1;
    opening = await start(() => records);
    expect((await get('/acme/app/issues/1'))[1]).toContain('1 record<');
    records = 4_321;
    const [status, page] = await get('/');
    expect(status).toBe(200);
    expect(page).toContain('4,321 records');
    expect(page).toContain('&lt;b&gt;work&lt;/b&gt;.tar.gz');
    expect(page).toContain('<th scope="row">issue comment</th><td class="number">1,200</td>');
    expect(page).toContain('<th scope="row">acme/app</th>');
    expect(page).toContain('http-equiv="refresh"');
  });

  it('returns the same to programs', async () => {
    opening = await start(() => 7);
    expect(JSON.parse((await get('/-/progress.json'))[1])).toMatchObject({ step: 'loading', records: 7 });
  });

  it('serves a store whose texts are being indexed, and lets requests wait for the complete one', async () => {
    const folder = temporaryFolder();
    const early = join(folder, 'early.db');
    const complete = join(folder, 'store.db');
    for (const flags of [
      ['--db', early, '--no-search'],
      ['--db', complete],
    ]) {
      expect(await runSatchel(['load', CURRENT, ...flags], createRecordedContext())).toBe(0);
    }
    opening = await start(() => 7);
    opening.readEarly({ store: early, folders: foldersNextTo(complete), indexing: { leftMs: () => 12_000 } });
    expect((await get('/'))[1]).not.toContain('Reading its records');
    expect(await get('/-/search?q=the')).toEqual([503, expect.stringContaining('ready in about 12 s')]);
    await opening.pause();
    const waiting = get('/-/search?q=the');
    opening.switchTo(complete);
    expect((await waiting)[0]).toBe(200);
  });

  it('answers to no foreign name', async () => {
    opening = await start(() => 7);
    expect((await get('/', { host: 'evil.example' }))[0]).toBe(421);
  });
});
