import { expect, it } from 'vitest';
import { SiteScope } from '../../../src/browse/site/site-scope.ts';

const scope = new SiteScope({ repositoryOf: () => ({ url: null, defaultBranch: 'main' }) });
const hasPage = (path: string) => scope.pageOf(new URL(path, 'http://localhost'), false) !== undefined;

it.each([
  ['/acme/app/blob/main/long.txt?lines=20001', true],
  ['/acme/app/blob/other/long.txt', false],
  ['/acme/app/issues?q=is%3Aopen', true],
  ['/acme/app/issues?q=label%3A%22good+first+issue%22&after=1', true],
  ['/acme/app/issues?q=is%3Aclosed+label%3A%22good+first+issue%22', false],
  ['/acme/app/pulls?q=milestone%3A%221.0%22', true],
  ['/acme/app/issues?q=+', true],
  ['/acme/app/issues?q=is%3Aopen+sort%3Acomments', false],
  ['/acme/app/issues?q=label%3Abug', false],
  ['/acme/app/issues?page=2', false],
  ['/-/people/mira?when=2026-03', true],
  ['/-/people/mira?when=2026-03&after=2026-03-01T00%3A00%3A00Z~7', true],
  ['/-/people/mira?when=2026-03-05', false],
  ['/-/people/mira?when=2026', false],
  ['/-/people/mira?when=2026-03&kind=issue', false],
])('a site has %s: %s', (path, isKept) => {
  expect(hasPage(path)).toBe(isKept);
});
