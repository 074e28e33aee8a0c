import { describe, expect, it, onTestFinished } from 'vitest';
import { Failure } from '../../src/model/failure.ts';
import { type Browsing, openBrowsing } from '../../src/reading/open-browsing.ts';
import { applySchema } from '../../src/store/database/schema.ts';
import { openDatabase } from '../../src/store/database.ts';
import { temporaryFolder } from '../house/afterwards.ts';

const NOW_MS = Date.UTC(2026, 0, 1);
const THREADS = 30;

/** A store with a few issues, inserted directly, and one in each further repository. */
function openFilled(others: readonly string[] = [], edit = ''): Browsing {
  const path = `${temporaryFolder()}/work.db`;
  const db = openDatabase(path, { readonly: false });
  applySchema(db);
  const insert = db.prepare(
    `INSERT INTO issues (id, repo, number, title, author, state, created_at, url, shape_id, digest, body)
     VALUES (@id, @repo, @number, @title, @author, @state, @createdAt, @url, 1, 1, 'text')`,
  );
  for (let number = 1; number <= THREADS + others.length; number += 1) {
    const repo = others[number - THREADS - 1] ?? (number % 3 === 0 ? 'acme/pad' : 'acme/rocket');
    insert.run({
      id: number,
      repo,
      number,
      title: `Issue ${number}`,
      author: number % 2 === 0 ? 'mira' : 'noor',
      state: number % 5 === 0 ? 'closed' : 'open',
      createdAt: `2025-01-${String(1 + (number % 4)).padStart(2, '0')}T00:00:00Z`,
      url: `https://service.example/${repo}/issues/${number}`,
    });
  }
  db.prepare('INSERT INTO issue_labels VALUES (1, 0, ?, NULL), (2, 0, ?, NULL)').run('bug', 'bug');
  db.exec(edit);
  db.close();
  const browsing = openBrowsing(path);
  onTestFinished(() => browsing.close());
  return browsing;
}

const options = (search: string) => ({
  kind: 'issue' as const,
  repo: 'acme/rocket',
  search,
  nowMs: NOW_MS,
});

