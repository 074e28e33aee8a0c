import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { createBrowseApp } from '../../../src/browse/create-browse-app.ts';
import { repositoryPath } from '../../../src/browse/paths.ts';
import { runSatchel } from '../../../src/cli/program.ts';
import { createRecordedContext } from '../../cli/support/recorded-context.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { crawlApp, createSampling } from '../support/crawl-app.ts';
import { type OtherArchive, writeBitbucketArchive, writeGitlabArchive } from '../support/other-services.ts';

type BrowseApp = ReturnType<typeof createBrowseApp>;

/** Addresses of the service, each with its page and a text on it. */
type Arrivals = (sha: string) => readonly (readonly [address: string, place: string, text: string])[];

const GITLAB: Arrivals = (sha) => [
  ['/group/garden/issues/1', '/group/garden/issues/1', 'Issue 1'],
  ['/group/garden/-/merge_requests/1#note_11', '/group/garden/pull/1#note_11', 'Merge request 1'],
  ['/group/garden/-/merge_requests/2/diffs', '/group/garden/pull/2/files', 'third.txt'],
  ['/group/garden/merge_requests/3', '/group/garden/issues/3', 'without changes'],
  ['/group/tools/shed', '/group%2Ftools/shed', 'group/tools'],
  ['/group/tools/shed/-/merge_requests/1', '/group%2Ftools/shed/pull/1', 'Merge request 1'],
  ['/group/tools/shed/-/blob/main/first.txt', '/group%2Ftools/shed/blob/main/first.txt', 'lantern'],
  ['/group/garden/-/tags/v1.0', '/group/garden/releases/tag/v1.0', 'First, see'],
  [`/group/garden/-/commit/${sha}#note_15`, `/group/garden/commit/${sha}#note_15`, 'Nice'],
  ['/group', '/group', 'The Group'],
  ['/The-Group', '/The-Group', '/group/garden'],
];

const BITBUCKET: Arrivals = (sha) => [
  ['/projects/GRD', '/GRD', 'Gardens'],
  ['/users/alice', '/alice', 'notes'],
  ['/projects/GRD/repos/garden', '/GRD/garden', 'first.txt'],
  ['/projects/GRD/repos/garden/browse', '/GRD/garden/tree/HEAD', 'first.txt'],
  ['/projects/GRD/repos/garden/browse/first.txt', '/GRD/garden/blob/HEAD/first.txt', 'lantern'],
  ['/projects/GRD/repos/garden/browse?at=refs%2Ftags%2Fv1.0', '/GRD/garden/releases/tag/v1.0', 'v1.0'],
  ['/projects/GRD/repos/garden/pull-requests/1/overview', '/GRD/garden/pull/1', 'A remark'],
  [
    '/projects/GRD/repos/garden/pull-requests/1/overview?commentId=5',
    '/GRD/garden/pull/1#comment-5',
    'id="comment-5"',
  ],
  [
    '/projects/GRD/repos/garden/pull-requests/1/overview?commentId=6',
    '/GRD/garden/pull/1#comment-6',
    'id="comment-6"',
  ],
  [
    `/projects/GRD/repos/garden/commits/${sha}?commentId=8#commitcomment-8`,
    `/GRD/garden/commit/${sha}#commitcomment-8`,
    'id="commitcomment-8"',
  ],
  ['/users/alice/repos/notes', '/alice/notes', 'notes'],
];

