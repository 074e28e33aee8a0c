import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createSystemClock } from '../../src/base/clock.ts';
import { listenOn } from '../../src/base/listen-on.ts';
import { runSatchel } from '../../src/cli/program.ts';
import { layOutSample } from '../cli/support/loaded-sample.ts';
import { createRecordedContext } from '../cli/support/recorded-context.ts';
import { type RestoredRepository, readRestoreFolder } from '../dump/support/restore-folder.ts';
import { searchPath } from '../git/support/make-repository.ts';
import { temporaryFolder } from '../house/afterwards.ts';

const REPOSITORY = 'yaryna-vitrolom/tidewatch';

let folder: string;
let db: string;

beforeAll(async () => {
  folder = temporaryFolder();
  db = join(folder, 'work.db');
  await layOutSample(db);
  expect((await run('dump', 'forge', join(folder, 'moved'), '--db', db)).status).toBe(0);
});

async function run(...words: readonly string[]) {
  const env = { PATH: searchPath, XDG_DATA_HOME: join(folder, 'data') };
  const context = { ...createRecordedContext({ env }), clock: createSystemClock() };
  const status = await runSatchel(words, context);
  return { status, out: context.out(), err: context.err() };
}

// biome-ignore lint/suspicious/noExplicitAny: Answers of an API, as its documentation shows them.
type Answer = any;

/**
 * What the API of a forge answers after it has restored a folder (docs.gitea.com/api/1.22, `issueListIssues`,
 * `issueGetRepoComments`, `repoListPullReviews`, `repoListReleases`): accounts that it lacks are "ghost", and a comment
 * has the address of an issue or that of a pull request.
 */
function answersOf(
  restored: RestoredRepository,
  origin: string,
): Readonly<Record<string, readonly Answer[]>> {
  const user = { login: 'ghost' };
  const threadOf = (thread: Answer) => ({
    ...{ number: thread.number, title: thread.title, body: thread.content, state: thread.state, user },
    original_author: thread.poster_name,
  });
  const pulls = new Set(restored.pullRequests.map(({ number }) => number));
  const numbers = [...new Set(restored.reviews.map(({ issue_index }) => issue_index))];
  const verdicts: Answer = { CHANGES_REQUESTED: 'REQUEST_CHANGES', COMMENTED: 'COMMENT' };
  return {
    '/labels': restored.labels,
    '/milestones?state=all': restored.milestones,
    '/releases': restored.releases,
    '/issues?type=issues&state=all': restored.issues.map(threadOf),
    '/issues?type=pulls&state=all': restored.pullRequests.map((pull) => ({
      ...threadOf(pull),
      pull_request: { merged: pull.merged },
    })),
    '/issues/comments': restored.comments.filter(isComment).map(({ issue_index, content, poster_name }) => ({
      ...{ body: content, user, original_author: poster_name },
      issue_url: pulls.has(issue_index) ? '' : `${origin}/acme/app/issues/${issue_index}`,
      pull_request_url: pulls.has(issue_index) ? `${origin}/acme/app/pulls/${issue_index}` : '',
    })),
    ...Object.fromEntries(
      numbers.map((number) => [
        `/pulls/${number}/reviews`,
        restored.reviews
          .filter(({ issue_index }) => issue_index === number)
          .map(({ content, state }) => ({ body: content, state: verdicts[state] ?? state })),
      ]),
    ),
  };
}

/** Serves what was restored, in pages of the size that is asked for, after `change` has changed it. */
async function serveForge(change: (restored: Answer) => void = () => undefined) {
  const restored = readRestoreFolder(join(folder, 'moved', REPOSITORY));
  change(restored);
  const tokens = new Set<string | undefined>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', origin);
    tokens.add(request.headers.authorization);
    const limit = Number(url.searchParams.get('limit'));
    const page = Number(url.searchParams.get('page') ?? 1);
    url.searchParams.delete('limit');
    url.searchParams.delete('page');
    const path = `${url.pathname}${url.search}`.replace(`/api/v1/repos/${REPOSITORY}`, '');
    const all = answersOf(restored, origin)[path];
    if (all === undefined) {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"not found"}');
      return;
    }
    const next = new URL(request.url ?? '', origin);
    next.searchParams.set('page', String(page + 1));
    const more = all.length > page * limit ? { link: `<${next.href}>; rel="next"` } : {};
    response.writeHead(200, { 'content-type': 'application/json', ...more });
    response.end(JSON.stringify(all.slice((page - 1) * limit, page * limit)));
  });
  const { origin, close } = await listenOn(server, { host: '127.0.0.1', port: 0 });
  onTestFinished(close);
  return { origin, tokens };
}

