import { beforeAll, describe, expect, it } from 'vitest';
import { parseHtml } from '../markdown/support/parse-html.ts';
import { EDITED, type OpenApp, openApp } from '../support/open-app.ts';

const REPO = '/yaryna-vitrolom/tidewatch';

/** What a page of a small store may weigh. */
const MAX_PAGE_BYTES = 30_000;

let app: OpenApp;

beforeAll(async () => {
  app = await openApp({ isLater: true });
}, 300_000);

const textOf = async (path: string, status = 200) => parseHtml(await app.page(path, status)).text;

describe('the history of a line', () => {
  it('is linked in blame, and shows the commits that changed it with their lines', async () => {
    const blame = await app.page(`${REPO}/blame/main/package.json`);
    const links = [...blame.matchAll(/href="(\/[^"]+\/lines\/main\/package\.json\?line=\d+(?:-\d+)?)"/g)];
    expect(links.length).toBeGreaterThan(0);
    const page = await app.page(links[0]?.[1] ?? '');
    expect(page).toContain('class="line-history"');
    expect(page).toMatch(/<span class="added">\+/);
    expect(page).toMatch(new RegExp(`href="${REPO}/commit/[0-9a-f]{40}"`));
    expect(page.length).toBeLessThan(MAX_PAGE_BYTES);
  });

  it.each(['', '?line=0', '?line=99999', '?line=x', '?line=3-'])(
    'opens blame without a line of the file (%s)',
    async (query) => {
      const response = await app.request(`${REPO}/lines/main/package.json${query}`);
      expect(response.headers.get('location')).toBe(`${REPO}/blame/main/package.json`);
    },
  );
});

describe('on this day', () => {
  it('shows what happened on a day in all years, with links', async () => {
    const { events } = (await (await app.request('/-/on-this-day.json?day=04-29')).json()) as {
      events: readonly { readonly at: string; readonly title: string }[];
    };
    for (const { at } of events) {
      expect(at.slice(5, 10)).toBe('04-29');
    }
    const sql =
      "select substr(created_at, 6, 5) as day, title, number from issues where repo like '%/tidewatch' limit 1";
    const answer = await app.request(`/-/sql.json?q=${encodeURIComponent(sql)}`);
    const { rows } = (await answer.json()) as { rows: readonly (readonly string[])[] };
    const [day = '', title = ''] = rows[0] ?? [];
    expect(title).not.toBe('');
    const page = await app.page(`/-/on-this-day?day=${day}`);
    expect(parseHtml(page).text).toContain(title.slice(0, 20));
    expect(page).toMatch(/href="\/yaryna-vitrolom\/tidewatch\/issues\/\d+"/);
    expect(page.length).toBeLessThan(MAX_PAGE_BYTES);
  });

  it('goes to the day before and after, also at the ends of months and years', async () => {
    expect(await app.page('/-/on-this-day?day=12-31')).toContain('href="/-/on-this-day?day=01-01"');
    expect(await app.page('/-/on-this-day?day=03-01')).toContain('href="/-/on-this-day?day=02-29"');
  });

  it('names the nearest days with something where a day has nothing', async () => {
    const facts = async (day: string) =>
      (await (await app.request(`/-/on-this-day.json?day=${day}`)).json()) as {
        readonly events: readonly unknown[];
        readonly comments: readonly unknown[];
        readonly nearest: readonly string[];
      };
    let day = '';
    for (let date = 1; date <= 31 && day === ''; date++) {
      const asked = `12-${String(date).padStart(2, '0')}`;
      const { events, comments } = await facts(asked);
      day = events.length + comments.length === 0 ? asked : '';
    }
    const { nearest } = await facts(day);
    expect(nearest).toHaveLength(2);
    const page = await app.page(`/-/on-this-day?day=${day}`);
    for (const near of nearest) {
      expect(page).toContain(`<a href="/-/on-this-day?day=${near}">`);
      const found = await facts(near);
      expect(found.events).not.toEqual([]);
      expect(found.nearest).toEqual([]);
    }
  });

  it('is today unless a day is named', async () => {
    const today = new Date().getUTCDate();
    expect(await textOf('/-/on-this-day?day=13-45')).toContain(`On ${today} `);
    expect(await app.page('/')).toContain('href="/-/on-this-day"');
  });
});

