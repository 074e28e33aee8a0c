import { beforeAll, describe, expect, it } from 'vitest';
import { withQuery } from '../../../src/browse/paths.ts';
import { change, EDITED, type OpenApp, openApp } from '../support/open-app.ts';

const REPO = '/yaryna-vitrolom/tidewatch';

let app: OpenApp;
/** Who wrote nothing else in the thread than what was deleted. */
let silenced = '';

const COMMIT = 'a7cc5a08f99cbea8c6e7852d0fea8d70f741617b';
const MERGED = EDITED.replace('issues/3', 'pull/7');
const ORGANIZATION = 'https://service.example/northquay-works';
/** The url of a team, and its path in the reader. */
let team: readonly [url: string, path: string] = ['', ''];

beforeAll(async () => {
  app = await openApp({
    isLater: true,
    async edit(folder) {
      await change(folder, 'teams_', (teams) =>
        teams.map((one) => {
          team = [one.url, new URL(one.url).pathname];
          return { ...one, description: 'Described anew' };
        }),
      );
      await change(folder, 'users_', (users) => [
        ...users,
        ...['ash-one', 'ash-two'].map((login) => ({
          ...users[0],
          ...{ login, name: 'Ash', url: `https://service.example/${login}` },
        })),
      ]);
      await change(folder, 'pull_requests_', (pulls) =>
        pulls.map((one) =>
          one.url.endsWith(`${REPO}/pull/9`)
            ? { ...one, base: { ...(one['base'] as object), sha: COMMIT } }
            : one,
        ),
      );
      await change(folder, 'issue_events_', (events) => [
        ...events,
        {
          ...{ type: 'issue_event', url: `${MERGED}#event-9910`, pull_request: MERGED },
          ...{ actor: ORGANIZATION, event: 'merged', commit_id: COMMIT, created_at: '2026-06-30T19:00:00Z' },
        },
      ]);
      await change(folder, 'issues_', (issues) =>
        issues.map((issue) =>
          issue.url === EDITED
            ? {
                ...issue,
                body: `Said better (#12), and at ${EDITED.replace(/3$/, '12')}. Not #99999. See ${team[0]}, @${team[1].replace('/orgs/', '').replace('teams/', '')}, ${ORGANIZATION.replace('.example/', '.example/orgs/')}/people, @northquay-works/none.\n\n| Hour | Tide |\n|---|---:|\n| 6 | high |`,
              }
            : issue,
        ),
      );
      await change(folder, 'issue_comments_', (comments) => {
        const own = comments.filter(({ url }) => url.startsWith(`${EDITED}#`));
        const author = own.find(({ user }) => user !== 'https://service.example/yaryna-vitrolom')?.['user'];
        silenced = String(author).replace(/^.*\//, '');
        return comments.filter((one) => !(own.includes(one) && one['user'] === author));
      });
    },
  });
}, 300_000);

it('says that the older snapshot is the second, and offers to swap them', async () => {
  expect(await app.page('/-/changes/2..1')).toContain('<a href="/-/changes/1..2">Swap them</a>');
  expect(await app.page('/-/changes/1..2')).not.toContain('Swap them');
});

describe('edited texts', () => {
  it.each(['/-/changes/1..2', withQuery('/-/history', { url: EDITED }), `${REPO}/issues/3`])(
    'have links where they refer to something: %s',
    async (path) => {
      const words = /<div class="words".*?<\/div>/s.exec(await app.page(path))?.[0] ?? '';
      expect(words).toContain(`(<a href="${REPO}/issues/12">#12</a>)`);
      expect(words).toContain(`<a href="${REPO}/issues/12">${EDITED.replace(/3$/, '12')}</a>`);
      expect(words).toContain('#99999');
      expect(words).not.toContain('#99999</a>');
      expect(words).toMatch(/Hour \| Tide\n6 \| high/);
    },
  );
});

it('the participants of a thread include those whose comments were deleted', async () => {
  const page = await app.page(`${REPO}/issues/3`);
  const [, list = ''] = /<h2>Participants<\/h2>(.*?)<\/ul>/s.exec(page) ?? [];
  expect(silenced).not.toBe('');
  expect(list).toContain(silenced);
});

describe('teams', () => {
  const mentionOf = (path: string) => `@${path.replace('/orgs/', '').replace('teams/', '')}`;

  it('are linked where they changed, and where texts have their addresses or mention them', async () => {
    const [url, path] = team;
    const changes = await app.page('/-/changes/1..2');
    expect(changes).toMatch(new RegExp(`<span class="tag">\\w+</span> team <a href="${path}">`));
    for (const page of [changes, await app.page(`${REPO}/issues/3`)]) {
      expect(page).toContain(`<a href="${path}">${url}</a>`);
      expect(page).toMatch(new RegExp(`<a [^>]*href="${path}"[^>]*>${mentionOf(path)}</a>`));
      expect(page).toMatch(/<a href="\/orgs\/northquay-works\/people">https:[^<]+<\/a>/);
    }
    expect(changes).toContain('@northquay-works/none.');
  });
});

describe('the page of changes', () => {
  it('links a merge to its commit, and both snapshots to what they have', async () => {
    const page = await app.page('/-/changes/1..2');
    expect(page).toContain(
      `merged this in commit <a href="${REPO}/commit/${COMMIT}"><code>a7cc5a08f9</code></a>`,
    );
    expect(page).toContain('(<a href="/-/at/1/">snapshot 1</a>)');
    expect(page).toContain('(<a href="/-/at/2/">snapshot 2</a>)');
  });

  it('tells two people apart that show the same name', async () => {
    const page = await app.page('/-/changes/1..2');
    for (const login of ['ash-one', 'ash-two']) {
      expect(page).toContain(`<a href="/${login}"><bdi>Ash</bdi></a> <span class="muted">(${login})</span>`);
    }
  });
});

it('links the commits of a field before and after, and what is between them', async () => {
  const page = await app.page('/-/changes/1..2');
  expect(page).toMatch(
    new RegExp(
      `<del><a href="${REPO}/commit/(\\w{40})">\\w{10}</a></del> <ins><a href="${REPO}/commit/${COMMIT}">${COMMIT.slice(0, 10)}</a></ins> <a href="${REPO}/compare/\\1\\.\\.\\.${COMMIT}">`,
    ),
  );
});
