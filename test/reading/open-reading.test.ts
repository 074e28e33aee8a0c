import { cpSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../../src/model/failure.ts';
import { openBrowsing } from '../../src/reading/open-browsing.ts';
import { openReading, type Reading } from '../../src/reading/open-reading.ts';
import { parseThreadAddress } from '../../src/reading/thread-address.ts';
import { openStore } from '../../src/store/store.ts';
import { loadSample } from '../dump/support/sample-store.ts';
import { temporaryFolder } from '../house/afterwards.ts';

const FERRYLIGHT = 'northquay-works/ferrylight';
const TIDEWATCH = 'yaryna-vitrolom/tidewatch';
const NOW_MS = Date.UTC(2026, 5, 1);

let home: string;
let reading: Reading;
let dbPath: string;

beforeAll(async () => {
  home = temporaryFolder();
  dbPath = await loadSample(home);
  reading = openReading(dbPath);
});

afterAll(async () => {
  reading.close();
});

const thread = (text: string) => reading.thread(parseThreadAddress([text]));

function failureOf(work: () => unknown): { code: string; message: string; hint: string } {
  try {
    work();
  } catch (error) {
    if (error instanceof Failure) {
      return { code: error.code, message: error.message, hint: error.hint };
    }
  }
  throw new Error('It did not fail');
}

it('gives labels that an archive only names their colours, and counts what has them', () => {
  const named = join(home, 'named.db');
  cpSync(dbPath, named);
  const db = new SqliteDatabase(named);
  for (const kind of ['issue', 'pull_request']) {
    db.exec(`UPDATE ${kind}_labels SET label_url = name`);
  }
  db.close();
  const factsOf = (path: string) => {
    const [store, browsing] = [openReading(path), openBrowsing(path)];
    const labels = [...store.threads({ kind: 'issue', limit: 1_000, nowMs: NOW_MS }).threads()].map(
      (one) => one.labels,
    );
    const [offered, uses] = [browsing.labels(TIDEWATCH), browsing.labelUses(TIDEWATCH)];
    store.close();
    browsing.close();
    return { labels, offered, uses };
  };
  const expected = factsOf(dbPath);
  expect(expected.labels.flat().filter(({ color }) => color !== null).length).toBeGreaterThan(5);
  expect(expected.offered.length).toBeGreaterThan(1);
  expect(expected.offered.some(({ name }) => (expected.uses.get(name)?.issueCount ?? 0) > 0)).toBe(true);
  expect(factsOf(named)).toEqual(expected);
});

describe('Reading.thread()', () => {
  it('gives a pull request with its reviews, each with the conversations that it began', () => {
    const { kind, state, pullRequest, timeline } = thread(`${TIDEWATCH}#2`);
    expect([kind, state, pullRequest?.baseRef, pullRequest?.isDraft]).toEqual([
      'pull_request',
      'merged',
      'main',
      false,
    ]);
    const reviews = timeline.flatMap((entry) => (entry.kind === 'review' ? [entry] : []));
    expect(reviews.map((review) => [review.author, review.state, review.conversations.length])).toEqual([
      ['marrowick-marisol', 'changes_requested', 1],
      ['marrowick-marisol', 'approved', 0],
    ]);
    expect(reviews[0]?.conversations[0]).toMatchObject({
      path: 'src/forecast-cache.ts',
      line: 5,
      isOutdated: true,
      resolver: 'marrowick-marisol',
      resolvedAt: '2023-12-06T10:22:29Z',
    });
  });

  it('has every comment, event and review comment of the store exactly once, in the order of time', () => {
    const store = openStore(dbPath);
    const numbers = [...store.query('SELECT repo, number FROM threads').rows];
    const counts = { comment: 0, event: 0, remark: 0 };
    for (const [repo, number] of numbers) {
      const { timeline } = thread(`${repo}#${number}`);
      const times = timeline.map(({ createdAt }) => createdAt ?? '');
      expect(times).toEqual([...times].sort());
      for (const entry of timeline) {
        counts.comment += entry.kind === 'comment' ? 1 : 0;
        counts.event += entry.kind === 'event' ? 1 : 0;
        const conversations =
          entry.kind === 'review' ? entry.conversations : entry.kind === 'conversation' ? [entry] : [];
        counts.remark += conversations.flatMap(({ comments }) => comments).length;
      }
    }
    const countOf = (table: string) => [...store.query(`SELECT count(*) FROM ${table}`).rows][0]?.[0];
    expect(counts).toEqual({
      comment: countOf('issue_comments'),
      event: countOf('issue_events'),
      remark: countOf('pull_request_review_comments'),
    });
    store.close();
  });

  it('links issues and the pull requests that close them, both ways', () => {
    expect(thread(`${TIDEWATCH}#9`).pullRequest?.closes).toEqual([
      'https://service.example/yaryna-vitrolom/tidewatch/issues/8',
    ]);
    expect(thread(`${TIDEWATCH}#8`).closedBy).toContain(
      'https://service.example/yaryna-vitrolom/tidewatch/pull/9',
    );
  });

  it('never says that a rejected pull request closed an issue', () => {
    const rejected = join(home, 'rejected.db');
    cpSync(dbPath, rejected);
    const db = new SqliteDatabase(rejected);
    db.prepare("UPDATE pull_requests SET state = 'closed' WHERE repo = ? AND number = 9").run(TIDEWATCH);
    db.close();
    const store = openReading(rejected);
    expect(store.thread(parseThreadAddress([`${TIDEWATCH}#8`])).closedBy).toEqual([]);
    store.close();
  });

  it('accepts names in any case, and without their owner if that is unambiguous', () => {
    expect(thread('Yaryna-Vitrolom/TIDEWATCH#2').repo).toBe(TIDEWATCH);
    expect(thread('tidewatch#2').repo).toBe(TIDEWATCH);
  });

  it.each([
    ['northquay-works/ferylight#7', 'absent', 'Did you mean northquay-works/ferrylight?'],
    ['northkey-works/ferrylight#7', 'absent', 'Did you mean northquay-works/ferrylight?'],
    ['zzz/qqqqqqqqq#7', 'absent', 'repositoryNames() of the store lists all of them'],
    [`${FERRYLIGHT}#99`, 'absent', 'The nearest is #21'],
    ['7', 'usage', `Name one, such as ${FERRYLIGHT} or yaryna-vitrolom/seedbank or ${TIDEWATCH}`],
    ['yaryna-vitrolom/seedbank#1', 'absent', 'The repository has no issues and no pull requests here'],
  ])('fails for %j with the nearest valid one', (text, code, hint) => {
    expect(failureOf(() => thread(text))).toMatchObject({ code, hint });
  });

  it('says if a number is a discussion', () => {
    const store = openStore(dbPath);
    const [row] = [...store.query('SELECT repo, number FROM discussions ORDER BY id LIMIT 1').rows];
    store.close();
    expect(failureOf(() => thread(`${row?.[0]}#${row?.[1]}`)).message).toContain(
      'this number is a discussion',
    );
  });
});

describe('Reading.threads()', () => {
  const numbers = (filter: Partial<Parameters<Reading['threads']>[0]>) =>
    [...reading.threads({ kind: 'issue', limit: 100, nowMs: NOW_MS, ...filter }).threads()].map(
      ({ repo, number }) => `${repo?.split('/')[1]}#${number}`,
    );

  it('filters by state, and counts merged ones as closed', () => {
    expect(numbers({ state: 'open' })).toEqual(['ferrylight#19', 'tidewatch#10', 'tidewatch#3']);
    expect(numbers({ state: 'all' })).toHaveLength(18);
    const merged = numbers({ kind: 'pull_request', state: 'merged' });
    expect(numbers({ kind: 'pull_request', state: 'closed' })).toEqual(expect.arrayContaining(merged));
  });

  it('answers each filter as its tables do', () => {
    const store = openStore(dbPath);
    const shortNames = (sql: string) =>
      [...store.query(sql).rows].map(([repo, number]) => `${String(repo).split('/')[1]}#${number}`);
    const expected = {
      author: shortNames("SELECT repo, number FROM issues WHERE author = 'marrowick-marisol'"),
      assignee: shortNames(
        "SELECT repo, number FROM issues JOIN issue_assignees ON issue_id = id WHERE login = 'marrowick-marisol'",
      ),
      label: shortNames(
        "SELECT repo, number FROM issues JOIN issue_labels ON issue_id = id WHERE name = 'bug'",
      ),
    };
    store.close();
    expect(expected.author.length * expected.assignee.length * expected.label.length).toBeGreaterThan(0);
    expect(numbers({ author: '@Marrowick-Marisol' }).sort()).toEqual(expected.author.sort());
    expect(numbers({ assignee: 'marrowick-marisol' }).sort()).toEqual(expected.assignee.sort());
    expect(numbers({ labels: ['bug'] }).sort()).toEqual(expected.label.sort());
    expect(numbers({ labels: ['bug', 'no such label'] })).toEqual([]);
    expect(numbers({ kind: 'pull_request', isDraft: true })).toEqual(['ferrylight#5']);
  });

  it('accepts an additional search, and refuses a wrong one', () => {
    expect(numbers({ search: '日本語' })).toEqual(['ferrylight#2']);
    expect(numbers({ search: 'comments:>6', state: 'closed' })).toContain('ferrylight#7');
    expect(numbers({ search: 'sort:created-asc' })).toEqual(numbers({}).toReversed());
    expect(failureOf(() => numbers({ search: 'is:opne' })).code).toBe('search-refused');
    expect(failureOf(() => numbers({ search: 'snapshot:1' })).code).toBe('search-refused');
    expect(failureOf(() => numbers({ repo: 'acme/none' })).code).toBe('absent');
  });

  it('sorts, and cuts at the limit', () => {
    const oldest = numbers({ sort: { by: 'created', isAscending: true } });
    expect(oldest.toReversed()).toEqual(numbers({}));
    expect(numbers({ limit: 2 })).toEqual(numbers({}).slice(0, 2));
  });
});

describe('Reading.release()', () => {
  it('gives the latest release, which is neither draft nor pre-release', () => {
    expect(reading.release({ repo: FERRYLIGHT, tag: undefined })).toMatchObject({
      tag: 'v0.9.0',
      isLatest: true,
      isDraft: false,
    });
  });

  it('gives the sizes of files that are kept', () => {
    const { assets, isPrerelease } = reading.release({ repo: TIDEWATCH, tag: 'v0.3.0-rc.1' });
    expect(isPrerelease).toBe(true);
    expect(assets).toHaveLength(2);
    expect(assets.every(({ sizeBytes, sha256 }) => (sizeBytes ?? 0) > 0 && sha256?.length === 64)).toBe(true);
  });

  it('suggests the nearest tag if there is no such release', () => {
    expect(failureOf(() => reading.release({ repo: FERRYLIGHT, tag: 'v0.99.0' }))).toMatchObject({
      code: 'absent',
      hint: expect.stringMatching(/^Did you mean v0\.\d\.0\?$/),
    });
    expect(failureOf(() => reading.release({ repo: 'seedbank', tag: 'v1' })).message).toBe(
      'Cannot find a release of yaryna-vitrolom/seedbank: it has none',
    );
  });
});

describe('Reading.releases()', () => {
  it('marks one release of each repository as the latest', () => {
    const latest = [...reading.releases({ limit: 100, isOldestFirst: false })]
      .filter(({ isLatest }) => isLatest)
      .map(({ repo }) => repo);
    expect(latest.sort()).toEqual([FERRYLIGHT, TIDEWATCH]);
  });
});

describe('Reading.repository()', () => {
  it('counts the contents of a repository', () => {
    const { counts, topics } = reading.repository(FERRYLIGHT);
    expect(topics).toEqual(['status-page', 'monitoring', 'self-hosted']);
    expect(counts).toMatchObject({ openIssues: 1, closedIssues: 9, openPullRequests: 3, releases: 12 });
  });

  it('lists repositories of an owner', () => {
    const names = (owner?: string) =>
      [...reading.repositories({ owner, limit: 10, sort: 'name' })].map(({ repo }) => repo);
    expect(names()).toEqual([FERRYLIGHT, 'yaryna-vitrolom/seedbank', TIDEWATCH]);
    expect(names('Northquay-Works')).toEqual([FERRYLIGHT]);
    expect(names('nobody')).toEqual([]);
  });
});
