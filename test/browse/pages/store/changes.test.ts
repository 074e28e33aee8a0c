import { beforeAll, describe, expect, it } from 'vitest';
import { change, EDITED, type OpenApp, openApp } from '../../support/open-app.ts';

const ELSEWHERE = EDITED.replace(/3$/, '12');
const MERGED = EDITED.replace('issues/3', 'pull/7');
const ACTOR = 'https://service.example/yaryna-vitrolom';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp({ isLater: true, edit: addEvents });
}, 300_000);

/** Events of issue 3, one of whose comments was deleted, and another issue in which only a time changed. */
async function addEvents(folder: string): Promise<void> {
  const events = ['subscribed', 'mentioned', 'comment_deleted', 'closed', 'labeled', 'labeled'];
  await change(folder, 'issue_events_', (records) => [
    ...records,
    ...events.map((event, index) => ({
      type: 'issue_event',
      url: `${EDITED}#event-990${index}`,
      issue: EDITED,
      actor: ACTOR,
      event,
      ...(event === 'labeled' ? { label_name: `label ${index}` } : {}),
      created_at: `2026-06-30T1${index}:00:00Z`,
    })),
    ...['referenced', 'merged', 'closed'].map((event, index) => ({
      type: 'issue_event',
      url: `${MERGED}#event-991${index}`,
      pull_request: MERGED,
      actor: ACTOR,
      event,
      ...(event === 'closed' ? {} : { commit_id: 'c'.repeat(40) }),
      created_at: '2026-06-30T19:00:00Z',
    })),
  ]);
  await change(folder, 'issues_', (issues) =>
    issues.map((issue) =>
      issue.url === ELSEWHERE
        ? { ...issue, updated_at: '2026-06-30T00:00:00Z', locked: issue['locked'] !== true }
        : issue.url === EDITED
          ? { ...issue, closed_at: '2026-06-30T13:00:00Z' }
          : issue,
    ),
  );
}

/** Adds an event of issue 12: a comment that no snapshot has was deleted. */
async function deleteUnseen(folder: string): Promise<void> {
  await change(folder, 'issue_events_', (records) => [
    ...records,
    {
      type: 'issue_event',
      url: `${ELSEWHERE}#event-9920`,
      issue: ELSEWHERE,
      actor: ACTOR,
      event: 'comment_deleted',
      subject: 'https://service.example/mira',
      created_at: '2026-06-30T10:00:00Z',
    },
  ]);
}

/** Changes reactions of issue 12, removes three events of it, and reopens it with other labels. */
async function changeMore(folder: string): Promise<void> {
  let left = 3;
  await change(folder, 'issue_events_', (records) =>
    records.filter(({ issue }) => issue !== ELSEWHERE || left-- <= 0),
  );
  await change(folder, 'issues_', (issues) =>
    issues.map((issue) =>
      issue.url === ELSEWHERE
        ? {
            ...issue,
            reactions: ['a', 'b'].map((name) => ({
              user: `https://service.example/${name}`,
              content: '+1',
              subject_type: 'Issue',
            })),
            labels: ['https://service.example/yaryna-vitrolom/tidewatch/labels/bug'],
            closed_at: issue['closed_at'] === null ? '2026-06-30T00:00:00Z' : null,
          }
        : issue,
    ),
  );
}

const textOf = (markup: string) =>
  markup
    .replace(/<[^>]+>/g, ' ')
    .replace(/&quot;/g, '"')
    .replace(/\s+/g, ' ');

