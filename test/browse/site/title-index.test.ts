import { describe, expect, it } from 'vitest';
import { createPageMatcher } from '../../../src/browse/match-page.ts';
import { PAGES } from '../../../src/browse/pages.table.ts';
import { kindOfPage, TitleIndex } from '../../../src/browse/site/title-index.ts';

const match = createPageMatcher(PAGES);

describe('TitleIndex', () => {
  it('has repositories first, then organizations, people, and what is in repositories', () => {
    const index = new TitleIndex('-/titles.js');
    const add = (path: string, title: string, html = '') => {
      const matched = match(path);
      const kind = kindOfPage(html, matched?.row.name);
      index.add({ title, kind }, `${path.slice(1)}/index.html`, matched);
    };
    add('/acme/app/pull/2', 'Mend it · acme/app#2');
    add('/mira', 'Mira', '<h1>Mira</h1>');
    add('/acme', 'Acme', '<h1>Acme <span class="tag">organization</span></h1>');
    add('/acme/app', 'acme/app');
    add('/acme/app/labels', 'Labels of acme/app');
    expect(index.count).toBe(4);
    const rows = JSON.parse(index.script().replace(/^.*? = |;\n$/g, ''));
    expect(rows).toEqual([
      ['acme/app', '../acme/app/index.html', 'Repository'],
      ['Acme', '../acme/index.html', 'Organization'],
      ['Mira', '../mira/index.html', 'Person'],
      ['Mend it · acme/app#2', '../acme/app/pull/2/index.html', 'Pull request'],
    ]);
  });
});
