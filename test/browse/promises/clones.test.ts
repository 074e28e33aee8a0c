import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { CLONE_PAGES } from '../../../src/browse/code-pages.table.ts';
import { createBrowseApp } from '../../../src/browse/create-browse-app.ts';
import { createPageMatcher } from '../../../src/browse/match-page.ts';
import { PAGES } from '../../../src/browse/pages.table.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { asOurs, git } from '../../git/support/make-repository.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { type OpenApp, openApp } from '../support/open-app.ts';

const GIST = '/-/gists/0123abcd';
const STAR = '/-/stars/acme/lantern';

let app: OpenApp;
let id: string;

/** Commits a file and puts the clone in its place, as a backup would. */
function keepClone(path: string, content: string): string {
  const root = temporaryFolder();
  const work = join(root, 'work');
  git(root, 'init', '-q', '-b', 'main', work);
  writeFileSync(join(work, 'wick.py'), content);
  git(work, 'add', '.');
  git(work, 'commit', '-q', '-m', 'Keep the wick');
  git(root, 'clone', '-q', '--mirror', work, join(root, 'bare'));
  const place = join(dirname(app.store), 'work.files/clones', path);
  mkdirSync(dirname(place), { recursive: true });
  cpSync(asOurs(join(root, 'bare')), place, { recursive: true });
  return git(work, 'rev-parse', 'HEAD');
}

beforeAll(async () => {
  app = await openApp();
  id = keepClone('gists/0123abcd.git', 'print("wick")\n');
  keepClone('stars/acme/lantern.git', 'print("star")\n');
}, 60_000);

/** An address of each page of a clone. */
const addressesOf = (home: string) => [
  home,
  ...[
    ...[
      'tree/main',
      'blob/main/wick.py',
      'raw/main/wick.py',
      'blame/main/wick.py',
      'lines/main/wick.py?line=1',
    ],
    ...[
      'commits',
      'commits/main',
      `commit/${id}`,
      `commit/${id}.diff`,
      `commit/${id}.patch`,
      'branches',
      'tags',
    ],
    ...[
      'compare',
      'compare/main...main',
      'compare/main...main.diff',
      'compare/main...main.patch',
      'find/main',
    ],
    'archive/main.zip',
  ].map((path) => `${home}/${path}`),
];

describe('clones of gists and starred repositories', () => {
  it('have all pages of code, each linked only to its own', async () => {
    const match = createPageMatcher(PAGES);
    const asked = addressesOf(GIST);
    const rows = new Set(asked.map((path) => match(path.replace(/\?.*/, ''))?.row.name));
    expect(CLONE_PAGES.map(({ name }) => name).filter((name) => !rows.has(name))).toEqual([]);
    for (const path of asked) {
      const response = await app.request(path);
      const text = await response.text();
      expect([path, response.status]).toEqual([path, 200]);
      expect(text.match(/href="\/-%2F[^"]*/g) ?? []).toEqual([]);
    }
    expect(await app.page(GIST)).toContain('>print</span>(');
    expect(await app.page(STAR)).toContain('<h1 dir="auto">acme/lantern');
    const crumb = /<nav aria-label="Breadcrumb">.*?<\/nav>/s;
    expect(crumb.exec(await app.page(`${GIST}/blob/main/wick.py`))?.[0]).toContain(
      '<li aria-current="page"><bdi>wick.py</bdi></li>',
    );
    expect(crumb.exec(await app.page(`${GIST}/commits`))?.[0]).not.toContain('aria-current');
  });

  it('say what the list of stars says, and what a clone lacks', async () => {
    const db = openDatabase(app.store, { readonly: false });
    db.prepare(
      `INSERT INTO stars (service, repo, language, topics, stargazers, is_private, is_archived, is_fork, starred_at,
         first_seen_at, last_seen_at, json)
       VALUES ('s', 'acme/lantern', 'Python', '["light"]', 7, 0, 0, 0, @at, @at, @at, '{}')`,
    ).run({ at: '2026-06-01T00:00:00Z' });
    db.close();
    const page = await app.page(STAR);
    expect(page).toContain(
      '<span>Python</span> <span>7 stars</span> <a class="topic" href="/-/captures/stars?topic=light">light</a> · starred <time datetime="2026-06-01',
    );
    expect(page).toContain('releases of starred repositories are not kept');
    expect(await app.page(`${STAR}/tree/main`)).toContain('<title>acme/lantern at main · Satchel</title>');
    const { results } = JSON.parse(await app.page('/-/suggest?q=lant'));
    expect(results[0]).toMatchObject({ title: 'acme/lantern', href: STAR, where: 'starred repository' });
  });

  it('show what a backup has brought since', async () => {
    expect(await app.page(`${STAR}/commits`)).not.toContain('Trim it');
    const folder = join(dirname(app.store), 'work.files/clones/stars/acme/lantern.git');
    const commit = git(folder, 'commit-tree', '-p', 'main', '-m', 'Trim it', 'main^{tree}');
    git(folder, 'update-ref', 'refs/heads/main', commit);
    expect(await app.page(`${STAR}/commits`)).toContain('Trim it');
  });

  it.each([
    '/-/gists/none',
    '/-/gists/..',
    '/-/gists/..%2F..%2Fgit',
    '/-/gists/%2e%2e%2fstars%2facme%2flantern',
    '/-/stars/..%2Fgists/0123abcd',
    '/-/stars/acme/..%2Flantern',
    '/gists/0123abcd',
  ])('are found by their own names only: %s', async (path) => {
    await app.page(path, 404);
    await app.page(`${path}/tree/main`, 404);
  });

  it('are not in a reader that is confined to an owner', async () => {
    const confined = createBrowseApp({
      ...{ store: app.store, owners: ['northquay-works'], clock: createSystemClock() },
      searchPath: process.env['PATH'] ?? '',
    });
    onTestFinished(confined.close);
    for (const path of [...addressesOf(GIST), ...addressesOf(STAR)]) {
      const response = await confined.app.request(path);
      expect([path, response.status, /print(?:<.span>)?\(/.test(await response.text())]).toEqual([
        path,
        404,
        false,
      ]);
    }
  });
});
