import { beforeAll, describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../../src/base/clock.ts';
import { createBrowseApp } from '../../../src/browse/create-browse-app.ts';
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
      readonly state: { readonly latest: readonly { readonly changes: { readonly deleted: number } }[] };
    };
    expect(state.latest[0]?.changes.deleted).toBeGreaterThan(1);
  });

  it('is not on the home page of one owner', async () => {
    expect(await app.page('/-/owners/northquay-works/')).not.toContain('State of the store');
  });

  it('says at an older snapshot that there are later ones', async () => {
    const page = await app.page('/-/at/1/');
    expect(page).toMatch(
      /<dt>Changes<\/dt><dd>The first snapshot<\/dd>.*<a href="\/-\/snapshots" data-newest>/,
    );
    expect(page).not.toContain('One snapshot so far');
  });

  it('has no size of an older snapshot, and the last changes next to an account that came in since', async () => {
    expect(await app.page('/-/at/1/')).toMatch(
      /<dt>Size<\/dt><dd>3\srepositories, [\d.]+\s[KM]iB of files<\/dd><dd[^>]*>Records of all snapshots together: /,
    );
    const own = await openApp({ isLater: true });
    const db = openDatabase(own.store, { readonly: false });
    const digests = db.prepare('UPDATE snapshots SET archive_sha256 = id').run();
    const columns = db.prepare<[], string>("SELECT name FROM pragma_table_info('snapshots')").pluck().all();
    const others = columns.filter((name) => !['id', 'position', 'archive_sha256'].includes(name));
    db.prepare(
      `INSERT INTO snapshots (id, position, archive_sha256, ${others.join()}) SELECT 3, 3, '3', ${others.join()} FROM snapshots WHERE id = 2`,
    ).run();
    db.prepare(
      "INSERT INTO record_changes (snapshot_id, record_id, kind, change) VALUES (3, 1e9, 'issue', 'added')",
    ).run();
    db.close();
    expect(digests.changes).toBe(2);
    const proofs = ['acme', 'acme', 'other'].map((account, index) => ({
      ...{ sha256: String(index + 1), account, isVerified: true, findings: [] },
      downloadedAt: '2026-06-01T08:09:10Z',
    }));
    const { app: reader, close } = createBrowseApp({ store: own.store, clock: createDrivenClock(0), proofs });
    const home = await (await reader.request('/')).text();
    expect(home).toMatch(
      /<dt>Changes<\/dt><dd><a href="\/-\/changes\/1\.\.2">.*?deleted<\/a><\/dd><dd class="muted small">in the snapshot of acme, 1 Jul 2026[^<(]*<\/dd>.*<dd class="small">other was added: <a href="\/-\/changes\/2\.\.3">1\snew<\/a>/,
    );
    await close();
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
