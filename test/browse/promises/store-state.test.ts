import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/store/database.ts';
import { type OpenApp, openApp } from '../support/open-app.ts';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp({ isLater: true });
});

describe('the state of a store', () => {
  it('is on the home page: completeness, size, and what the newest snapshot changed', async () => {
    const page = await app.page('/');
    expect(page).toMatch(/<dt>Completeness<\/dt><dd><span class="(?:good|bad)">[✓!]<\/span> [A-Z\d]/);
    expect(page).toMatch(/<dt>Size<\/dt><dd>[\d.]+\s[KM]iB<\/dd>/);
    expect(page).toMatch(
      /<dt>Changes<\/dt><dd><a href="\/-\/changes\/1\.\.2">(?:\d+\snew, )?\d+\schanged, \d+\sdeleted<\/a>/,
    );
    const { state } = JSON.parse(await app.page('/-/home.json')) as {
      readonly state: { readonly newest: { readonly changes: { readonly deleted: number } } };
    };
    expect(state.newest.changes.deleted).toBeGreaterThan(1);
  });

  it('is not on the home page of one owner', async () => {
    expect(await app.page('/-/owners/northquay-works/')).not.toContain('<dt>Completeness</dt>');
  });

  it('says at an older snapshot that there are later ones', async () => {
    const page = await app.page('/-/at/1/');
    expect(page).toMatch(
      /<dt>Changes<\/dt><dd>The first snapshot<\/dd>.*<a href="\/-\/snapshots" data-newest>/,
    );
    expect(page).not.toContain('One snapshot so far');
  });

  it('is on the page of snapshots, each with a name of its own and what it changed', async () => {
    const page = await app.page('/-/snapshots');
    const names = [...page.matchAll(/data-item-link>([^<]+)<\/a>/g)].map(([, name]) => name);
    expect(names).toHaveLength(2);
    expect(new Set(names).size).toBe(2);
    expect(page).toMatch(/<a href="\/-\/changes\/1\.\.2">.*deleted<\/a>/);
    expect(page).toContain('The first snapshot');
  });

  it('counts changes up to a limit', async () => {
    const own = await openApp({ isLater: true });
    const db = openDatabase(own.store, { readonly: false });
    db.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
       INSERT INTO record_changes (snapshot_id, record_id, kind, change) SELECT 2, 1e9 + i, 'issue', 'added' FROM n`,
    ).run();
    db.close();
    expect(await own.page('/')).toContain('<a href="/-/changes/1..2">More than 5,000 changes</a>');
  });

  it('says in words what was requested', async () => {
    const own = await openApp();
    const db = openDatabase(own.store, { readonly: false });
    const scope = {
      repositories: ['northquay-works/ferrylight', 'a/gone'],
      excludeGitData: true,
      host: 'h.example',
    };
    db.prepare('UPDATE snapshots SET scope = ?').run(JSON.stringify(scope));
    db.close();
    expect(await own.page('/-/integrity')).toContain(
      '2 repositories of h.example: <a href="/northquay-works/ferrylight">northquay-works/ferrylight</a>, a/gone; without git data',
    );
  });
});
