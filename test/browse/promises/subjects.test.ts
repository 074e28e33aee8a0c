import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/store/database.ts';
import { type OpenApp, openApp } from '../support/open-app.ts';

const REPO = 'northquay-works/ferrylight';
const OTHER = 'yaryna-vitrolom/tidewatch';

const ALERT = JSON.stringify({
  html_url: 'https://service.example/alerts/1',
  security_advisory: { description: 'Pads *endlessly*.' },
  security_vulnerability: { vulnerable_version_range: '< 1.3.0' },
});
const PULLS = [
  ...[2, 7, 9, 11, 13].map((number) => `/${OTHER}/pull/${number}`),
  ...[5, 8, 9, 16, 17, 18, 21].map((number) => `/${REPO}/pull/${number}`),
];

let app: OpenApp;

beforeAll(async () => {
  app = await openApp({ isLater: true });
});

async function json<Facts>(path: string): Promise<Facts> {
  return JSON.parse(await app.page(path)) as Facts;
}

interface Commits {
  readonly commits: readonly { readonly id: string }[];
}

interface Named {
  readonly repo: string;
  readonly tag: string;
  readonly name: string;
}

interface Files {
  readonly difference: { readonly files: readonly unknown[] } | null;
}

describe('a pull request', () => {
  it.each(PULLS)('%s has counts on its tabs, which are those of its pages', async (path) => {
    const page = await app.page(path);
    const tabs = /<ul class="tabs"><li><a href="[^"]+\/pull\/\d+".*?<\/ul>/s.exec(page)?.[0] ?? '';
    const counts = [...tabs.matchAll(/<span class="count">(\d+)<\/span>/g)].map(([, count]) => Number(count));
    const { commits } = await json<Commits>(`${path}/commits.json`);
    const { difference } = await json<Files>(`${path}/files.json`);
    const said = page.match(/ id="(?:issuecomment|discussion_r)-?\d+"/g)?.length ?? 0;
    expect(counts[0]).toBeGreaterThanOrEqual(said);
    expect(counts.slice(1)).toEqual(difference === null ? [] : [commits.length, difference.files.length]);
    const files = await app.page(`${path}/files`);
    const [, lines = ''] = /changed: <span>(.*?)<\/span>(?:<span class="muted"|<\/p>)/s.exec(files) ?? [];
    expect(page).toContain(
      `<span>${lines}</span></p>\n<nav aria-label="Pull request">`.slice(lines === '' ? 13 : 0),
    );
    expect(files).toContain(`>Conversation <span class="count">${counts[0]}</span>`);
  });

  it('does not repeat the lines that its files show above a conversation', async () => {
    const pages = await Promise.all(PULLS.map((path) => app.page(`${path}/files`)));
    const placed = pages.flatMap((page) => page.match(/<td class="conversations".*?<\/td>/gs) ?? []);
    expect(placed.length).toBeGreaterThan(0);
    expect(placed.filter((cell) => cell.includes('class="hunk"'))).toEqual([]);
    const conversations = await Promise.all(PULLS.map((path) => app.page(path)));
    expect(conversations.some((page) => page.includes('class="hunk"'))).toBe(true);
  });

  it('has resolved conversations closed, with their text and the number of their comments', async () => {
    const pages = await Promise.all(PULLS.map((path) => app.page(path)));
    const resolved = pages.flatMap(
      (page) => page.match(/<details class="conversation" id="[^"]+"><summary[^>]*>.*?<\/details>/gs) ?? [],
    );
    expect(resolved.length).toBeGreaterThan(0);
    for (const conversation of resolved) {
      expect(conversation).toMatch(
        /<span class="tag">resolved.*?<span class="muted">\d+ comments?: <bdi>[^<]+<\/bdi><\/span><\/summary>/s,
      );
      expect(conversation).toContain('<article class="remark"');
    }
  });
});

describe('the page of changes', () => {
  it('names records by their titles, and those without one by that of their thread', async () => {
    const page = await app.page('/-/changes/1..2');
    expect(page).toMatch(
      /<h3>.*<a class="title" href="[^"]+\/issues\/3" data-item-link>Wrong sensor readings/,
    );
    expect(page).toMatch(/deleted<\/span> milestone <bdi>0?[^<#]+<\/bdi>/);
    const { subjects } = await json<{ subjects: readonly { title: string | null; kind: string }[] }>(
      '/-/changes/1..2.json',
    );
    expect(subjects.find(({ kind }) => kind === 'issue')?.title).toMatch(/^Wrong sensor readings/);
  });
});

describe('blame', () => {
  it('names the author of each commit, with a face', async () => {
    const page = await app.page(`/${OTHER}/blame/HEAD/README.md`);
    expect(page).toMatch(
      /<(?:a|span) class="who f\d" data-face="[^"]+"[^>]*><bdi>[^<]+<\/bdi><\/(?:a|span)>/,
    );
  });
});

