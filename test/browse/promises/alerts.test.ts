import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/store/database.ts';
import { parseHtml } from '../markdown/support/parse-html.ts';
import { type OpenApp, openApp } from '../support/open-app.ts';

const REPO = 'yaryna-vitrolom/tidewatch';
const OTHER = 'northquay-works/ferrylight';
const AT = '2026-06-01T00:00:00Z';
const SERVICE = 'https://service.example';
const LIST = `/-/captures/alerts?repo=${encodeURIComponent(REPO)}`;

const RECORD = {
  html_url: `${SERVICE}/${REPO}/security/depmonitor/3`,
  dependency: { package: { ecosystem: 'npm', name: 'left-pad' }, scope: 'development' },
  dismissed_comment: 'Never *reached* from our code',
  assignees: [{ login: 'yaryna-vitrolom' }, { login: 'somebody-else' }],
  security_vulnerability: { vulnerable_version_range: '>= 1.0, < 1.3.0' },
  security_advisory: {
    description: 'Pads *endlessly*.',
    cvss: { vector_string: 'CVSS:3.1/AV:N', score: 7.5 },
    cvss_severities: {
      cvss_v3: { vector_string: 'CVSS:3.1/AV:N', score: 7.5 },
      cvss_v4: { vector_string: 'CVSS:4.0/AV:N', score: 8.7 },
    },
    epss: { percentage: 0.0854, percentile: '0.29223e0' },
    cwes: [{ cwe_id: 'CWE-1333', name: 'Inefficient Regular Expression Complexity' }],
    identifiers: [
      { type: 'GHSA', value: 'GHSA-3' },
      { type: 'CVE', value: 'CVE-2026-1' },
      { type: 'CVE', value: 'CVE-2026-2' },
    ],
    references: [
      { url: 'https://elsewhere.example/' },
      { url: `${SERVICE}/advisories/GHSA-3` },
      { url: 'https://cve.example/CVE-2026-1' },
      { url: 'javascript:alert(1)' },
    ],
    published_at: '2026-05-01T00:00:00Z',
    updated_at: '2026-05-02T00:00:00Z',
    withdrawn_at: '2026-05-03T00:00:00Z',
  },
};

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
  const db = openDatabase(app.store, { readonly: false });
  const add = db.prepare(
    `INSERT INTO alerts (service, repo, number, state, severity, ecosystem, package, manifest_path, ghsa_id, cve_id, summary,
       fixed_in, created_at, updated_at, dismissed_at, dismissed_by, dismissed_reason, fixed_at, first_seen_at, last_seen_at, json)
     VALUES ('s', ?, ?, ?, ?, 'npm', 'left-pad', 'README.md', ?, 'CVE-2026-1', ?, '1.3.0', ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const alert = (number: number, state: string, severity: string, json: object) => {
    const [by, reason] = state === 'dismissed' ? ['yaryna-vitrolom', 'tolerable_risk'] : [null, null];
    const ends = [state === 'dismissed' ? AT : null, by, reason, state === 'fixed' ? AT : null];
    const told = JSON.stringify(json);
    add.run(
      REPO,
      number,
      state,
      severity,
      `GHSA-${number}`,
      `It pads ${number}`,
      AT,
      AT,
      ...ends,
      AT,
      AT,
      told,
    );
  };
  alert(3, 'dismissed', 'high', RECORD);
  alert(4, 'open', 'critical', {});
  alert(6, 'open', 'low', {});
  alert(9, 'fixed', 'low', {});
  alert(10, 'auto_dismissed', 'medium', {});
  db.close();
});

describe('the address of an alert at the service', () => {
  it.each([
    [`/${REPO}/security/depmonitor/3`, `${LIST}&alert=3`],
    [`/${REPO}/security/dependabot/3`, `${LIST}&alert=3`],
    [`/${REPO}/security/depmonitor`, LIST],
    [`/${REPO}/security`, LIST],
    [`/${REPO}/depmonitor/alerts/3`, `${LIST}&alert=3`],
  ])('%s leads to the kept one', async (path, place) => {
    expect((await app.request(path)).headers.get('location')).toBe(place);
    await app.page(place);
  });

  it('leads there whatever its letters, and pasted into the search box', async () => {
    const { headers } = await app.request(`/${REPO.toUpperCase()}/security/depmonitor/3`);
    expect(await app.page(headers.get('location') ?? '')).toContain('>#3<');
    const pasted = encodeURIComponent(RECORD.html_url);
    expect((await app.request(`/-/search?q=${pasted}`)).headers.get('location')).toBe(
      `/${REPO}/security/depmonitor/3`,
    );
    for (const typed of [
      `/${REPO}/security/depmonitor/3`,
      `${REPO}/milestone/3`,
      `/${REPO}/issues/1#top`,
      `http://127.0.0.1:7777/${REPO}/issues/1`,
      'http://localhost/-/people',
      '/yaryna-vitrolom',
    ]) {
      const q = encodeURIComponent(typed);
      const [, path = ''] = /^(?:https?:\/\/[^/]+)?\/?(.*)$/.exec(typed) ?? [];
      expect((await app.request(`/-/search?q=${q}`)).headers.get('location')).toBe(`/${path}`);
      const [first] = JSON.parse(await app.page(`/-/suggest?q=${q}`)).results;
      expect(`${first.href}`).toMatch(/^\/(?:yaryna-vitrolom|-\/(?:people|captures))/);
    }
    for (const typed of [
      'src/main/app.ts',
      '/usr/bin/env',
      `/${REPO}/issues/1 and more`,
      'http://other.example/-/people',
    ]) {
      expect((await app.request(`/-/search?q=${encodeURIComponent(typed)}`)).status).toBe(200);
    }
    const api = encodeURIComponent(`https://api.service.example/repos/${REPO}/depmonitor/alerts/3`);
    expect((await app.request(`/-/search?q=${api}`)).headers.get('location')).toBe(
      `/${REPO}/depmonitor/alerts/3`,
    );
  });
});

