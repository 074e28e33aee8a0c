import { expect, it } from 'vitest';
import { createMarkdownEngine } from '../../../../src/browse/markdown/markdown-engine.ts';
import type { MarkdownPlace } from '../../../../src/browse/markdown/resolve-address.ts';

const SHA = '0123456789abcdef0123456789abcdef01234567';

/** A place whose store has all that a text can refer to. */
const PLACE: MarkdownPlace = {
  repo: 'acme/app',
  state: 'one',
  links: {
    local: () => undefined,
    thread: (repo, number) => `/${repo}/issues/${number}`,
    glance: (repo, number) => ({
      ...{ kind: 'issue', title: `${repo} ${number}`, state: 'open', updatedAt: null },
      path: `/${repo}/issues/${number}`,
    }),
    milestone: () => undefined,
    team: () => undefined,
    account: (login) => `/${login}`,
    author: () => undefined,
    fullName: () => undefined,
    picture: () => undefined,
    home: () => undefined,
    repository: (repo) => `/${repo}`,
    commit: (repo, sha) => `/${repo}/commit/${sha}`,
    attachment: () => undefined,
  },
};
const engine = createMarkdownEngine();

it.each([
  ['see #5', ['/acme/app/issues/5']],
  ['see other/lib#5 and #6', ['/other/lib/issues/5', '/acme/app/issues/6']],
  [`since ${SHA}`, [`/acme/app/commit/${SHA}`]],
  [`since other/lib@${SHA}`, [`/other/lib/commit/${SHA}`]],
  ['ask @mira, and @bo', ['/mira', '/bo']],
  ['`#5` and <code>#6</code> are code, #7 is not', ['/acme/app/issues/7']],
  ['<a href="https://e.example">#5</a> and #6', ['https://e.example', '/acme/app/issues/6']],
  ['</a></code> and #5', ['/acme/app/issues/5']],
])('links what a text names: %s', (text, hrefs) => {
  const html = engine(text, PLACE, 'u-');
  expect([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual(hrefs);
  const titles = [...html.matchAll(/href="\/(\S+)\/issues\/(\d+)"[^>]*title="(\S+) (\d+)/g)];
  for (const [, repo, number, ofRepo, ofNumber] of titles) {
    expect([ofRepo, ofNumber]).toEqual([repo, number]);
  }
});