describe('openBrowsing()', () => {
  it('lists all known repositories, however they are spelled', () => {
    const browsing = openFilled();
    expect(browsing.repositoryNames()).toEqual(['acme/pad', 'acme/rocket']);
    expect(browsing.repositoryName('ACME/Rocket')).toBe('acme/rocket');
    expect(browsing.repositoryName('acme/none')).toBeUndefined();
  });

  it('tells two spellings of a repository apart', () => {
    const browsing = openFilled(['acme/Pad', 'acme/PAd']);
    const found = ['acme/pad', 'acme/Pad', 'acme/PAd'].map((name) => browsing.repositoryName(name));
    expect(found).toEqual(['acme/pad', 'acme/Pad', 'acme/PAd']);
    expect(browsing.repositoryName('acme/PAD')).toMatch(/^acme\/pad$/i);
  });

  it('pages through rows of the same time without losing or repeating one, in both directions', async () => {
    const browsing = openFilled();
    const forward: number[] = [];
    const firsts: (string | undefined)[] = [];
    let after: string | undefined;
    do {
      const page = await browsing.threads({ ...options(''), limit: 3, after });
      forward.push(...page.threads.map(({ number }) => number ?? 0));
      firsts.push(page.before);
      after = page.after;
    } while (after !== undefined);
    expect(new Set(forward).size).toBe(20);
    expect(forward).toHaveLength(20);
    const back = await browsing.threads({ ...options(''), limit: 100, before: firsts.at(-1) });
    expect(back.threads.map(({ number }) => number)).toEqual(forward.slice(0, 18));
    expect(back.before).toBeUndefined();
  });

  it.each([1, 3, 4, 100])(
    'pages through all that a person wrote, %i at a time, whenever that was',
    (limit) => {
      const browsing = openFilled([], 'UPDATE issues SET created_at = NULL WHERE id % 3 = 0');
      const urls: string[] = [];
      let after: string | undefined;
      do {
        const page = browsing.writings({ author: 'mira', kind: undefined, limit, after });
        urls.push(...page.writings.map(({ url }) => url));
        after = page.after;
      } while (after !== undefined);
      expect(urls).toHaveLength(15);
      expect(new Set(urls).size).toBe(15);
      expect(browsing.writingCounts('mira')).toEqual([{ kind: 'issue', count: 15 }]);
    },
  );

  it('counts anew what a list with a relative date has, once it means other days', async () => {
    const browsing = openFilled();
    const years = async (nowMs: number) =>
      (await browsing.facets({ ...options('created:"last year"'), nowMs })).facets.find(
        ({ name }) => name === 'year',
      )?.values;
    expect(await years(NOW_MS)).toEqual([{ value: '2025', count: 20 }]);
    expect(await years(Date.UTC(2027, 0, 1))).toEqual([]);
  });

  it('keeps five hundred searches until the store changes, or until a relative date means other days', async () => {
    const browsing = openFilled();
    const ask = async (text: string, nowMs: number) => {
      for (const part of ['results', 'commits']) {
        browsing.rememberSearch(`${part} ${text}`, () => text);
      }
      await browsing.attachedTexts(text, { nowMs, limit: 5 });
      return await browsing.hits(text, nowMs);
    };
    const first = await ask('is:issue author:mira', NOW_MS);
    for (let number = 1; number < 500; number += 1) {
      await ask(`is:issue author:user-${number}`, NOW_MS);
    }
    expect(await ask('is:issue author:mira', NOW_MS + 3_600_000)).toBe(first);
    const dated = await ask('is:issue created:"last year"', NOW_MS);
    expect(await ask('is:issue created:"last year"', Date.UTC(2027, 0, 1))).not.toEqual(dated);
  });

  it('counts how a list spreads: states of all, everything else of what is listed', async () => {
    const { facets, isComplete } = await openFilled().facets(options('is:open'));
    const valuesOf = (name: string) => facets.find((facet) => facet.name === name)?.values;
    expect(isComplete).toBe(true);
    expect(valuesOf('state')).toEqual([
      { value: 'closed', count: 4 },
      { value: 'open', count: 16 },
    ]);
    expect(valuesOf('label')).toEqual([{ value: 'bug', count: 2 }]);
    expect(valuesOf('author')?.reduce((sum, { count }) => sum + count, 0)).toBe(16);
    expect(valuesOf('year')).toEqual([{ value: '2025', count: 16 }]);
  });

  it('gives nothing for another repository or kind that a search names', async () => {
    const browsing = openFilled();
    expect(
      (await browsing.threads({ ...options('repo:acme/rocket is:issue'), limit: 50 })).threads,
    ).toHaveLength(20);
    expect((await browsing.threads({ ...options('repo:acme/pad'), limit: 50 })).threads).toEqual([]);
    expect((await browsing.threads({ ...options('is:pr'), limit: 50 })).threads).toEqual([]);
  });

  it('refuses a search that is none and a page that no page led to', async () => {
    const browsing = openFilled();
    for (const bad of [{ ...options('is:nowhere') }, { ...options(''), after: 'nonsense' }]) {
      const error: unknown = await browsing
        .threads({ ...bad, limit: 3 })
        .catch((failure: unknown) => failure);
      expect(error instanceof Failure && error.code).toBe('search-refused');
    }
  });

  it('notices when the file is written to', () => {
    const browsing = openFilled();
    expect(browsing.isOutdated()).toBe(false);
    const db = openDatabase(browsing.path, { readonly: false });
    db.exec("UPDATE issues SET title = 'Other' WHERE id = 1");
    db.close();
    expect(browsing.isOutdated()).toBe(true);
  });
});