describe('an alert that was not kept', () => {
  it('offers those with the nearest numbers, in the place of its repository', async () => {
    const page = await app.page(`${LIST}&alert=5`, 404);
    const [, near = ''] = /<dt>Nearest to it<\/dt><dd>(.*?)<\/dd>/s.exec(page) ?? [];
    expect([...near.matchAll(/href="([^"]+)"/g)].map(([, path]) => path?.replaceAll('&amp;', '&'))).toEqual([
      `${LIST}&alert=4`,
      `${LIST}&alert=6`,
      `${LIST}&alert=3`,
      `${LIST}&state=all`,
    ]);
    expect(page).toMatch(/aria-label="Breadcrumb">.*tidewatch.*>Alerts<.*Alert #5/s);
    expect(page).toContain('<nav aria-label="Repository">');
    expect(page).toContain(`${SERVICE}/${REPO}/security/depmonitor/5`);
    expect(page).toContain('it is not among the 5 that were kept of this repository.');
    expect(page).not.toMatch(/Look for it|list of alerts/);
  });

  it('says so where none of its repository were kept', async () => {
    const page = await app.page(`/-/captures/alerts?repo=${OTHER}&alert=5`, 404);
    expect(page).toContain('no alerts of this repository were kept');
    expect(page).toContain('<nav aria-label="Repository">');
    expect(/<dt>Nearest to it<.*/s.exec(page)?.[0]).not.toContain('state=all');
    const list = parseHtml(await app.page(`/-/captures/alerts?repo=${OTHER}`)).text;
    expect(list).toContain(`No alerts of ${OTHER} have been kept`);
    expect(list).not.toContain('no backup has asked');
    await app.page('/-/captures/alerts?repo=none/none', 404);
  });
});

describe('the page of an alert', () => {
  it('has what was kept of it, with links to where that is', async () => {
    const page = await app.page(`${LIST}&alert=3`);
    const { text } = parseHtml(page);
    for (const fact of [
      'Assigned to',
      'somebody-else',
      'README.md, for development',
      '>= 1.0, < 1.3.0',
      '7.5 CVSS:3.1/AV:N',
      '8.7 CVSS:4.0/AV:N',
      '8.5 % likely within 30 days, more than 29 % of vulnerabilities',
      'CWE-1333 Inefficient Regular Expression Complexity',
      'tolerable risk',
      'Never *reached* from our code',
      'Published',
      'Withdrawn',
    ]) {
      expect(text).toContain(fact);
    }
    expect(page).toMatch(/by <a class="who" href="\/yaryna-vitrolom">/);
    expect(page).toContain(
      '<a href="https://cve.example/CVE-2026-1" rel="noreferrer noopener">CVE-2026-1</a>',
    );
    expect(page).toContain('>GHSA-3</a>');
    expect(page).toContain('advisories/GHSA-3" rel="noreferrer noopener">CVE-2026-2</a>');
    expect(page).not.toContain('href="javascript');
    expect(page.match(/7\.5/g)).toHaveLength(1);
  });

  it('is a list of its repository, as its tabs say', async () => {
    for (const path of [`${LIST}&alert=3`, `/${REPO}/attachments`]) {
      const [tabs = ''] = /<nav aria-label="Repository">.*?<\/nav>/s.exec(await app.page(path)) ?? [];
      expect(tabs.match(/aria-current/g)).toHaveLength(1);
    }
  });

  it('says when it was fixed', async () => {
    expect(parseHtml(await app.page(`${LIST}&alert=9`)).text).toMatch(/fixed 1 Jun 2026/);
  });

  it('is whole where the record has other shapes', async () => {
    const db = openDatabase(app.store, { readonly: false });
    const json =
      '{"assignees":7,"security_advisory":{"cvss":{"score":"x"},"cwes":[null,{}],"references":[1],"epss":null}}';
    db.prepare('UPDATE alerts SET json = ? WHERE number = 6').run(json);
    db.close();
    await app.page(`${LIST}&alert=6`);
  });
});