const isComment = ({ comment_type: type }: Answer) => type === 'comment';

/** Whether a review is not the first one of its pull request. */
const isFurther = ({ issue_index: number }: Answer, index: number, reviews: readonly Answer[]) =>
  reviews.findIndex((review) => review.issue_index === number) < index;

async function check(origin: string, ...words: readonly string[]) {
  const asked = ['--check', origin, '--db', db, '--repository', REPOSITORY, '--json'];
  const { status, out } = await run('dump', 'forge', ...asked, ...words);
  const events = out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return {
    status,
    summary: events.at(-1),
    differences: events.filter(({ differs }) => differs !== undefined),
  };
}

describe('satchel dump forge --check', () => {
  it('finds a restored repository equal', async () => {
    const { origin } = await serveForge();
    const { status, summary, differences } = await check(origin);
    expect(differences).toEqual([]);
    expect(status).toBe(0);
    expect(summary.failures).toEqual([]);
    const kinds = ['labels', 'milestones', 'releases', 'issues', 'pull_requests', 'comments', 'reviews'];
    expect(summary.kinds.map(({ kind }: Answer) => kind).sort()).toEqual(kinds.sort());
    for (const { kind, dumped, found, different } of summary.kinds) {
      expect([kind, found, different]).toEqual([kind, dumped, 0]);
      expect(dumped, kind).toBeGreaterThan(0);
    }
  });

  it.each<[string, (restored: Answer) => void, object]>([
    ['an author', ({ issues }) => Object.assign(issues[0], { poster_name: 'x' }), { differs: ['author'] }],
    ['a title', ({ issues }) => Object.assign(issues[0], { title: 'x' }), { differs: ['title'] }],
    ['a text', ({ comments }) => Object.assign(comments[0], { content: 'x' }), { differs: ['text'] }],
    [
      'a state',
      ({ pullRequests }) => Object.assign(pullRequests[0], { merged: false, state: 'x' }),
      { differs: ['state'] },
    ],
    [
      'a comment where there was none',
      ({ comments }) =>
        comments.push({ issue_index: 999, comment_type: 'comment', content: 'x', poster_name: 'x' }),
      { kind: 'comments', record: '999', differs: ['unexpected'] },
    ],
    [
      'a missing comment',
      ({ comments }) => comments.splice(comments.findLastIndex(isComment), 1),
      { kind: 'comments', differs: ['missing'] },
    ],
    [
      'a missing review',
      ({ reviews }) => reviews.splice(reviews.findLastIndex(isFurther), 1),
      { kind: 'reviews', differs: ['missing'] },
    ],
    ['a missing issue', ({ issues }) => issues.splice(0, 1), { kind: 'issues', differs: ['missing'] }],
    [
      'a label too many',
      ({ labels }) => labels.push({ name: 'x' }),
      { record: 'x', differs: ['unexpected'] },
    ],
    [
      'a missing file',
      ({ releases }) => Object.assign(releases[0], { assets: [] }),
      { kind: 'releases', differs: ['files'] },
    ],
    ['a verdict', ({ reviews }) => Object.assign(reviews[0], { state: 'PENDING' }), { differs: ['verdict'] }],
  ])('finds %s', async (_, change, difference) => {
    const { origin } = await serveForge(change);
    const { status, differences } = await check(origin);
    expect([status, differences.length]).toEqual([3, 1]);
    expect(differences[0]).toMatchObject({ repository: REPOSITORY, ...difference });
  });

  it('names a repository that is not there', async () => {
    const { origin } = await serveForge();
    const { status, summary } = await check(`${origin}/{owner}/elsewhere-{name}`);
    expect(status).toBe(3);
    expect(summary.failures).toEqual([
      { repository: REPOSITORY, message: expect.stringContaining('not there') },
    ]);
  });
});
