import { beforeAll, describe, expect, it } from 'vitest';
import { CLONE_PAGES } from '../../../src/browse/code-pages.table.ts';
import { PAGES } from '../../../src/browse/pages.table.ts';
import { type OpenApp, openApp } from '../support/open-app.ts';

const REPO = '/yaryna-vitrolom/tidewatch';
const ORGANIZATION = '/orgs/northquay-works';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp({ isLater: true });
}, 300_000);

/** What no archive has, by the pattern of a part of a path. */
const NOTHING: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^:number|^:from|^:to/, '99999'],
  [/^:sha/, 'abcdef1234'],
  [/^:spec|^\*spec/, 'v0.9.0...none'],
  [/^:file/, 'none.png'],
  [/^/, 'none'],
];

/** The address of a kind of page with names that nothing has. */
function withoutThing(path: string): string {
  return path
    .replace(/\(\?:\/(\*rest)\)\?/, '/$1')
    .replace(/\[\.\]/g, '.')
    .replace(/\/\((\w[\w-]*)[^)]*\)/g, '/$1')
    .replace(
      /[:*]\w+(?:\((?:[^()]|\([^()]*\))*\))?/g,
      (part) => NOTHING.find(([pattern]) => pattern.test(part))?.[1] ?? '',
    );
}

/** Kinds whose addresses lead to a list, whatever they name. */
const LEADS: ReadonlySet<string> = new Set(['captured, by its kind alone', 'label']);

const NAMED = PAGES.filter(
  ({ name, path }) =>
    /[:*]\w/.test(path) && !LEADS.has(name) && !CLONE_PAGES.some((row) => row.name === name),
);

const ADDRESSES = NAMED.flatMap(({ path }) => [
  withoutThing(path),
  ...(/^\/:owner\/:repo\/.*[:*]/.test(path) ? [withoutThing(path.replace('/:owner/:repo', REPO))] : []),
  ...(path.includes('/:organization/') && path.includes(':team')
    ? [withoutThing(path.replace('/orgs/:organization', ORGANIZATION))]
    : []),
]);

const BY_QUERY = [
  '/-/changes?from=98&to=99',
  '/-/history?url=https%3A%2F%2Fservice.example%2Fnone',
  '/-/history/texts?url=https%3A%2F%2Fservice.example%2Fnone&from=1&to=2',
  '/-/captures/alerts?alert=99999',
  '/-/captures/alerts?repo=yaryna-vitrolom%2Ftidewatch&alert=99999',
  '/-/captures/alerts?alert=none',
];

describe('the address of something that no archive has', () => {
  it.each([...new Set([...ADDRESSES, ...BY_QUERY])])('%s answers 404', async (path) => {
    await app.page(path, 404);
  });

  it('answers 404 as data too', async () => {
    const found: string[] = [];
    for (const { path, formats = [] } of NAMED) {
      for (const format of formats) {
        const address = `${withoutThing(path)}.${format}`;
        const { status } = await app.request(address);
        found.push(...(status === 404 ? [] : [`${address} answered ${status}`]));
      }
    }
    for (const address of BY_QUERY) {
      const { status } = await app.request(address.replace('?', '.json?'));
      found.push(...(status === 404 ? [] : [`${address} as data answered ${status}`]));
    }
    expect(found).toEqual([]);
  });
});
