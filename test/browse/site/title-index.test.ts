import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { readSiteTitles } from '../../../src/browse/assets/assets.ts';
import { createPageMatcher } from '../../../src/browse/match-page.ts';
import { PAGES } from '../../../src/browse/pages.table.ts';
import { TitleIndex } from '../../../src/browse/site/title-index.ts';

const match = createPageMatcher(PAGES);

describe('TitleIndex', () => {
  it('has repositories first, then organizations, people, and what is in repositories', () => {
    const index = new TitleIndex('-/titles.js');
    const add = (path: string, title: string, kind?: string) => {
      index.add({ title, ...(kind && { kind }) }, `${path.slice(1)}/index.html`, match(path));
    };
    add('/acme/app/pull/2', 'Mend it · acme/app#2');
    add('/mira', 'Mira Pérelac', 'Person');
    add('/acme', 'Acme', 'Organization');
    add('/acme/app', 'acme/app');
    add('/acme/app/labels', 'Labels of acme/app');
    add('/acme/app/issues/3', 'Trim · it · acme/app#3');
    expect(index.count).toBe(5);
    const titles = JSON.parse(index.script().replace(/^.*? = |;\n$/g, ''));
    expect(titles).toMatchObject({
      pages: [
        ['acme/app', '../acme/app/index.html', 'Repository', null, ''],
        ['Acme', '../acme/index.html', 'Organization', 'acme', ''],
        ['Mira Pérelac', '../mira/index.html', 'Person', 'mira', ''],
      ],
      threads: [
        ['acme/app', 'Pull request', 2, 'Mend it', ''],
        ['acme/app', 'Issue', 3, 'Trim · it', ''],
      ],
    });
  });

  it.each([
    ['mira', ['Mira Pérelac']],
    ['@mira', ['Mira Pérelac']],
    ['perelac', ['Mira Pérelac']],
    ['#2', ['Mend it', 'Mend that']],
    ['app#2', ['Mend it']],
    ['acme/app#2', ['Mend it']],
    ['https://service.example/acme/app/pull/2#issuecomment-1', ['Mend it']],
    ['service.example/acme/app/issues/2', ['Mend it']],
    ['https://api.service.example/repos/acme/app/pulls/2', ['Mend it']],
    ['acme/app', ['acme/app', 'acme/application']],
    ['app', ['acme/app', 'acme/application']],
    ['mend', ['Mend it', 'Mend that']],
    ['application mend', ['Mend that']],
    ['v1', ['v1']],
  ])('completes %j', (typed, expected) => {
    const index = new TitleIndex('-/titles.js');
    for (const [path, title] of [
      ['/acme/app', 'acme/app'],
      ['/acme/application', 'acme/application'],
      ['/mira', 'Mira Pérelac'],
      ['/acme/app/pull/2', 'Mend it · acme/app#2'],
      ['/acme/application/issues/2', 'Mend that · acme/application#2'],
      ['/acme/app/releases/tag/v1', 'v1 · acme/app'],
    ] as const) {
      index.add({ title }, `${path.slice(1)}/index.html`, match(path));
    }
    const found = complete(index, typed);
    expect(found.map(({ title }) => title)).toEqual(expected);
    expect(found[0]?.href).toMatch(/^file:\/\/\/site\/(?:acme|mira)/);
  });

  it('completes threads and releases with the signs of their states, as the reader does', () => {
    const index = new TitleIndex('-/titles.js');
    const add = (path: string, title: string, kind: string, state?: string) => {
      index.add({ title, shown: { kind, state } }, `${path.slice(1)}/index.html`, match(path));
    };
    add('/acme/app/pull/2', 'Mend it · acme/app#2', 'pull_request', 'merged');
    add('/acme/app/issues/3', 'Mend that · acme/app#3', 'issue', 'open');
    add('/acme/app/releases/tag/v1', 'Mended · acme/app', 'release');
    add('/acme/app', 'acme/mender', 'repository');
    const signs = new Map(complete(index, 'mend').map(({ title, sign }) => [title, sign]));
    expect(signs.get('Mend it')).toContain('aria-label="merged pull request"');
    expect(signs.get('Mend that')).toContain('aria-label="open issue"');
    expect(signs.get('Mended')).toContain('<svg');
    expect(signs.get('acme/mender')).toBeUndefined();
  });

  it.each([
    ['index.html', '#2', ['Mend it', 'Mend that'], ['isOneOfMany', 'isOneOfMany']],
    ['acme/application/issues/index.html', '#2', ['Mend that', 'Mend it'], ['isExact', 'isExact']],
    ['acme/application/index.html', 'app#2', ['Mend it'], ['isExact']],
    ['acme/application/index.html', 'mend', ['Mend that', 'Mend it'], [undefined, undefined]],
    ['acme/application/index.html', 'acm', ['acme/application', 'acme/app'], [undefined, undefined]],
    ['index.html', 'fix is:me', ['is:merged'], ['fix is:merged ']],
    ['index.html', '-mile', ['-milestone:'], ['-milestone:']],
    ['index.html', 'author:mi', ['author:mira'], ['author:mira ']],
    [
      'index.html',
      'repo:app',
      ['repo:acme/app', 'repo:acme/application'],
      ['repo:acme/app ', 'repo:acme/application '],
    ],
    ['index.html', 'label:bug', [], []],
  ])('on %s completes %j', (page, typed, titles, marks) => {
    const index = new TitleIndex('-/titles.js');
    for (const [path, title, kind] of [
      ['/acme/app', 'acme/app'],
      ['/acme/application', 'acme/application'],
      ['/mira', 'Mira Pérelac', 'Person'],
      ['/acme/app/pull/2', 'Mend it · acme/app#2'],
      ['/acme/application/issues/2', 'Mend that · acme/application#2'],
    ] as const) {
      index.add({ title, ...(kind && { kind }) }, `${path.slice(1)}/index.html`, match(path));
    }
    const found = complete(index, typed, `file:///site/${page}`);
    expect(found.map(({ title }) => title)).toEqual(titles);
    expect(
      found.map(({ completed, isOneOfMany, isExact }) =>
        isOneOfMany ? 'isOneOfMany' : isExact ? 'isExact' : completed,
      ),
    ).toEqual(marks);
  });
});

interface Completed {
  readonly title: string;
  readonly href: string;
  readonly completed?: string;
  readonly sign?: string;
  readonly isExact?: boolean;
  readonly isOneOfMany?: boolean;
}

function complete(index: TitleIndex, typed: string, href?: string): readonly Completed[] {
  const context = createContext({ URL, ...(href && { location: { href } }) });
  runInContext(readSiteTitles() + index.script(), context);
  const found = `completeTitles('file:///site/-/', ${JSON.stringify(typed)}, 12)`;
  return JSON.parse(JSON.stringify(runInContext(found, context)));
}
