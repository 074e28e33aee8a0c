import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { openArchiveSource } from '../../src/archive/archive-source.ts';
import { createDrivenClock } from '../../src/base/clock.ts';
import { dumpForge, type ForgeDumpOptions } from '../../src/dump/dump-forge.ts';
import { createGitStage } from '../../src/git/git-stage.ts';
import { loadArchiveSource } from '../../src/load/load-archive-source.ts';
import type { RecordBatch } from '../../src/model/records.ts';
import { writeSampleArchive } from '../../src/sandbox/write-sample-archive.ts';
import { foldersNextTo } from '../../src/store/file-folders.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { IS_LONG } from '../house/long-run.ts';
import { CURRENT, OLD } from '../house/samples.ts';
import { batchOf } from '../store/support/archive-text.ts';
import { writeStore } from '../store/support/write-store.ts';
import { HOSTILE_TEXTS, writeHostileStore } from './support/hostile-store.ts';
import { type RestoredRepository, readRestoreFolder } from './support/restore-folder.ts';

const NOW_MS = Date.UTC(2026, 5, 2);

/** Dumps a store for a forge into a new folder. */
async function dump(dbPath: string, changes: Partial<ForgeDumpOptions> = {}) {
  const path = join(temporaryFolder(), 'moved');
  const signal = new AbortController().signal;
  const report = await dumpForge({
    ...{ dbPath, files: foldersNextTo(dbPath), place: { path, isForced: false }, repositories: [] },
    ...{ accounts: new Map(), hasDiscussions: false, signal },
    git: { searchPath: process.env['PATH'] ?? '', clock: createDrivenClock(NOW_MS), signal },
    ...changes,
  });
  return { path, report };
}

async function load(path: string): Promise<string> {
  const dbPath = join(temporaryFolder(), 'a.db');
  await loadArchiveSource({
    sources: [await openArchiveSource(path)],
    dbPath,
    archive: { name: 'a.tar.gz' },
    clock: createDrivenClock(NOW_MS),
    files: {
      folders: foldersNextTo(dbPath),
      openRepositoryStage: (directory) => createGitStage({ directory }),
    },
  });
  return dbPath;
}

/** What a forge restores of a repository `acme/app` with these records. */
async function restore(batches: readonly RecordBatch[]): Promise<RestoredRepository> {
  const dbPath = join(temporaryFolder(), 'a.db');
  const url = 'https://service.example/acme/app';
  await writeStore(dbPath, [
    batchOf('repository', [{ type: 'repository', url, private: false }]),
    ...batches,
  ]);
  const { path } = await dump(dbPath);
  return readRestoreFolder(join(path, 'acme/app'));
}

function open(dbPath: string): Database.Database {
  return new Database(dbPath, { readonly: true });
}

/** Texts of what was restored, by number and time, as the store has them. */
function saidIn({ issues, pullRequests, comments, reviews }: RestoredRepository): readonly string[] {
  return [
    ...[...issues, ...pullRequests].map(({ number, title, content }) => ['thread', number, title, content]),
    ...comments
      .filter(({ comment_type }) => comment_type === 'comment')
      .map(({ issue_index, content }) => ['comment', issue_index, '', content]),
    ...reviews
      .filter(({ content }) => content !== '')
      .map(({ issue_index, content }) => ['review', issue_index, '', content]),
    ...reviews.flatMap(({ issue_index, comments: own }) =>
      own.map(({ content }: { readonly content: string }) => ['line', issue_index, '', content]),
    ),
  ]
    .map((said) => JSON.stringify(said))
    .sort();
}

function saidOf(db: Database.Database, repo: string): readonly string[] {
  const rows = db
    .prepare(
      `SELECT 'thread', number, coalesce(title, ''), coalesce(body, '') FROM threads WHERE repo = @repo
       UNION ALL SELECT 'comment', number, '', coalesce(body, '') FROM issue_comments WHERE repo = @repo
       UNION ALL SELECT 'review', number, '', body FROM pull_request_reviews WHERE repo = @repo AND body <> ''
       UNION ALL SELECT 'line', number, '', coalesce(body, '') FROM pull_request_review_comments WHERE repo = @repo`,
    )
    .raw()
    .all({ repo });
  return rows.map((row) => JSON.stringify(row)).sort();
}

