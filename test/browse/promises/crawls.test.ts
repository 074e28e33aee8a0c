import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { createBrowseApp } from '../../../src/browse/create-browse-app.ts';
import { writeSite } from '../../../src/browse/write-site.ts';
import { runSatchel } from '../../../src/cli/program.ts';
import { createRecordedContext } from '../../cli/support/recorded-context.ts';
import { afterwards, temporaryFolder } from '../../house/afterwards.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { CURRENT, OLD } from '../../house/samples.ts';
import { shelved } from '../../house/shelf.ts';
import { brokenLinksOf, deadControlsOf } from '../support/check-site.ts';
import { crawlApp, createSampling } from '../support/crawl-app.ts';

type Archive = (folder: string) => Promise<string>;

/** An archive of a service that speaks a dialect, as it was written in a year. */
function madeBy(dialect: string, generation: string): Archive {
  return async (folder) => {
    const archive = join(folder, 'made.tar.gz');
    const world = ['--seed', 'crawl', '--repositories', '2', '--issues', '6', '--now', '2026-05-01'];
    await run(
      ['sandbox', ...world, '--dialect', dialect, '--generation', generation, '--output', archive],
      folder,
    );
    return archive;
  };
}

/** Those of the dialect `service` are the samples. The site of the sample of today is in `write-site.test.ts`. */
const ARCHIVES: readonly (readonly [name: string, make: Archive, isSiteOnly: boolean])[] = [
  ['the sample of 2019', async () => OLD, true],
  ['an archive of the other dialect', madeBy('github', 'current'), false],
  ...(IS_LONG
    ? ([
        ['the sample of today', async () => CURRENT, true],
        ['an archive of the other dialect of 2019', madeBy('github', '2019'), false],
      ] as const)
    : []),
];

async function run(args: readonly string[], folder: string): Promise<void> {
  const context = createRecordedContext({ env: { HOME: folder, XDG_DATA_HOME: join(folder, 'data') } });
  const status = await runSatchel([...args], context);
  expect([args[0], status, status === 0 ? '' : context.err()]).toEqual([args[0], 0, '']);
}

/** The store of an archive, which its tests share: they only read it. */
async function load(name: string, make: Archive): Promise<string> {
  const made = await shelved(`store of ${name}`, async (folder) => {
    await run(['load', await make(folder), '--db', join(folder, 'work.db')], folder);
  });
  return join(made, 'work.db');
}

/** Elements that look operable and are not: a link to nowhere, a form without a target, a button outside of forms. */
const DEAD =
  /<a\s(?![^>]*href=)[^>]*>|<a\s[^>]*href="#?"[^>]*>|<form(?![^>]* action=)[^>]*>|<button type="button"(?![^>]* hidden)[^>]*>/g;

it.each(ARCHIVES.filter(([, , isSiteOnly]) => !isSiteOnly))(
  'the reader of %s has no broken link or anchor, and no control that does nothing',
  async (name, make) => {
    const { app, close } = createBrowseApp({
      store: await load(name, make),
      clock: createSystemClock(),
      searchPath: process.env['PATH'] ?? '',
    });
    afterwards(close);
    const dead: string[] = [];
    const { asked, broken } = await crawlApp(
      async (path) => {
        const answer = await app.request(path);
        if (answer.headers.get('content-type')?.startsWith('text/html') === true) {
          const page = (await answer.clone().text()).replace(/<div class="prose".*?<\/div>/gs, '');
          dead.push(...[...page.matchAll(DEAD)].map(([tag]) => `${path}: ${tag}`));
        }
        return answer;
      },
      ['/'],
      createSampling(IS_LONG ? 4_000 : 1),
    );
    expect(broken).toEqual([]);
    expect(dead).toEqual([]);
    expect(asked.size).toBeGreaterThan(50);
  },
  600_000,
);

it.each(ARCHIVES)(
  'the site of %s has no broken link, and no control that does nothing',
  async (name, make) => {
    const directory = join(temporaryFolder(), 'site');
    const report = await writeSite({
      store: await load(name, make),
      place: { path: directory, isForced: false },
      clock: createSystemClock(),
      searchPath: process.env['PATH'] ?? '',
    });
    expect(report).toMatchObject({ failed: 0 });
    expect(report.pages).toBeGreaterThan(50);
    expect((await brokenLinksOf(directory)).slice(0, 10)).toEqual([]);
    expect((await deadControlsOf(directory)).slice(0, 10)).toEqual([]);
  },
  600_000,
);