describe('the list of alerts', () => {
  it('shows versions, links to the advisory and the comment of who dismissed it', async () => {
    const page = await app.page('/-/captures/alerts?state=dismissed');
    expect(page).toContain('affected <code>&gt;= 1.0, &lt; 1.3.0</code>');
    expect(page).toContain(
      '<a href="https://cve.example/CVE-2026-1" rel="noreferrer noopener">CVE-2026-1</a>',
    );
    expect(page).toContain('Never *reached* from our code');
  });
});

describe('the page of a repository', () => {
  it('says how many alerts are open, if any were kept', async () => {
    const page = await app.page(`/${REPO}`);
    expect(page).toContain(`<a href="${LIST}">2 open alerts</a>, 1\u00a0critical`);
    expect(await app.page(`/${OTHER}`)).not.toContain('open alert');
    const list = await app.page(LIST);
    expect(list).toMatch(/<nav aria-label="Repository">.*aria-current="page">Alerts </s);
    expect(list).not.toContain('<nav aria-label="Inbox and feeds"');
  });
});

describe('the tabs of a repository', () => {
  it('have its alerts with the number of those that are open, if any were kept', async () => {
    const tabsOf = async (path: string) =>
      /<nav aria-label="Repository">.*?<\/nav>/s.exec(await app.page(path))?.[0] ?? '';
    const tab = `<a href="${LIST}">Alerts <span class="count">2</span></a>`;
    for (const path of [`/${REPO}`, `/${REPO}/issues/1`, `/${REPO}/commits`]) {
      expect(await tabsOf(path)).toContain(tab);
    }
    expect((await tabsOf(LIST)).match(/Alerts/g)).toHaveLength(1);
    expect(await tabsOf(`/${OTHER}`)).not.toContain('Alerts');
  });
});

describe('the states of alerts', () => {
  it('are said once for each, also without a date', async () => {
    const main = (page: string) => parseHtml(page.slice(page.indexOf('<main'))).text;
    expect(main(await app.page(`${LIST}&alert=10`)).match(/auto dismissed/g)).toHaveLength(1);
    const all = await app.page(`${LIST}&state=all`);
    for (const state of ['open', 'dismissed', 'fixed', 'auto dismissed']) {
      expect(all).toMatch(new RegExp(`<span class="state state-${state}"><svg.*?</svg>${state}</span>`));
    }
    const none = await app.page(`${LIST}&severity=high`);
    expect(none).toContain('None of them match.');
    expect(none.match(/Show all/g)).toHaveLength(1);
  });
});

describe('a page that says what is nearest', () => {
  it('offers the nearest releases', async () => {
    const page = await app.page(`/${REPO}/releases/tag/v99.0.0`, 404);
    const [, near = ''] = /<dt>Nearest to it<\/dt><dd>(.*?)<\/dd>/s.exec(page) ?? [];
    const links = [...near.matchAll(/href="([^"]+)"/g)].map(([, path]) => path);
    expect(links.slice(0, -1)).toHaveLength(3);
    for (const link of links.slice(0, -1)) {
      expect(link).toMatch(new RegExp(`^/${REPO}/releases/tag/v`));
    }
    expect(links.at(-1)).toBe(`/${REPO}/releases`);
  });

  it.each([`/${REPO}/milestones/99`, `/${REPO}/issues/999`, `/${REPO}/discussions/999`, `/${REPO}/pull/999`])(
    '%s has no search without words, and does not doubt a name',
    async (path) => {
      const page = await app.page(path, 404);
      expect(page).not.toContain('Look for it');
      expect(page).not.toContain('Check the name');
      expect(page).toContain('Nearest to it');
    },
  );
});