describe('a person', () => {
  it('shows a year at a glance, with months that link to what was written', async () => {
    const page = await app.page('/yaryna-vitrolom');
    expect(page).toContain('<svg class="year"');
    const [, year, month = ''] = /<h2>(\d{4}) at a glance.*?<a href="(\/-\/people\/[^"]+)"/s.exec(page) ?? [];
    expect(await app.page(month.replaceAll('&amp;', '&'))).toContain('class="title"');
    const years = [...page.matchAll(/href="\/yaryna-vitrolom\?year=(\d{4})"/g)].map(([, one]) => one);
    expect(years).toContain(year);
    expect(years.length).toBeGreaterThan(1);
    expect(await app.page(`/yaryna-vitrolom?year=${years.at(-1)}`)).toContain(`${years.at(-1)} at a glance`);
    expect(page.length).toBeLessThan(MAX_PAGE_BYTES);
  });

  it('shows the last months of a year first in narrow windows, if there was something in them', async () => {
    const found = new Set<boolean>();
    const page = await app.page('/yaryna-vitrolom');
    for (const [, path = ''] of page.matchAll(/href="(\/yaryna-vitrolom\?year=\d{4})"/g)) {
      const ofYear = await app.page(path);
      const [, list = ''] = /aria-label="Months of \d+">(.*?)<\/ul>/s.exec(ofYear) ?? [];
      const isLate = /(?:Jul|Aug|Sep|Oct|Nov|Dec)\w* <span/.test(list);
      expect(ofYear.includes('class="scroll from-end"')).toBe(isLate);
      found.add(isLate);
    }
    expect(found).toEqual(new Set([true, false]));
  });

  it('counts the entries of its lists', async () => {
    const facts = (await (await app.request('/yaryna-vitrolom.json')).json()) as {
      glance: { years: readonly string[] };
      writingCounts: readonly { readonly count: number }[];
    };
    let total = 0;
    for (const year of facts.glance.years) {
      const one = (await (await app.request(`/yaryna-vitrolom.json?year=${year}`)).json()) as {
        glance: { days: readonly { readonly count: number }[] };
      };
      total += one.glance.days.reduce((sum, { count }) => sum + count, 0);
    }
    expect(total).toBe(facts.writingCounts.reduce((sum, { count }) => sum + count, 0));
  });

  it('has the number of each day where one points, and in a table that leads to what was written', async () => {
    const page = await app.page('/yaryna-vitrolom');
    const pointed = [...page.matchAll(/<title>(\d+ \w+ \d{4}): (\d+)<\/title>/g)].map(
      ([, day, n]) => `${day} ${n}`,
    );
    const rows = [...page.matchAll(/<th scope="row"><a href="([^"]+)">([^<]+)<\/a><td>(\d+)(?=<)/g)];
    expect(pointed.length).toBeGreaterThan(3);
    expect(rows.map(([, , day, n]) => `${day} ${n}`).toSorted()).toEqual(pointed.toSorted());
    const [, href = '', day, count] = rows[0] ?? [];
    const list = await app.page(href);
    expect(list).toContain(
      `<h1>What yaryna-vitrolom wrote on ${day} <span class="count">${count}</span></h1>`,
    );
    expect(list.match(/<li><span class="state/g)).toHaveLength(Number(count));
  });

  it('has months that end, name themselves, and lead to the months before and after, the year and all months', async () => {
    const { glance } = (await (await app.request('/yaryna-vitrolom.json')).json()) as {
      glance: { days: readonly { readonly day: string; readonly count: number }[] };
    };
    const months = [...new Set(glance.days.map(({ day }) => day.slice(0, 7)))];
    expect(months.length).toBeGreaterThan(2);
    const seen: string[] = [];
    for (let path: string | undefined = `/-/people/yaryna-vitrolom?when=${months[0]}`; path !== undefined; ) {
      const page = await app.page(path);
      const month = /when=(\d{4}-\d\d)/.exec(path)?.[1] ?? '';
      const { writings } = JSON.parse(await app.page(path.replace('?', '.json?'))) as {
        writings: readonly { readonly createdAt: string }[];
      };
      const wanted = glance.days.filter(({ day }) => day.startsWith(month));
      expect(writings).toHaveLength(wanted.reduce((sum, { count }) => sum + count, 0));
      expect(writings.filter(({ createdAt }) => !createdAt.startsWith(month))).toEqual([]);
      expect(page).toMatch(
        /<h1>What yaryna-vitrolom wrote in \w{3} \d{4} <span class="count">\d+<\/span><\/h1>/,
      );
      expect(page).toContain(`href="/-/people/yaryna-vitrolom?when=${month.slice(0, 4)}"`);
      expect(page).toContain('<a href="/-/people/yaryna-vitrolom">All years</a>');
      seen.push(month);
      path = /rel="next" href="([^"]+)"/.exec(page)?.[1];
    }
    expect(seen).toEqual(months);
    const [first, second] = months;
    expect(await app.page(`/-/people/yaryna-vitrolom?when=${second}&kind=issue`)).toContain(
      `rel="prev" href="/-/people/yaryna-vitrolom?kind=issue&amp;when=${first}"`,
    );
    const year = String(first).slice(0, 4);
    const ofYear = await app.page(`/-/people/yaryna-vitrolom?when=${year}`);
    expect(ofYear).toContain(`<h1>What yaryna-vitrolom wrote in ${year} <span class="count">`);
    expect(ofYear).toContain(`href="/-/people/yaryna-vitrolom?when=${year}" aria-current="true">${year}</a>`);
    expect(ofYear).toContain(`href="/yaryna-vitrolom?year=${year}"`);
    const [day = ''] = /\?when=(\d{4}-\d\d-\d\d)"/.exec(await app.page('/yaryna-vitrolom')) ?? [];
    const ofDay = await app.page(`/-/people/yaryna-vitrolom${day.slice(0, -1)}`);
    expect(ofDay).toMatch(/<span class="end"><time [^>]+>\d\d:\d\d UTC<\/time>/);
    expect(
      ofDay.match(/-\d\d" aria-current="true">\d+<|aria-current="true">(?:[A-Z][a-z]{2}|\d{4})</g)?.length,
    ).toBeGreaterThanOrEqual(3);
    expect(await textOf('/-/people/yaryna-vitrolom?when=1999-01')).toContain(
      'Nothing of this kind is in the archive',
    );
    expect(await app.page('/-/people/yaryna-vitrolom?when=2026-13')).toContain(
      '<h1>What yaryna-vitrolom wrote <span class="count">',
    );
  });

  it('says first what is known of it: when it joined, and the organizations that it belongs to', async () => {
    const page = await app.page('/yaryna-vitrolom');
    const [main = ''] = /<main.*?at a glance/s.exec(page) ?? [];
    expect(main).toMatch(/<li><span>Joined<\/span> <time /);
    expect(main).toMatch(/<span>Belongs to<\/span> <a class="who" href="\/northquay-works">/);
    expect(await app.page('/northquay-works')).toMatch(
      /<span class="tag">organization<\/span><\/h1>.*<a href="\/orgs\/northquay-works\/people">\d+ members<\/a>/s,
    );
  });

  it('has a list of writings whose first lines keep references to issues', async () => {
    expect(await textOf('/-/people/marrowick-marisol?kind=issue_comment')).toContain('Duplicate of #2,');
  });

  it('that is an organization has none', async () => {
    expect(await app.page('/northquay-works')).not.toContain('at a glance');
  });
});

describe('two snapshots of a text', () => {
  const path = (from: number, to: number) =>
    `/-/history/texts?url=${encodeURIComponent(EDITED)}&from=${from}&to=${to}`;

  it('are side by side', async () => {
    const history = await app.page(`/-/history?url=${encodeURIComponent(EDITED)}`);
    expect(history.replaceAll('&amp;', '&')).toContain(`href="${path(1, 2).replaceAll('%2F', '%2F')}"`);
    const page = await app.page(path(1, 2));
    expect(page).toContain(
      `<th scope="col"><a href="/-/at/2${REPO}/issues/3">Snapshot 2</a>, 1 Jul 2026, 00:00 UTC</th>`,
    );
    expect(page).toMatch(/<td class="removed">.*<td class="added">Said better\.<\/td>/s);
    expect(page.length).toBeLessThan(MAX_PAGE_BYTES);
  });

  it('are said to be the same, or not to be there', async () => {
    expect(await textOf(path(2, 2))).toContain('The text is the same in both snapshots.');
    expect(await textOf(path(1, 7), 404)).toContain('snapshot 7 does not have it');
  });
});