describe('what was captured', () => {
  beforeAll(async () => {
    const { commits } = await json<Commits>(`/${OTHER}/commits.json`);
    const event = (id: number, type: string, payload: object) => [
      ...['https://api.service.example/', String(id), 'feed', type, 'yaryna-vitrolom', OTHER],
      JSON.stringify({ id, type, payload }),
    ];
    const times = ['2026-06-01T00:00:00Z', '2026-06-01T00:00:00Z', '2026-06-01T00:00:00Z'];
    const db = openDatabase(app.store, { readonly: false });
    const addEvent = db.prepare(
      `INSERT INTO events (service, id, feed, type, actor, repo, json, is_public, created_at, first_seen_at, last_seen_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?)`,
    );
    for (const row of [
      event(1, 'IssueCommentEvent', { issue: { number: 3 }, comment: { id: 7 } }),
      event(2, 'PullRequestEvent', { number: 9, pull_request: { number: 9 } }),
      event(3, 'PushEvent', { head: commits[0]?.id, ref: 'refs/heads/main' }),
      event(4, 'PushEvent', { head: '0'.repeat(40), ref: 'refs/heads/main' }),
      event(5, 'IssuesEvent', { issue: { number: 999 } }),
      event(6, 'WatchEvent', { action: 'started' }),
    ]) {
      addEvent.run(...row, ...times);
    }
    db.prepare(
      `INSERT INTO notifications (service, id, repo, type, title, subject_url, reason, is_unread, updated_at,
         first_seen_at, last_seen_at, json)
       VALUES ('s', '1', ?, 'Issue', 'What it was called then', 'https://api.service.example/repos/${OTHER}/issues/3',
         'mention', 1, ?, ?, ?, '{}')`,
    ).run(OTHER, ...times);
    db.prepare(
      `INSERT INTO alerts (service, repo, number, state, severity, ecosystem, package, manifest_path, ghsa_id, summary,
         created_at, updated_at, first_seen_at, last_seen_at, json)
       VALUES ('s', ?, ?, 'open', 'high', 'npm', 'left-pad', ?, 'G', 'S', ?, ?, ?, '2026-06-01T00:00:00Z', ?)`,
    ).run(OTHER, 1, 'README.md', ...times, ALERT);
    db.prepare(
      `INSERT INTO budgets (service, org, id, type, products, scope, entity_name, amount, consumed_amount,
         prevents_further_usage, first_seen_at, last_seen_at, json)
       VALUES ('s', 'northquay-works', '1', 'ProductPricing', '["actions","git_lfs_storage"]', 'repository', 'ferrylight', 1500,
         1600.5, 1, ?, ?, '{"budget_alerting":{"will_alert":true,"alert_recipients":["yaryna-vitrolom"]}}')`,
    ).run(...times.slice(1));
    db.prepare(
      `INSERT INTO gists (service, id, owner, description, is_public, files, languages, size_bytes, comments, created_at,
         updated_at, first_seen_at, last_seen_at, json)
       VALUES ('s', '0a1b', 'yaryna-vitrolom', 'Trim wicks', 0, '["wick.py","README.md"]', '["Python"]', 5, 2, ?, ?, ?,
         '2026-06-01T00:00:00Z', '{}')`,
    ).run(...times);
    const addStar = db.prepare(
      `INSERT INTO stars (service, repo, topics, stargazers, is_private, is_archived, is_fork, starred_at,
         first_seen_at, last_seen_at, json)
       VALUES ('s', ?, '[]', 7, 0, 1, 0, ?, ?, ?, '{}')`,
    );
    addStar.run(OTHER, ...times);
    addStar.run('someone/elsewhere', ...times);
    db.close();
  });

  it.each([
    ['events', `<a class="title" href="/${OTHER}/issues/3">Wrong sensor readings`],
    ['events', `</a> <a class="plainly" href="/${OTHER}/issues/3#issuecomment-7">commented</a>`],
    ['events', `<a class="title" href="/${OTHER}/pull/9">`],
    ['events', `pushed 1 commit to main: <a href="/${OTHER}/commit/`],
    ['events', 'pushed 1 commit to main: <span class="mono">0000000</span>'],
    ['events', '<span class="title">#999</span>'],
    ['events', '</a> starred this repository</span>'],
    ['events', '<h2>1 Jun 2026</h2>'],
    ['events', '<time datetime="2026-06-01T00:00:00Z" title="1 Jun 2026, 00:00 UTC">00:00</time>'],
    ['events', 'href="/yaryna-vitrolom">yaryna-vitrolom</a>'],
    ['notifications', `<a class="title" href="/${OTHER}/issues/3">What it was called then</a>`],
    ['notifications', 'The inbox of <a class="who" href="/yaryna-vitrolom">yaryna-vitrolom</a>.'],
    [
      'notifications',
      'Last read from the service on <time datetime="2026-06-01T00:00:00Z">1 Jun 2026, 00:00 UTC</time>.',
    ],
    ['notifications', '<li data-item class="unread"><span class="state'],
    ['notifications', 'Unread <span class="count">1</span>'],
    ['alerts', `<a href="/${OTHER}/blob/HEAD/README.md">README.md</a>`],
    [
      'alerts',
      `<a class="title" href="/-/captures/alerts?repo=${OTHER.replace('/', '%2F')}&amp;alert=1">S</a>`,
    ],
    ['alerts', '&amp;alert=1">alert #1</a>'],
    [
      'alerts',
      '<summary>About this vulnerability</summary><div class="prose" dir="auto"><p>Pads <em>endlessly</em>.</p>',
    ],
    ['alerts', '<a href="/-/captures/alerts?severity=high"><strong>1</strong> high</a>'],
    ['alerts', '<li class="severity none"><span><strong>0</strong> critical</span></li>'],
    ['budgets', `the repository <a href="/${REPO}">ferrylight</a>`],
    ['budgets', '>Actions, Git LFS storage</span></th>'],
    ['budgets', '<td data-name="Limit" class="number">$1,500</td>'],
    ['budgets', '$1,600.50 (107 %)<meter class="meter over" max="1500" value="1600.5"'],
    ['budgets', '1 budget used up.'],
    ['budgets', '</span> usage stops</span></td>'],
    ['budgets', 'to <a class="who" href="/yaryna-vitrolom">yaryna-vitrolom</a>'],
    ['gists', '<h1>Gists <span class="count">1</span></h1>'],
    ['gists', '<bdi>wick.py</bdi></span> <span class="muted">and <bdi>README.md</bdi>'],
    ['gists', '<p class="snippet" dir="auto">Trim wicks</p>'],
    ['gists', '<span>Python</span> <span>2 comments at the service</span>'],
    ['gists', '<span class="tag">secret</span>'],
    ['gists', '<span>not cloned'],
    ['gists', '<a class="who" href="/yaryna-vitrolom">yaryna-vitrolom</a>'],
    ['stars', 'starred <time datetime="2026-06-01T00:00:00Z"'],
    [
      'stars',
      `<a class="title" href="/${OTHER}"><bdi>${OTHER.replace('/', '/<wbr>')}</bdi></a> <span class="tag">archived</span>`,
    ],
    ['stars', '<span>in the archive</span>'],
    ['events', '<h1>Events <span class="count">'],
    ['events', 'href="/-/captures/events?type='],
    ['stars', '<h1>Stars <span class="count">2</span></h1>'],
    [
      'stars',
      'The repositories that <a class="who" href="/yaryna-vitrolom">yaryna-vitrolom</a> has starred. Those that were cloned',
    ],
    ['stars', '<span class="title"><bdi>someone/<wbr>elsewhere</bdi></span>'],
    ['alerts', '<li><a href="/-/captures/alerts" aria-current="page">Alerts</a></li>'],
    ['notifications', '<details class="refine" data-control><summary>Refine</summary><div class="facets">'],
  ])('%s link to what they are about: %s', async (kind, expected) => {
    const page = await app.page(`/-/captures/${kind}`);
    expect(page).toContain(expected);
    const main = /<main.*<\/main>/s.exec(page)?.[0] ?? '';
    for (const [, path = ''] of main.matchAll(/href="(\/[^"]+)"/g)) {
      const asked = path.replace(/#.*/, '').replaceAll('&amp;', '&');
      expect([path, (await app.request(asked)).status]).toEqual([path, 200]);
    }
  });

  it('narrows stars to a language', async () => {
    expect(await app.page('/-/captures/stars')).not.toContain('<h2>Languages</h2>');
    const db = openDatabase(app.store, { readonly: false });
    const set = db.prepare('UPDATE stars SET language = ? WHERE repo = ?');
    set.run('Rust', OTHER);
    set.run('C++', 'someone/elsewhere');
    db.close();
    const page = await app.page('/-/captures/stars');
    const [, href = ''] = /<a href="([^"]+)" title="C\+\+">/.exec(page) ?? [];
    const narrowed = await app.page(href);
    expect(narrowed).toContain('<h1>Stars <span class="count">1</span></h1>');
    expect(narrowed).toContain('someone/<wbr>elsewhere');
    expect(narrowed).not.toContain(OTHER.replace('/', '/<wbr>'));
    expect(narrowed).toContain('<a href="/-/captures/stars" aria-current="true" title="C++">');
    expect(await app.page('/-/captures/stars?language=Ada')).toContain('None of them match.');
  });

  it('gathers the events of a thread', async () => {
    const page = await app.page('/-/captures/events');
    const groups = page.match(/<li data-item>.*?<\/ul><\/li>/gs) ?? [];
    const ofRepository = groups.filter((group) => group.includes(`>${OTHER}</a></span><span></span>`));
    expect(ofRepository).toHaveLength(1);
    expect(ofRepository[0]?.match(/<time /g)).toHaveLength(3);
  });

  it('shows the open alerts first, of these the critical ones, and those that are chosen', async () => {
    const db = openDatabase(app.store, { readonly: false });
    const add = db.prepare(
      `INSERT INTO alerts (service, repo, number, state, severity, ecosystem, package, manifest_path, ghsa_id, summary,
         created_at, updated_at, dismissed_at, dismissed_by, dismissed_reason, first_seen_at, last_seen_at, json)
       VALUES ('s', ?, ?, ?, ?, 'npm', 'p', 'package.json', 'G', ?, ?, ?, '2026-05-02T00:00:00Z', 'mira', 'no_bandwidth', ?, ?, '{}')`,
    );
    const at = '2020-01-01T00:00:00Z';
    add.run(OTHER, 2, 'dismissed', 'critical', 'Over', ...[at, at, at, at]);
    add.run(OTHER, 3, 'open', 'critical', 'Worst', ...[at, at, at, at]);
    add.run(OTHER, 4, 'open', 'low', 'Least', ...[at, at, at, at]);
    db.close();
    const summaries = async (query: string) =>
      [...(await app.page(`/-/captures/alerts${query}`)).matchAll(/<a class="title"[^>]*>([^<]+)</g)].map(
        ([, text]) => text,
      );
    expect(await summaries('')).toEqual(['Worst', 'S', 'Least']);
    expect(await summaries('?state=all')).toEqual(['Worst', 'S', 'Least', 'Over']);
    expect(await summaries('?state=open&severity=low')).toEqual(['Least']);
    expect(await summaries('?state=dismissed')).toEqual(['Over']);
    const page = await app.page('/-/captures/alerts');
    expect(page).toContain(
      '<a href="/-/captures/alerts?state=dismissed">Dismissed <span class="count">1</span></a>',
    );
    expect(page).toContain(
      '<a href="/-/captures/alerts" aria-current="true">Open <span class="count">3</span></a>',
    );
    const low = await app.page('/-/captures/alerts?severity=low');
    expect(low).toMatch(/severity=low"[^>]*>Open <span class="count">1<.*>All <span class="count">1</);
    expect(low).toContain('Only those of low severity. <a href="/-/captures/alerts">Show all severities</a>');
    expect(await app.page('/-/captures/alerts?state=all')).toMatch(
      /dismissed<\/span> <time[^>]+>2 May 2026<\/time> by .*mira<\/span>: no bandwidth/,
    );
    expect(await app.page('/-/captures')).toContain(
      '<a class="severity critical" href="/-/captures/alerts?state=open&amp;severity=critical">1 critical</a>',
    );
  });

  it('has the time of the last capture once on the page of all, and that of a kind which was not read then', async () => {
    const times = async () =>
      [
        ...(await app.page('/-/captures')).matchAll(
          /Last read from the service on <time datetime="([^"]+)">/g,
        ),
      ].map(([, at]) => at);
    expect(await times()).toEqual(['2026-06-01T00:00:00Z']);
    const db = openDatabase(app.store, { readonly: false });
    const set = db.prepare('UPDATE gists SET last_seen_at = ?');
    set.run('2026-05-01T00:00:00Z');
    expect(await times()).toEqual(['2026-06-01T00:00:00Z', '2026-05-01T00:00:00Z']);
    set.run('2026-06-01T00:00:00Z');
    db.close();
  });

  it('narrows stars to a topic, and says what cannot be read here only if there is such', async () => {
    const db = openDatabase(app.store, { readonly: false });
    db.prepare('UPDATE stars SET topics = ? WHERE repo = ?').run('["tides","c#"]', OTHER);
    db.close();
    const page = await app.page('/-/captures/stars');
    expect(page).toMatch(/<span>in the archive<\/span>.*?<a class="topic" href="[^"]+">tides<\/a>/);
    expect(page).toContain('the others are only at the service');
    const narrowed = await app.page('/-/captures/stars?topic=c%23');
    expect(page).toContain('href="/-/captures/stars?topic=c%23"');
    expect(narrowed.match(/<li data-item/g)).toHaveLength(1);
    expect(narrowed).toContain('Only those with the topic c#. <a href="/-/captures/stars">Show all</a>');
    expect(narrowed).not.toContain('the others are only at the service');
    expect(narrowed).not.toContain('<h2>Languages</h2>');
  });

  it('shows the alerts of one vulnerability together', async () => {
    const db = openDatabase(app.store, { readonly: false });
    const add = db.prepare(
      `INSERT INTO alerts (service, repo, number, state, severity, ecosystem, package, manifest_path, ghsa_id, summary,
         created_at, updated_at, first_seen_at, last_seen_at, json)
       VALUES ('s', ?, ?, 'open', 'medium', 'npm', 'p', 'package.json', ?, ?, ?, ?, ?, ?, '{}')`,
    );
    const at = (day: number) => Array.from({ length: 4 }, () => `2020-01-0${day}T00:00:00Z`);
    add.run(OTHER, 11, 'G-1', 'Slow', ...at(3));
    add.run(OTHER, 12, 'G-2', 'Leaky', ...at(2));
    add.run(REPO, 13, 'G-1', 'Slow', ...at(1));
    db.close();
    const page = await app.page('/-/captures/alerts?severity=medium');
    const cards = page.match(/<li data-item>.*?<\/li>(?=<li data-item>|<\/ol>)/gs) ?? [];
    expect(cards.map((card) => /class="title"[^>]*>([^<]+)</.exec(card)?.[1])).toEqual(['Slow', 'Leaky']);
    expect(await app.page('/-/captures')).toContain('severity=medium">3 medium</a>');
    expect(cards[0]).toContain('2 alerts');
    expect(cards[0]?.match(/since <time/g)).toHaveLength(2);
    expect(cards[1]).toContain('no fixed version yet');
  });

  it('shows one alert alone with its description open, and narrows alerts to a repository', async () => {
    const one = await app.page(`/-/captures/alerts?repo=${OTHER}&alert=1`);
    expect(one).toContain('<h1 dir="auto">S <span class="number-of">#1</span></h1>');
    expect(one).toMatch(
      /<header class="thread-head">.*<span class="state state-open"><svg.*?<\/svg>open<\/span>/s,
    );
    expect(one).toMatch(
      /aria-label="Breadcrumb">.*<a href="[^"]+&amp;state=all">Alerts<\/a>.*Alert #1<.*<\/nav>/s,
    );
    expect(one).toContain('<dt>Affected versions</dt><dd><code>&lt; 1.3.0</code></dd>');
    expect(one).toContain(
      '<a href="https://service.example/alerts/1" rel="noreferrer noopener">The original at',
    );
    expect(await app.page(`/-/captures/alerts?repo=${OTHER}&alert=999`, 404)).toContain(
      'it is not among the ',
    );
    const all = await app.page('/-/captures/alerts');
    const [, href = ''] =
      new RegExp(`<a href="([^"]+)" title="${REPO}"><span>${REPO}</span></a><span class="count">1<`).exec(
        all,
      ) ?? [];
    const narrowed = await app.page(href.replaceAll('&amp;', '&'));
    expect(narrowed.match(/<li data-item/g)).toHaveLength(1);
    expect(narrowed).toContain(`<a href="/-/captures/alerts" aria-current="true" title="${REPO}">`);
  });

  it('narrows notifications to a reason or a repository, and names the type of each', async () => {
    const db = openDatabase(app.store, { readonly: false });
    db.prepare(
      `INSERT INTO notifications (service, id, repo, type, title, reason, is_unread, updated_at, first_seen_at, last_seen_at, json)
       VALUES ('s', '2', ?, 'Release', 'Out now', 'subscribed', 0, '2026-06-01T00:00:00Z', '2026-06-01T00:00:00Z',
         '2026-06-01T00:00:00Z', '{}')`,
    ).run(REPO);
    db.close();
    const page = await app.page('/-/captures/notifications');
    expect(page).toContain(
      '<a href="/-/captures/notifications?reason=subscribed" title="You watch the repository"><span>You watch the repository</span></a><span class="count">1</span>',
    );
    expect(page).toContain(`title="${REPO}"><span>${REPO}</span></a><span class="count">1</span>`);
    expect(page).toMatch(/issue <a href="[^"]+">yaryna-vitrolom\/tidewatch<\/a><a href="[^"]+">#3</);
    const some = await app.page('/-/captures/notifications?reason=subscribed');
    expect(some).toContain('Out now');
    expect(some).not.toContain('What it was called then');
    expect(some).toContain('All <span class="count">1</span>');
  });

  it('links notifications to releases, alerts and repositories, if the store has them', async () => {
    const db = openDatabase(app.store, { readonly: false });
    const named = db
      .prepare('SELECT repo, tag_name AS tag, name FROM releases WHERE name <> tag_name LIMIT 1')
      .get() as Named;
    const add = db.prepare(
      `INSERT INTO notifications (service, id, repo, type, title, subject_url, reason, is_unread, updated_at, first_seen_at, last_seen_at, json)
       VALUES ('s', ?, ?, ?, ?, ?, 'ci_activity', 0, '2026-06-02T00:00:00Z', '2026-06-01T00:00:00Z', '2026-06-01T00:00:00Z', '{}')`,
    );
    const url = `https://api.service.example/repos/${named.repo}`;
    add.run('10', named.repo, 'Release', 'By its tag', `${url}/releases/tags/${named.tag}`);
    add.run('11', named.repo, 'Release', named.name, `${url}/releases/77`);
    add.run('12', OTHER, 'RepositoryDependabotAlertsThread', 'By its number', `${url}/dependabot/alerts/1`);
    add.run('13', OTHER, 'RepositoryVulnerabilityAlert', 'Of a repository', null);
    add.run('14', OTHER, 'RepositoryDependabotAlertsThread', 'Gone', `${url}/dependabot/alerts/999`);
    add.run('15', REPO, 'RepositoryInvitation', 'An invitation', `${url}/invitations`);
    add.run('16', 'no/where', 'Release', 'Elsewhere', `${url}/releases/tags/v1`);
    add.run('17', OTHER, 'CheckSuite', 'A run failed', `${url}/check-suites`);
    db.close();
    const page = await app.page('/-/captures/notifications?reason=ci_activity');
    const paths = new Map(
      [...page.matchAll(/<(?:a|span) class="title"(?: href="([^"]+)")?>([^<]+)</g)].map(([, path, text]) => [
        text,
        path,
      ]),
    );
    const release = `/${named.repo}/releases/tag/${named.tag}`;
    const repo = OTHER.replace('/', '%2F');
    expect(Object.fromEntries(paths)).toEqual({
      'By its tag': release,
      [named.name]: release,
      'By its number': `/-/captures/alerts?repo=${repo}&amp;alert=1`,
      'Of a repository': `/-/captures/alerts?repo=${repo}&amp;state=all`,
      Gone: undefined,
      'An invitation': `/${REPO}`,
      Elsewhere: undefined,
      'A run failed': undefined,
    });
    expect((await app.request(release)).status).toBe(200);
    expect(page).toContain(`<span>workflow run <a href="/${OTHER}">${OTHER}</a></span>`);
    expect(page).toContain('<span>release no/where</span>');
  });

  it('shows unread notifications alone, and the choice where none matches', async () => {
    expect(await app.page('/-/captures/notifications?is=unread')).toContain('What it was called then');
    expect(await app.page('/-/captures/alerts?state=fixed')).toContain('None of them match.');
  });
});