/** Deletes all comments of another issue; returns its url. */
async function deleteComments(folder: string): Promise<string> {
  const threadOf = ({ url }: { readonly url: string }) => url.replace(/#.*/, '');
  let emptied = '';
  await change(folder, 'issue_comments_', (comments) => {
    const counts = new Map<string, number>();
    for (const each of comments.map(threadOf)) {
      counts.set(each, (counts.get(each) ?? 0) + 1);
    }
    emptied =
      [...counts].find(
        ([url, count]) => count > 3 && url.includes('/issues/') && url !== EDITED && url !== ELSEWHERE,
      )?.[0] ?? '';
    return comments.filter((comment) => threadOf(comment) !== emptied);
  });
  return emptied;
}

/** The part of a page about issue 3: what it says, and what it folds. */
async function partsOf(path: string): Promise<readonly [said: string, folded: string]> {
  const page = await app.page(path);
  const article =
    /<article class="changed"(?:(?!<\/article>).)*\/issues\/3".*?<\/article>/s.exec(page)?.[0] ?? '';
  const [said = '', folded = ''] = article.split('<details class="fields">');
  const text = (markup: string) =>
    markup
      .replace(/<span class="unseen">[^<]*<\/span>/g, '')
      .replace(/<[^>]+>/g, '')
      .replace(/\s+/g, ' ');
  return [text(said), text(folded)];
}

it('the page of a thread says who deleted a comment', async () => {
  expect(textOf(await app.page('/yaryna-vitrolom/tidewatch/issues/3'))).toMatch(
    /yaryna-vitrolom deleted it +on 30 Jun 2026 *\. +Its history/,
  );
});

describe('the page of changes', () => {
  it('says in one sentence what a person did on one day, and once what records and events say both', async () => {
    const [said] = await partsOf('/-/changes/1..2');
    expect(said).toContain('yaryna-vitrolom closed this and added the labels label 4label 5 on 30 Jun 2026');
    expect(said.match(/closed/g)).toHaveLength(1);
    expect(said).toMatch(
      /#3\s?deleted comment by [\w-]+, written on \d+ \w+ \d{4}; yaryna-vitrolom deleted it on 30 Jun 2026 history/,
    );
    expect(said.match(/deleted/g)).toHaveLength(2);
  });

  it('says of a comment that was written and deleted in between that its text is nowhere', async () => {
    const other = await openApp({ isLater: true, edit: deleteUnseen });
    const [, said = ''] = textOf(await other.page('/-/changes/1..2')).split('tidewatch#12');
    expect(said).toMatch(
      /^ +\S+ deleted a comment by mira +on 30 Jun 2026, 10:00 UTC +\(no snapshot has the text\)/,
    );
  });

  it('says once that a pull request was merged', async () => {
    const text = textOf(await app.page('/-/changes/1..2'));
    expect(text).toMatch(
      /vitrolom +merged this in commit +cccccccccc +on 30 Jun 2026, 19:00 UTC +Only other changes/,
    );
  });

  it('folds what only follows from it', async () => {
    const [said, folded] = await partsOf('/-/changes/1..2');
    expect(said).not.toMatch(/subscribed|mentioned/);
    expect(folded).toMatch(
      /^Also: subscriptions and mentions.*yaryna-vitrolom subscribed and was mentioned on 30 Jun 2026, 10:00 UTC$/,
    );
  });

  it('has threads in which nothing was written, closed or labelled apart, as what changed in them', async () => {
    const [, others = ''] = (await app.page('/-/changes/1..2')).split('<h2>Only other changes</h2>');
    expect(textOf(others)).toMatch(/#12 +locked +yes /);
    expect(await app.page('/-/changes/1..2?what=other')).toContain('<h2>Other changes</h2>');
  });
});

describe('what else changed', () => {
  it('tells a merge in one way, unfolds what has nothing else, and has absolute times', async () => {
    const others = await app.page('/-/changes/1..2?what=other');
    expect(textOf(others)).not.toMatch(/mentioned this in commit +c{6}/);
    expect(textOf(others)).toMatch(/merged this in commit +c{6}/);
    expect(others).toMatch(/<\/h3><details class="fields" open>/);
    expect(others).not.toMatch(/<\/h3><details class="fields">/);
    const all = await app.page('/-/changes/1..2');
    expect(all).toMatch(/on <time [^>]*>30 Jun 2026, 1\d:00 UTC<\/time>/);
    expect(all.slice(all.indexOf('<main'))).not.toMatch(/\d (?:hours?|days?) ago/);
  });
});

describe('the counts and headings of changes', () => {
  it('say of what they are, and that other things happened in the same threads', async () => {
    const page = textOf(await app.page('/-/changes/1..2'));
    expect(page).toMatch(/\d+ deleted records in \d+ threads and lists/);
    const html = await app.page('/-/changes/1..2');
    expect(html).toContain('<nav aria-label="Threads and lists, by what happened in them">');
    expect(html).toMatch(/>Everything <span class="count">\d+</);
    expect(html).toContain('<h2>Something deleted</h2>');
    const sections = html.split('<h2>').slice(1).join('<h2>');
    for (const [, more = '', what = '', all = ''] of sections.matchAll(
      /<p class="muted small">(\d+) more (?:is|are) in the sections above. <a href="[^"]*what=(\w+)[^"]*">Show all (\d+)/g,
    )) {
      const [section = ''] = html.split('<h2>').filter((one) => one.includes(`?what=${what}">Show all`));
      expect(section.match(/<article/g)).toHaveLength(Number(all) - Number(more));
      expect((await app.page(`/-/changes/1..2?what=${what}`)).match(/<article/g)).toHaveLength(Number(all));
    }
    expect(sections).toContain(' in the sections above.');
  });

  it('name the thread or list that is shown alone', async () => {
    const narrowed = await app.page('/-/changes/1..2?what=deleted');
    const [, href = '', name = ''] =
      /<a href="([^"]+)">Show all \d+ changes<span class="unseen"> of ([^<]+)/.exec(narrowed) ?? [];
    expect(name).toMatch(/^(?:issue|pull request) [\w-]+\/[\w-]+#\d+$/);
    expect(await app.page(href.replaceAll('&amp;', '&'))).toContain(`<h1>What changed: ${name}</h1>`);
  });
});

describe('the fields of a record', () => {
  it('are said once, in words, and what went with them is counted', async () => {
    const other = await openApp({ isLater: true, edit: changeMore });
    for (const path of ['/-/changes/1..2', `/-/history?url=${encodeURIComponent(ELSEWHERE)}`]) {
      const page = await other.page(path);
      const article =
        page.match(/<article class="changed".*?<\/article>/gs)?.find((one) => one.includes('reactions')) ??
        '';
      expect(article).toContain('<ins>👍 by a, 👍 by b</ins>');
      expect(textOf(article)).not.toContain('"content"');
      expect(article).not.toMatch(/<code>(?:labels|closed_at)<\/code>/);
    }
    const all = textOf(await other.page('/-/changes/1..2'));
    expect(all).toContain('3 events: no longer there');
  });
});

describe('a choice of what happened', () => {
  it('shows only the records to which it did, and how many others there are', async () => {
    const { subjects, records } = JSON.parse(await app.page('/-/changes/1..2.json?what=deleted'));
    const kinds = subjects.flatMap(({ records: all }: { readonly records: readonly { after?: string }[] }) =>
      all.map(({ after = '"gone"' }) => JSON.parse(after)?.event ?? 'gone'),
    );
    expect(new Set(kinds)).toEqual(new Set(['gone', 'comment_deleted']));
    expect(records).toMatchObject({ deleted: 2 });
    expect(await app.page('/-/changes/1..2?what=deleted')).toMatch(/Show all \d+ changes/);
  });
});

/** Copies a repository with its threads, comments and releases under another name. */
async function copyRepository(folder: string): Promise<void> {
  for (const prefix of ['repositories_', 'issues_', 'issue_comments_', 'pull_requests_', 'releases_']) {
    await change(folder, prefix, (records) => [
      ...records,
      ...records
        .filter(({ url }) => url.includes('/yaryna-vitrolom/tidewatch'))
        .map((one) => JSON.parse(JSON.stringify(one).replaceAll('tidewatch', 'ebbwatch'))),
    ]);
  }
}

describe('a repository that came or went as a whole', () => {
  it('is summed up, with its newest threads and a way to all of its records', async () => {
    const other = await openApp({ isLater: true, edit: copyRepository });
    const path = '/yaryna-vitrolom/ebbwatch';
    const page = await other.page('/-/changes/1..2');
    expect(page.split('<h2>New repositories</h2>')[1]).toMatch(
      new RegExp(
        `^<article[^>]*><h3><a class="title" href="${path}".*<a href="${path}/issues\\?q=">\\d+ issues</a> · <a href="${path}/pulls\\?q=">`,
        's',
      ),
    );
    expect(page.match(/aria-label="The newest in [^"]+">(?:<li>.*?<\/li>){3}<\/ul>/g)).toHaveLength(1);
    expect(page.match(/href="\/yaryna-vitrolom\/ebbwatch\/(?:issues|pull)\/\d+"/g)).toHaveLength(3);
    expect(textOf(page)).toMatch(/records in 1 new repository and \d+ other threads and lists/);
    const all = await other.page('/-/changes/1..2?repo=yaryna-vitrolom%2Febbwatch');
    expect(all.match(/<article class="changed"/g)?.length).toBeGreaterThan(5);
    expect(all).not.toContain('New repositories');
    const back = await other.page('/-/changes/2..1');
    expect(back.split('<h2>Deleted repositories</h2>')[1]).toMatch(/^<article[^>]*><h3>.*?ebbwatch/s);
    expect(back.match(/>#\d+ of yaryna-vitrolom\/ebbwatch/g)).toBeNull();
  });
});

describe('the history of a record', () => {
  it('has one list of its own versions and those of its comments, without mere times', async () => {
    const page = await app.page(`/-/history?url=${encodeURIComponent(EDITED)}`);
    expect(textOf(page)).toMatch(
      /Comment by \S+ , written on .* UTC : deleted by yaryna-vitrolom on 30 Jun 2026/,
    );
    expect(page).toContain('Open the issue');
    expect(page.match(/<h2>/g)?.length).toBeGreaterThan(2);
  });

  it('has the name of the record, not that of a thread with the same number', async () => {
    const url = EDITED.replace(/issues\/3$/, 'milestones/3');
    expect(await app.page(`/-/history?url=${encodeURIComponent(url)}`)).toMatch(
      /<h1>History of a milestone of yaryna-vitrolom\/tidewatch: <bdi>\d+\.\d+\.\d+<\/bdi>/,
    );
  });

  it('ends with the whole record, folded', async () => {
    const page = await app.page(`/-/history?url=${encodeURIComponent(EDITED)}`);
    const [said = '', whole = ''] = page.split('<h2>The whole record</h2>');
    expect(said).toMatch(/First seen/);
    expect(said).not.toContain('<pre class="whole">');
    expect(whole.match(/<details class="fields"><summary>/g)?.length).toBeGreaterThan(1);
  });

  it('has what was deleted together as the conversation that it was', async () => {
    let emptied = '';
    const other = await openApp({
      isLater: true,
      async edit(folder) {
        emptied = await deleteComments(folder);
      },
    });
    const page = await other.page(`/-/history?url=${encodeURIComponent(emptied)}`);
    const times = [
      ...page.matchAll(/<h2>Comment by .*?, written on <time datetime="([^"]+)">.*?<\/time>: deleted /g),
    ].map(([, at]) => at);
    expect(times.length).toBeGreaterThan(3);
    expect(times).toEqual(times.toSorted());
  });

  it('links to other pages only, and shows a text once', async () => {
    const { subjects } = JSON.parse(await app.page('/-/changes/1..2.json'));
    const lost = subjects
      .flatMap(
        ({ records }: { readonly records: readonly { kind: string; change: string; url: string }[] }) =>
          records,
      )
      .find(
        (one: { readonly kind: string; readonly change: string }) =>
          one.kind === 'issue_comment' && one.change === 'vanished',
      );
    const page = await app.page(`/-/history?url=${encodeURIComponent(lost.url)}`);
    expect(page).toContain('<h1>History of a comment on yaryna-vitrolom/tidewatch#3: <bdi>');
    expect(page).toMatch(/It is not in the newest snapshot\. <a href="[^"]+">The page where it was<\/a>/);
    expect(page.match(/class="lost"/g)).toHaveLength(1);
    expect(textOf(page)).toContain('yaryna-vitrolom deleted it on 30 Jun 2026');
    expect(/<main.*<\/main>/s.exec(page)?.[0]).not.toContain('href="/-/history?');
  });
});

it('a text that was replaced begins on a line of its own, where nothing moves it aside', async () => {
  const other = await openApp({
    isLater: true,
    edit: (folder) =>
      change(folder, 'issues_', (issues) =>
        issues.map((issue) => (issue.url === ELSEWHERE ? { ...issue, title: 'Zephyr' } : issue)),
      ),
  });
  expect(await other.page('/-/changes/1..2')).toMatch(
    /<span class="tag">title edited<\/span><div class="words" dir="auto"><del>[^<]+<\/del><br><ins>Zephyr<\/ins>/,
  );
});