interface ThreadFacts {
  readonly repo: string;
  readonly number: number;
  readonly labels: string;
  readonly assignees: string;
  readonly milestone: string;
  readonly closed: string | null;
}

function factsOfThreads(kind: 'issue' | 'pull_request'): string {
  const list = (column: string, table: string) =>
    `(SELECT json_group_array(${column}) FROM (SELECT ${column} FROM ${table} WHERE ${kind}_id = t.id ORDER BY position))`;
  return `SELECT repo, number, closed_at AS closed, ${list('name', `${kind}_labels`)} AS labels,
    ${list('login', `${kind}_assignees`)} AS assignees,
    coalesce((SELECT title FROM milestones WHERE url = t.milestone_url), '') AS milestone
    FROM ${kind}s AS t`;
}

/** A store with the sample archive, which no test changes. */
let sample: string;

beforeAll(async () => {
  sample = await load(CURRENT);
}, 60_000);

const ARCHIVES = {
  'the current sample': () => Promise.resolve(CURRENT),
  'the sample of 2019': () => Promise.resolve(OLD),
  [IS_LONG ? 'a random world of 500 threads' : 'a random world']: async () => {
    const path = join(temporaryFolder(), 'a.tar.gz');
    await writeSampleArchive({
      seed: 'forge',
      dialect: 'github',
      generation: 'current',
      repositories: 3,
      issues: IS_LONG ? 500 : 30,
      nowMs: NOW_MS,
      path,
    });
    return path;
  },
};