describe.each([
  {
    exporter: 'gl-exporter',
    origin: 'https://lab.example',
    writeArchive: writeGitlabArchive,
    arrivals: GITLAB,
    distantPage: '/group%2Ftools/shed/pull/1',
    named: { repository: 'group/tools/shed', author: 'bob.o-', pulls: 1 },
  },
  {
    exporter: 'bbs-exporter',
    origin: 'https://bucket.example',
    writeArchive: writeBitbucketArchive,
    arrivals: BITBUCKET,
    distantPage: '/orgs/GRD/teams/all',
    named: { repository: 'GRD/garden', author: 'alice', pulls: 2 },
  },
])('an archive of $exporter', ({ origin, writeArchive, arrivals, distantPage, named }) => {
  const { repository, author, pulls } = named;
  const errors: unknown[] = [];
  let directory: string;
  let store: string;
  let archive: OtherArchive;
  let reader: BrowseApp;

  beforeAll(async () => {
    directory = temporaryFolder();
    await mkdir(join(directory, 'archive'));
    archive = writeArchive(join(directory, 'archive'));
    store = join(directory, 'work.db');
    const context = createRecordedContext({ env: { XDG_DATA_HOME: join(directory, 'data') } });
    expect(await runSatchel(['verify', archive.folder], context)).toBe(0);
    expect(await runSatchel(['load', archive.folder, '--db', store], context)).toBe(0);
    reader = createBrowseApp({
      store,
      clock: createSystemClock(),
      searchPath: process.env['PATH'] ?? '',
      onError: (error) => errors.push(error),
    });
  }, 300_000);

  afterAll(async () => {
    await reader.close();
  });

  it('has no broken link or anchor', async () => {
    const { asked, broken } = await crawlApp(
      async (path) => await reader.app.request(path),
      ['/'],
      createSampling(IS_LONG ? 4_000 : 2),
    );
    expect(broken).toEqual([]);
    expect(errors).toEqual([]);
    expect([...asked]).toContain(distantPage);
  }, 300_000);

  it('is reached by the addresses of its service, pasted or with the host replaced', async () => {
    for (const [address, place, text] of arrivals(archive.sha)) {
      for (const start of [address, `/-/search?q=${encodeURIComponent(`${origin}${address}`)}`]) {
        const { at, html } = await arriveAt(reader, start);
        expect([start, at]).toEqual([start, place]);
        expect([start, html]).toEqual([start, expect.stringContaining(text)]);
      }
    }
  });

  it('has no link to a search that is refused', async () => {
    const pages = [`${repositoryPath(repository)}/pulls`, '/-/search?q=is:pr'];
    const links = new Set<string>();
    for (const page of pages) {
      const html = await (await reader.app.request(page)).text();
      for (const [, href = ''] of html.matchAll(/href="([^"]*[?&]q=[^"]*)"/g)) {
        links.add(href.replaceAll('&amp;', '&'));
      }
    }
    expect([...links].join(' ')).toContain(`author%3A${author}`);
    const refused: string[] = [];
    for (const link of links) {
      const html = await (await reader.app.request(link)).text();
      refused.push(...(html.includes('Cannot search') ? [link] : []));
    }
    expect(refused).toEqual([]);
  });

  it('is read by commands that name its repositories and people', async () => {
    const run = async (...args: readonly string[]) => {
      const context = createRecordedContext({ env: { XDG_DATA_HOME: join(directory, 'data') } });
      const status = await runSatchel([...args], context);
      expect([args, status, context.err()]).toEqual([args, 0, expect.anything()]);
      return context.out();
    };
    const one = ['--db', store, '--limit', '1', '--json', 'author,repo'];
    const found = [{ author, repo: repository }];
    expect(JSON.parse(await run('pr', 'list', '--repo', repository, '--author', author, ...one))).toEqual(
      found,
    );
    const search = `is:pr repo:${repository} author:${author}`;
    expect(JSON.parse(await run('pr', 'list', '--search', search, ...one))).toEqual(found);
    expect(JSON.parse(await run('pr', 'view', `${repository}#1`, '--db', store, '--json'))).toMatchObject({
      author,
    });
    await run('repo', 'view', repository, '--db', store);
    await run('stats', '--repo', repository, '--db', store);
    const notes = ['--output', join(directory, 'notes'), '--json'];
    const dumped = await run('dump', 'markdown', '--repository', repository, '--db', store, ...notes);
    expect(JSON.parse(dumped)).toMatchObject({ documents: { pull_request: pulls } });
    await run('extract', store, join(directory, 'out'), '--repository', repository);
    expect(existsSync(join(directory, 'out', 'repositories', `${repository}.git`))).toBe(true);
  });
});

/** Follows redirects like a browser: the fragment is kept unless a redirect has its own. */
async function arriveAt(
  { app }: BrowseApp,
  start: string,
): Promise<{ readonly at: string; readonly html: string }> {
  let url = new URL(start, 'http://127.0.0.1');
  for (let hops = 0; hops < 5; hops += 1) {
    const response = await app.request(url.pathname + url.search);
    const location = response.headers.get('location');
    if (location === null) {
      return { at: url.pathname + url.search + url.hash, html: await response.text() };
    }
    const next = new URL(location, url);
    next.hash ||= url.hash;
    url = next;
  }
  throw new Error(`${start} leads in a circle`);
}
