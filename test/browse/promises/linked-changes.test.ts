import { beforeAll, describe, expect, it } from 'vitest';
import { withQuery } from '../../../src/browse/paths.ts';
import { change, EDITED, type OpenApp, openApp } from '../support/open-app.ts';

const REPO = '/yaryna-vitrolom/tidewatch';

let app: OpenApp;
/** Who wrote nothing else in the thread than what was deleted. */
let silenced = '';

beforeAll(async () => {
  app = await openApp({
    isLater: true,
    async edit(folder) {
      await change(folder, 'issues_', (issues) =>
        issues.map((issue) =>
          issue.url === EDITED
            ? {
                ...issue,
                body: `Said better (#12), and at ${EDITED.replace(/3$/, '12')}. Not #99999.\n\n| Hour | Tide |\n|---|---:|\n| 6 | high |`,
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