describe('dumpForge()', () => {
  it.each(Object.entries(ARCHIVES))('restores every thread and text of %s', async (_name, archive) => {
    const dbPath = await load(await archive());
    const db = open(dbPath);
    const { path, report } = await dump(dbPath, { hasDiscussions: true });
    const repositories = db.prepare('SELECT repo FROM repositories').pluck().all() as string[];
    expect(repositories.length).toBeGreaterThan(1);
    let texts = 0;
    const read: Record<string, number> = {};
    const add = (kind: string, count: number) => {
      read[kind] = (read[kind] ?? 0) + count;
    };
    for (const repo of repositories) {
      const restored = readRestoreFolder(join(path, repo));
      const discussions = db.prepare('SELECT number FROM discussions WHERE repo = ?').pluck().all(repo);
      const own = {
        ...restored,
        issues: restored.issues.filter(({ number }) => !discussions.includes(number)),
      };
      const withoutAttachments = (said: string) =>
        said.replaceAll(/\]\((?:[^)"\\]|\\[^"])*\)|\bsrc=\\".*?\\"/g, '');
      expect(saidIn(own).map(withoutAttachments)).toEqual(saidOf(db, repo).map(withoutAttachments));
      texts += saidIn(own).length;
      add('milestones', own.milestones.length);
      add('topics', own.topics.length);
      add('releases', own.releases.filter(({ tag_name }) => tag_name !== 'satchel-attachments').length);
      add('issues', own.issues.length);
      add('pull_requests', own.pullRequests.length);
      add('discussions', restored.issues.length - own.issues.length);
      add('comments', own.comments.filter(({ comment_type }) => comment_type === 'comment').length);
      add(
        'review_comments',
        own.reviews.reduce((sum, { comments }) => sum + comments.length, 0),
      );
    }
    const written = report.kinds?.filter(({ kind }) => kind in read);
    expect(written?.map(({ kind, count }) => [kind, count])).toEqual(
      written?.map(({ kind }) => [kind, read[kind]]),
    );
    expect(texts).toBeGreaterThan(60);
    for (const { kind, count, written, leftOut } of report.kinds ?? []) {
      expect(leftOut.filter((each) => each.count === 0)).toEqual([]);
      const left = leftOut.reduce((sum, each) => sum + each.count, 0);
      expect([kind, written + left]).toEqual([kind, count]);
    }
    db.close();
  });

  it('keeps authors, times, states, labels, milestones, assignees and the commits of pull requests', async () => {
    const db = open(sample);
    const { path } = await dump(sample);
    const pulls = db.prepare('SELECT * FROM pull_requests').all() as Record<string, string | number | null>[];
    expect(pulls).toHaveLength(12);
    for (const pull of pulls) {
      const repo = String(pull['repo']);
      const restored = readRestoreFolder(join(path, repo)).pullRequests.find(
        ({ number }) => number === pull['number'],
      );
      const git = join(path, repo, 'git');
      const head = execFileSync('git', ['-C', git, 'rev-parse', `refs/pull/${pull['number']}/head`], {
        encoding: 'utf8',
      });
      expect(head.trim()).toBe(pull['head_sha']);
      expect(restored).toMatchObject({
        poster_name: pull['author'] ?? 'Ghost',
        state: pull['state'] === 'open' ? 'open' : 'closed',
        merged: pull['state'] === 'merged',
        created: new Date(String(pull['created_at'])),
        head: { sha: pull['head_sha'] },
        base: { ref: pull['base_ref'], sha: pull['base_sha'] },
      });
      const picture = db.prepare('SELECT avatar_url FROM users WHERE login = ?').pluck().get(pull['author']);
      expect(restored.poster_id).toBe(Number(/\/u\/(\d+)/.exec(String(picture))?.[1] ?? 0));
      if (pull['state'] === 'open') {
        const branch = execFileSync('git', ['-C', git, 'rev-parse', `refs/heads/${restored.head.ref}`], {
          encoding: 'utf8',
        });
        expect(branch.trim()).toBe(pull['head_sha']);
      }
    }
    for (const kind of ['issue', 'pull_request'] as const) {
      const threads = db.prepare(factsOfThreads(kind)).all() as ThreadFacts[];
      for (const { repo, number, labels, assignees, milestone, closed } of threads) {
        const { issues, pullRequests } = readRestoreFolder(join(path, repo));
        const thread = [...issues, ...pullRequests].find((each) => each.number === number);
        expect(thread.labels.map((label: { readonly name: string }) => label.name)).toEqual(
          JSON.parse(labels),
        );
        const closedAt = closed === null ? null : new Date(closed);
        expect(thread).toMatchObject({ assignees: JSON.parse(assignees), milestone, closed: closedAt });
      }
      for (const fact of ['labels', 'assignees', 'milestone', 'closed'] as const) {
        expect(new Set(threads.map((thread) => thread[fact])).size, fact).toBeGreaterThan(1);
      }
    }
    db.close();
  });

  it('keeps the labels and milestones that a repository offers, each once', async () => {
    const db = open(sample);
    const { path } = await dump(sample);
    for (const repo of db.prepare('SELECT repo FROM repositories').pluck().all() as string[]) {
      const { labels, milestones } = readRestoreFolder(join(path, repo));
      const offered = db
        .prepare(
          `SELECT l.name, lower(l.color) AS color, coalesce(l.description, '') AS description
           FROM repositories AS r JOIN repository_labels AS l ON repository_id = r.id WHERE repo = ?`,
        )
        .all(repo);
      expect(labels.slice(0, offered.length)).toEqual(
        offered.map((label) => expect.objectContaining(label as object)),
      );
      expect(new Set(labels.map(({ name }) => name)).size).toBe(labels.length);
      const kept = db.prepare('SELECT title, state FROM milestones WHERE repo = ? ORDER BY number').all(repo);
      expect(milestones.map(({ title, state }) => ({ title, state }))).toEqual(kept);
    }
    expect(db.prepare('SELECT count(*) FROM milestones').pluck().get()).toBeGreaterThan(1);
    db.close();
  });

  it('offers the labels of discussions, if these become issues', async () => {
    const dbPath = join(temporaryFolder(), 'a.db');
    const url = 'https://service.example/acme/app';
    const labels = [`${url}/labels/idea`];
    const discussion = {
      type: 'discussion',
      url: `${url}/discussions/1`,
      repository: url,
      title: 'A',
      labels,
    };
    await writeStore(dbPath, [
      batchOf('repository', [{ type: 'repository', url, private: false }]),
      batchOf('discussion', [discussion]),
    ]);
    for (const [hasDiscussions, offered] of [
      [true, ['discussion', 'idea']],
      [false, []],
    ] as const) {
      const { path } = await dump(dbPath, { hasDiscussions });
      const { labels: restored } = readRestoreFolder(join(path, 'acme/app'));
      expect(restored.map(({ name }) => name)).toEqual(offered);
    }
  });

  it('places what is said about a line in the commit that has this line', async () => {
    const url = 'https://service.example/acme/app';
    const pull = `${url}/pull/1`;
    const [first, last] = ['1', '2'].map((digit) => digit.repeat(40));
    const remark = (name: string) => ({
      ...{
        type: 'pull_request_review_comment',
        url: `${pull}/files#${name}`,
        pull_request: pull,
        body: name,
      },
      ...{ pull_request_review_thread: `${pull}/files#thread-${name}` },
      ...{ commit_id: last, original_commit_id: first, diff_hunk: '@@ -1 +1 @@\n+x', path: 'a' },
    });
    const thread = (name: string, line: number | null) => ({
      ...{ type: 'pull_request_review_thread', url: `${pull}/files#thread-${name}`, pull_request: pull },
      ...{ line, original_line: 7, side: 'right' },
    });
    const { reviews } = await restore([
      batchOf('pull_request', [{ type: 'pull_request', url: pull, repository: url, title: 'A' }]),
      batchOf('pull_request_review_thread', [thread('current', 9), thread('outdated', null)]),
      batchOf('pull_request_review_comment', [remark('current'), remark('outdated')]),
    ]);
    const places = reviews.flatMap(({ comments }) => comments);
    expect(places).toHaveLength(2);
    expect(places).toMatchObject([
      { content: 'current', line: 9, commit_id: last },
      { content: 'outdated', line: 7, commit_id: first },
    ]);
  });

  it('takes a line from the head of a difference only if it is one', async () => {
    const url = 'https://service.example/acme/app';
    const pull = `${url}/pull/1`;
    const remark = (name: string, diff_hunk: string) => ({
      ...{ type: 'pull_request_review_comment', url: `${pull}/files#${name}`, pull_request: pull },
      ...{ body: name, diff_hunk, path: 'a' },
    });
    const { reviews } = await restore([
      batchOf('pull_request', [{ type: 'pull_request', url: pull, repository: url, title: 'A' }]),
      batchOf('pull_request_review_comment', [
        remark('whole', '@@ -3,2 +5,3 @@ def read\n x\n+y'),
        remark('cut', '@@ -3,2 +5\n x\n+y'),
      ]),
    ]);
    expect(reviews.flatMap(({ comments }) => comments)).toMatchObject([
      { content: 'whole', line: 6 },
      { content: 'cut', line: 0 },
    ]);
  });

  it('locks what was locked last', async () => {
    const issue = (number: number) => ({
      ...{ type: 'issue', url: `https://service.example/acme/app/issues/${number}`, title: `${number}` },
      repository: 'https://service.example/acme/app',
    });
    const events = [
      [1, 'locked'],
      [2, 'locked'],
      [2, 'unlocked'],
      [3, 'unlocked'],
      [3, 'locked'],
      [3, 'closed'],
    ] as const;
    const { issues } = await restore([
      batchOf('issue', [1, 2, 3, 4].map(issue)),
      batchOf(
        'issue_event',
        events.map(([number, event], second) => ({
          ...{ type: 'issue_event', url: `${issue(number).url}#event-${second}`, issue: issue(number).url },
          ...{ event, created_at: `2026-01-02T03:04:0${second}Z` },
        })),
      ),
    ]);
    const locked = issues.map(({ number, is_locked }) => [number, is_locked]);
    expect(Object.fromEntries(locked)).toEqual({ 1: true, 2: false, 3: true, 4: false });
  });

  it('keeps when a release was published, and of a draft when it was begun', async () => {
    const url = 'https://service.example/acme/app';
    const release = (tag: string, published_at: string | null) => ({
      ...{ type: 'release', url: `${url}/releases/tag/${tag}`, repository: url, tag_name: tag, published_at },
      ...{ created_at: '2026-01-02T03:04:05Z' },
    });
    const list = [release('v1', '2026-02-03T04:05:06Z'), release('v2', null)];
    const { releases } = await restore([batchOf('release', list)]);
    const published = Object.fromEntries(
      releases.map((each) => [each.tag_name, each.published.toISOString()]),
    );
    expect(published).toEqual({ v1: '2026-02-03T04:05:06.000Z', v2: '2026-01-02T03:04:05.000Z' });
  });

  it('is a repository that git clones, with a wiki next to it', async () => {
    const { path } = await dump(sample);
    const db = open(sample);
    const kept = db.prepare('SELECT repo, is_wiki FROM kept_repositories').all() as {
      repo: string;
      is_wiki: number;
    }[];
    expect(kept.filter(({ is_wiki }) => is_wiki === 1)).toHaveLength(1);
    for (const { repo, is_wiki } of kept) {
      const target = join(temporaryFolder(), 'clone.git');
      const from = join(path, repo, is_wiki === 1 ? 'git.wiki.git' : 'git');
      execFileSync('git', ['clone', '--quiet', '--mirror', from, target]);
      execFileSync('git', ['-C', target, 'fsck', '--strict'], { stdio: 'pipe' });
    }
    db.close();
  });

  it('leads to kept uploads, and to the forge if its address is given', async () => {
    const plain = await dump(sample);
    const moved = await dump(sample, { forgeUrl: 'https://git.example.org' });
    const repo = 'northquay-works/ferrylight';
    const attachments = readFileSync(join(moved.path, repo, 'attachments.csv'), 'utf8')
      .trim()
      .split('\r\n')
      .slice(1);
    const release = readRestoreFolder(join(moved.path, repo)).releases.at(-1);
    expect(release.tag_name).toBe('satchel-attachments');
    expect(release.assets).toHaveLength(attachments.length);
    for (const line of attachments) {
      const [, now = ''] = line.split(',');
      const name = decodeURIComponent(now.slice(now.lastIndexOf('/') + 1));
      expect(now).toContain(`https://git.example.org/${repo}/releases/download/satchel-attachments/`);
      expect(release.assets.map((asset: { readonly name: string }) => asset.name)).toContain(name);
    }
    const textOf = ({ path }: { readonly path: string }) =>
      readFileSync(join(path, repo, 'issue.yml'), 'utf8');
    expect(textOf(plain)).toContain(`](/${repo}/releases/download/satchel-attachments/`);
    expect(textOf(moved)).toContain(`https://git.example.org/${repo}/releases/download/satchel-attachments/`);
  });

  it('keeps who reacted to a thread or comment', async () => {
    const db = open(sample);
    const { path, report } = await dump(sample);
    const repositories = db.prepare('SELECT repo FROM repositories').pluck().all() as string[];
    const reacted = (repo: string) =>
      db
        .prepare(
          `SELECT r.author, CASE r.content WHEN 'smile' THEN 'laugh' WHEN 'tada' THEN 'hooray' WHEN 'thinking_face' THEN 'confused' ELSE r.content END
           FROM reactions AS r JOIN (SELECT id, repo FROM issues UNION SELECT id, repo FROM pull_requests
           UNION SELECT id, repo FROM issue_comments UNION SELECT id, repo FROM pull_request_review_comments) AS s ON s.id = subject_id
           WHERE repo = ?`,
        )
        .raw()
        .all(repo);
    let count = 0;
    for (const repo of repositories) {
      const { issues, pullRequests, comments, reviews } = readRestoreFolder(join(path, repo));
      const said = [...issues, ...pullRequests, ...comments, ...reviews.flatMap((review) => review.comments)];
      const kept = said
        .flatMap(({ reactions = [] }) => reactions)
        .map(({ user_name, content }) => [user_name, content]);
      expect(kept.toSorted()).toEqual(reacted(repo).toSorted());
      count += kept.length;
    }
    expect(report.kinds).toContainEqual(expect.objectContaining({ kind: 'reactions', written: count }));
    expect(count).toBeGreaterThan(5);
    db.close();
  });

  it.each([
    ['/acme/app/issues/12', '/acme/app/issues/12'],
    ['/acme/app/pull/12/files', '/acme/app/pulls/12/files'],
    ['/acme/app/issues/12#issuecomment-7', '/acme/app/issues/12'],
    [
      `/acme/app/blob/${'a'.repeat(40)}/src/a.ts#L3-L4`,
      `/acme/app/src/commit/${'a'.repeat(40)}/src/a.ts#L3-L4`,
    ],
    ['/acme/app/tree/main/docs', '/acme/app/src/branch/main/docs'],
    ['/acme/app/releases/tag/v1', '/acme/app/releases/tag/v1'],
    ['/acme/elsewhere/issues/12', undefined],
    ['/acme/app/settings', undefined],
  ])('leads from %s to the forge, and leaves #12 as it is', async (service, forge) => {
    const url = 'https://service.example/acme/app';
    const body = (address: string) => `See #12, [that](${address}) and ${address}.`;
    const dbPath = join(temporaryFolder(), 'a.db');
    const text = body(`https://service.example${service}`);
    await writeStore(dbPath, [
      batchOf('repository', [{ type: 'repository', url, private: false }]),
      batchOf('issue', [{ type: 'issue', url: `${url}/issues/1`, repository: url, title: 'A', body: text }]),
    ]);
    const moved = await dump(dbPath, { forgeUrl: 'https://git.example.org' });
    const plain = await dump(dbPath);
    const textIn = ({ path }: { readonly path: string }) =>
      readRestoreFolder(join(path, 'acme/app')).issues.map(({ content }) => content);
    expect(textIn(plain)).toEqual([text]);
    expect(textIn(moved)).toEqual([forge === undefined ? text : body(`https://git.example.org${forge}`)]);
  });

  it('gives people their new logins, in mentions too', async () => {
    const accounts = new Map([
      ['yaryna-vitrolom', 'yaryna'],
      ['zoeoskerby', 'zoe@example.org'],
    ]);
    const { path } = await dump(sample, { accounts });
    const { issues, pullRequests, comments } = readRestoreFolder(join(path, 'yaryna-vitrolom/tidewatch'));
    const names = [...issues, ...pullRequests, ...comments].map(({ poster_name }) => poster_name);
    expect(names).toContain('yaryna');
    expect(names).not.toContain('yaryna-vitrolom');
    expect(JSON.stringify(comments)).not.toMatch(/@yaryna-vitrolom\b/);
  });

  it('writes texts that no reader misreads', async () => {
    const dbPath = await writeHostileStore(temporaryFolder());
    const { path } = await dump(dbPath);
    const { issues } = readRestoreFolder(join(path, 'acme/app'));
    const db = open(dbPath);
    const stored = db.prepare("SELECT coalesce(body, '') FROM issues ORDER BY number, id").pluck().all();
    db.close();
    expect(stored.length).toBeGreaterThan(HOSTILE_TEXTS.length - 1);
    expect(issues.map(({ content }) => content)).toEqual(stored);
  });

  it('writes nothing outside of its folder, whatever repositories and threads are called', async () => {
    const directory = temporaryFolder();
    const dbPath = join(directory, 'evil.db');
    const names = ['../evil', 'acme/..', '../..', 'acme/app'];
    const urls = names.map((name) => `https://service.example/${name}`);
    await writeStore(dbPath, [
      batchOf(
        'repository',
        urls.map((url) => ({ type: 'repository', url, private: false })),
      ),
      batchOf(
        'issue',
        urls.map((url) => ({ type: 'issue', url: `${url}/issues/1`, repository: url, title: 'An issue' })),
      ),
    ]);
    const db = new Database(dbPath);
    db.prepare("UPDATE issues SET number = '../../../1' WHERE repo = 'acme/app'").run();
    db.close();
    const path = join(directory, 'out', 'moved');
    const { report } = await dump(dbPath, { place: { path, isForced: false } });
    expect(readdirSync(directory).sort()).toEqual(['evil.db', 'out']);
    expect(readdirSync(join(directory, 'out'))).toEqual(['moved']);
    const written = readdirSync(path, { recursive: true }).filter((name) =>
      String(name).endsWith('issue.yml'),
    );
    expect(written).toHaveLength(names.length);
    expect(report.kinds).toContainEqual(
      expect.objectContaining({
        kind: 'issues',
        leftOut: [{ reason: 'its record has no number', count: 1 }],
      }),
    );
  });

  it('replaces no folder unasked, and fails for a repository that is not there', async () => {
    const { path } = await dump(sample);
    await expect(dump(sample, { place: { path, isForced: false } })).rejects.toMatchObject({
      code: 'exists',
    });
    await expect(dump(sample, { repositories: ['acme/none'] })).rejects.toMatchObject({ code: 'absent' });
  });
});
