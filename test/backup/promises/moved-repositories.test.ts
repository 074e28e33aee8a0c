import { cp, mkdir, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { createBrowseApp } from '../../../src/browse/create-browse-app.ts';
import { openStore } from '../../../src/store/store.ts';
import { itLong, sampled } from '../../house/long-only.ts';
import {
  addRepository,
  deleteRepository,
  type MovingService,
  moveRepository,
  namesIn,
  openMovingService,
} from '../support/moving-service.ts';

async function open(...args: Parameters<typeof openMovingService>): Promise<MovingService> {
  const service = await openMovingService(...args);
  onTestFinished(() => service.close());
  return service;
}

/** Rows of the store, each as a list of texts. */
function rows({ vault }: MovingService, sql: string, path = join(vault, 'store.db')): readonly string[] {
  const store = openStore(path);
  try {
    return [...store.query(sql).rows].map((row) => [...row].map(String).join(' '));
  } finally {
    store.close();
  }
}

/** The names of the repositories in the store, and of those that its issues belong to. */
function stored(service: MovingService): readonly string[] {
  const repositories = rows(service, 'SELECT repo FROM repositories ORDER BY repo');
  expect(repositories).toEqual(
    expect.arrayContaining([...rows(service, 'SELECT DISTINCT repo FROM issues')]),
  );
  return repositories;
}

/** The number of issues that the service has now in these repositories. */
function issuesAt({ world }: MovingService, names: readonly string[]): number {
  return world.contents
    .filter(({ repository }) => names.includes(repository))
    .reduce((sum, { issues }) => sum + issues.length, 0);
}

interface Counted {
  readonly kind: string;
  readonly added: number;
  readonly vanished: number;
}

interface Month {
  readonly issues_opened: number;
}

/** Whether the last change of a record is not that it vanished. */
function isThere(history: readonly { readonly change: string }[]): boolean {
  return history.length > 0 && history.at(-1)?.change !== 'vanished';
}

/** Expects that every way to read the store has the same issues: those of these repositories at the service. */
async function expectIssues(service: MovingService, names: readonly string[]): Promise<void> {
  const first = rows(service, 'SELECT id FROM snapshots ORDER BY position')[0] ?? '';
  const [before = ''] = rows(
    service,
    "SELECT json_extract(counts, '$.issue') FROM snapshots ORDER BY position",
  );
  const urls = rows(service, 'SELECT url FROM issues ORDER BY url');
  const traced = sampled(urls, 3);
  const [listed, searched, stated, stats, compared, ...histories] = await Promise.all([
    service.read(['issue', 'list', '--state', 'all', '--limit', '1000', '--json', 'repo']),
    service.read(['search', 'is:issue', '--limit', '1000', '--csv', '--fields', 'repo']),
    service.read(['query', 'SELECT count(*) FROM issues', '--raw']),
    service.read(['stats', '--json']),
    service.read(['diff', first, 'latest', '--json']),
    ...traced.map((url) => service.read(['history', url, '--json'])),
  ]);
  const { counts }: { counts: readonly Counted[] } = JSON.parse(compared.out);
  const change = counts
    .filter(({ kind }) => kind === 'issue')
    .reduce((sum, { added, vanished }) => sum + added - vanished, 0);
  const months: readonly Month[] = JSON.parse(stats.out)['activity-by-month'];
  const count = issuesAt(service, names);
  expect({
    stored: urls.length,
    listed: JSON.parse(listed.out).length,
    searched: searched.out.trim().split(/\r?\n/).length - 1,
    queried: Number(stated.out),
    opened: months.reduce((sum, month) => sum + month.issues_opened, 0),
    compared: Number(before) + change,
    vanished: histories.filter(({ out }) => !isThere(JSON.parse(out))).length,
    browsed: await countBrowsed(service, rows(service, 'SELECT repo FROM repositories')),
  }).toEqual({
    stored: count,
    listed: count,
    searched: count,
    queried: count,
    opened: count,
    compared: count,
    vanished: 0,
    browsed: count,
  });
}

/** The number of issues in the lists of the reader. */
async function countBrowsed(
  { vault, clock }: MovingService,
  repositories: readonly string[],
): Promise<number> {
  const { app, close } = createBrowseApp({
    store: join(vault, 'store.db'),
    clock,
    searchPath: '',
    onError: (error) => expect.fail(String(error)),
  });
  try {
    const lists = await Promise.all(
      repositories.map(async (repo) => {
        const list = await app.request(`/${repo}/issues.json?q=+&per_page=100`);
        return ((await list.json()) as { readonly threads: readonly unknown[] }).threads;
      }),
    );
    return lists.flat().length;
  } finally {
    await close();
  }
}

/** Expects a static site with a page for each issue of the store, and no other. */
async function expectSite(service: MovingService): Promise<void> {
  const site = join(service.directory, 'site');
  const db = join(service.vault, 'store.db');
  // Its pages of commits need git, which runs in real time.
  const real = { env: { PATH: process.env['PATH'] }, clock: createSystemClock() };
  const written = await service.run(['site', site, '--include-private', '--db', db], real);
  expect(written.err).not.toContain('could not be shown');
  expect(written.status).toBe(0);
  const pages = (await readdir(site, { recursive: true })).filter((path) => ISSUE_PAGE.test(path));
  const names = pages.map((path) => path.replace('/index.html', ''));
  expect(names.toSorted()).toEqual(
    rows(service, "SELECT repo || '/issues/' || number FROM issues").toSorted(),
  );
}

/** Rebuilds the store from its archives; returns the names of all records. */
async function rebuild(service: MovingService, ...flags: readonly string[]): Promise<readonly string[]> {
  const { status, err } = await service.run(['vault', 'rebuild', '--vault', service.vault, ...flags]);
  expect({ status, err }).toMatchObject({ status: 0 });
  return rows(service, STATE);
}

const ISSUE_PAGE = /issues\/\d+\/index\.html$/;

describe('a backup of the whole account', () => {
  it('finds a renamed repository under its new name alone, in all that is read', async () => {
    const service = await open();
    const [first = '', ...others] = namesIn(service.world);
    const moved = `${first.split('/')[0]}/ship`;
    expect((await service.backup('--exclude-git-data')).status).toBe(0);
    expect(stored(service)).toEqual([first, ...others].toSorted());
    const before = service.world;
    await service.become(moveRepository(before, first, moved));
    expect((await service.backup('--exclude-git-data')).status).toBe(0);
    expect(stored(service)).toEqual([moved, ...others].toSorted());
    const { out } = await service.read(['diff', '1', '2']);
    expect(out).toContain(`Renamed ${first} to ${moved}`);
    expect(out).not.toMatch(/^(?:vanished|added)|^changed (?!repository)|wiki_url/m);
    await expectIssues(service, [moved, ...others]);
    // A new repository takes the former name.
    await service.become(addRepository(service.world, before, first));
    const third = await service.backup('--exclude-git-data');
    expect(third.status, third.err).toBe(0);
    expect(stored(service)).toEqual([first, moved, ...others].toSorted());
    const renamed = (await service.read(['diff', '1', '3'])).out;
    expect(renamed).toContain(`Renamed ${first} to ${moved}`);
    expect(renamed).not.toMatch(/^vanished/m);
    await expectIssues(service, [first, moved, ...others]);
    const rebuilt = rows(service, STATE);
    expect(await rebuild(service, '--fresh')).toEqual(rebuilt);
    expect((await service.read(['diff', 'previous', 'latest'])).out).not.toMatch(/^vanished/m);
    // An archive that comes back later belongs between the others.
    const away = join(service.directory, 'away');
    const [, second = ''] = (await readdir(join(service.vault, 'archives'))).toSorted();
    for (const name of [join('archives', second), join('manifests', `${second}.json`)]) {
      await mkdir(dirname(join(away, name)), { recursive: true });
      await rename(join(service.vault, name), join(away, name));
    }
    const { status } = await service.run(['vault', 'rebuild', '--vault', service.vault, '--fresh']);
    expect(status).toBe(3); // The journal knows of it.
    await cp(away, service.vault, { recursive: true });
    expect(await rebuild(service)).toEqual(rebuilt);
    expect(rows(service, 'SELECT id FROM snapshots ORDER BY position')).toEqual(['1', '3', '2']);
    await expectIssues(service, [first, moved, ...others]);
  });

  it('finds a repository that is locked, or public now, where it was', async () => {
    const service = await open();
    const names = namesIn(service.world);
    expect((await service.backup('--exclude-git-data', '--lock-repositories')).status).toBe(0);
    await service.become({
      ...service.world,
      repositories: service.world.repositories.map((each) => ({ ...each, isPrivate: !each.isPrivate })),
    });
    expect((await service.backup('--exclude-git-data')).status).toBe(0);
    expect(stored(service)).toEqual(names.toSorted());
    const { out } = await service.read(['diff', '1', '2']);
    expect(out).toMatch(/^changed repository/m);
    expect(out).not.toMatch(/^(?:added|vanished)|^Renamed/m);
    await expectIssues(service, names);
  });

  it('lets a deleted repository vanish, and keeps its history', async () => {
    const service = await open();
    const [first = '', ...others] = namesIn(service.world);
    expect((await service.backup()).status).toBe(0);
    const [url = ''] = rows(service, `SELECT url FROM issues WHERE repo = '${first}'`);
    await service.become(deleteRepository(service.world, first));
    const { status, err } = await service.backup();
    expect(err).toMatch(/Much less than .*repositories fell from \d+ to \d+/); // As long as it may be a mistake.
    expect(status).toBe(3);
    expect(stored(service)).toEqual(others.toSorted());
    const { out } = await service.read(['diff', '1', '2']);
    expect(out).toContain(`vanished issue ${url}`);
    expect((await service.read(['history', url])).out).toContain('Issue deleted between ');
    await expectIssues(service, others);
    await expectSite(service);
  });

  it('keeps a repository that was excluded or failed, also under its former name', async () => {
    const service = await open({ repositories: 7 });
    const [first = '', second = '', ...others] = namesIn(service.world);
    expect(others.length).toBeGreaterThan(1);
    const all = [first, second, ...others].toSorted();
    const backup = async (...args: readonly string[]) => await service.backup('--exclude-git-data', ...args);
    expect((await backup('--split', '1')).status).toBe(0);
    await backup('--except', first);
    expect(stored(service)).toEqual(all);
    const owner = first.split('/')[0];
    await service.become(moveRepository(service.world, first, `${owner}/ship`), { failing: [second] });
    await backup('--except', `${owner}/ship`, '--split', '1');
    expect(stored(service)).toEqual(all);
    const [third = ''] = others;
    await service.become(deleteRepository(service.world, third), { failing: [second] });
    await backup('--split', '1', '--except', `${owner}/ship`);
    expect(stored(service)).toEqual(all.filter((name) => name !== third));
    await service.become(moveRepository(service.world, second, `${owner}/Second`), {
      failing: [`${owner}/Second`],
    });
    await backup('--split', '1');
    expect(stored(service)).toEqual(
      [`${owner}/ship`, second, ...others.filter((name) => name !== third)].toSorted(),
    );
    const rebuilt = rows(service, STATE);
    expect(await rebuild(service, '--fresh')).toEqual(rebuilt);
  });

  itLong('follows a repository to another owner and back, and to a name in another case', async () => {
    const service = await open();
    const [first = '', ...others] = namesIn(service.world);
    const { login } = service.world.organization;
    const organized = namesIn(service.world, login);
    expect((await service.backup()).status).toBe(0);
    expect((await service.backup('--org', login)).status).toBe(0);
    expect(stored(service)).toEqual([first, ...others, ...organized].toSorted());
    await service.become(moveRepository(service.world, first, `${login}/guest`));
    // The organization's backup shows that the account's repository was transferred.
    await service.backup('--org', login);
    expect(stored(service)).toEqual([...others, `${login}/guest`, ...organized].toSorted());
    expect((await service.read(['diff', '2', '3'])).out).toContain(`Renamed ${first} to ${login}/guest`);
    await service.become(moveRepository(service.world, `${login}/guest`, first.toUpperCase()));
    await service.backup('--org', login);
    expect(stored(service)).toEqual([...others, ...organized].toSorted());
  });
});

/** The names of all records. */
const STATE = "SELECT 'r', url FROM repositories UNION ALL SELECT 'i', url FROM issues ORDER BY 1, 2";
