import { describe, expect, it, onTestFinished } from 'vitest';
import { applySchema } from '../../../src/store/database/schema.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { withRepositoryName } from '../../../src/store/history/renamed-records.ts';
import { readRepositoryNames } from '../../../src/store/history/repository-names.ts';

/** The names in a store with snapshots of these repositories; an empty id means that it is not known. */
function namesAfter(...scopes: readonly Readonly<Record<string, number | string>>[]) {
  const db = openDatabase(':memory:', { readonly: false });
  onTestFinished(() => {
    db.close();
  });
  applySchema(db);
  const insert = db.prepare(`INSERT INTO snapshots VALUES (
    @at, @at, 'a', NULL, 1, 1, 1, NULL, '2026-01-01T00:00:00Z', '0.1.0', NULL, @scope, '{}', 'request', '[]', NULL)`);
  const contain = db.prepare('INSERT INTO snapshot_repositories VALUES (?, ?)');
  for (const [index, ids] of scopes.entries()) {
    const repositoryIds = Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== ''));
    insert.run({
      at: index + 1,
      scope: JSON.stringify({ repositories: [], repositoryIds, host: 'a.example' }),
    });
    for (const name of Object.keys(ids)) {
      contain.run(index + 1, name);
    }
  }
  const names = readRepositoryNames(db);
  const at = (repo: string) => ({ host: 'a.example', repo });
  return {
    idAt: (repo: string, position: number) => names.idAt(at(repo), position),
    othersAt: (repo: string, from: number, position: number) => names.othersAt(at(repo), from, position),
    stranger: names.idAt({ host: 'b.example', repo: 'acme/App' }, 1),
  };
}

describe('readRepositoryNames()', () => {
  it('finds a repository by its number in the lists of backups, at its own service', () => {
    const names = namesAfter({ 'acme/App': 7, 'acme/b': 8 }, { 'acme/Ship': 7, 'acme/b': 8 });
    expect(names.othersAt('acme/Ship', 2, 1)).toEqual(['acme/App']);
    expect(names.othersAt('acme/App', 1, 2)).toEqual(['acme/Ship']);
    expect(names.othersAt('acme/b', 2, 1)).toEqual([]);
    expect(names.stranger).toBeUndefined();
  });

  it('finds a name that differs in its case alone, even if the number is not known', () => {
    const [one, other] = ['acme/App', 'Acme/app'];
    expect(namesAfter({ [one]: 7 }, { [other]: '7' }).othersAt(other, 2, 1)).toEqual([one]);
    expect(namesAfter({ [one]: '' }, { [other]: '' }).othersAt(other, 2, 1)).toEqual([one]);
    const thrice = namesAfter({ [one]: 7 }, { [other]: '' }, { 'acme/Ship': 7 });
    expect(thrice.othersAt('acme/Ship', 3, 1).toSorted()).toEqual([other, one].toSorted());
    expect(thrice.othersAt(other, 2, 1).toSorted()).toEqual(['acme/App', 'acme/Ship']);
  });

  it('knows at which time a name belonged to which repository', () => {
    const reused = namesAfter({ 'acme/a': 7 }, { 'acme/b': 7, 'acme/a': 9 });
    expect([reused.idAt('acme/a', 1), reused.idAt('acme/a', 2)]).toEqual(['7', '9']);
    expect(reused.othersAt('acme/b', 2, 1)).toEqual(['acme/a']);
    expect(reused.othersAt('acme/a', 2, 1)).toEqual([]);
    expect(reused.othersAt('acme/a', 1, 2)).toEqual(['acme/b']);
    expect(namesAfter({ 'acme/a': 7 }, { 'acme/A': 9 }).othersAt('acme/A', 2, 1)).toEqual([]);
    const back = namesAfter({ 'acme/a': 7 }, { 'acme/a': 9 }, { 'acme/a': 7 });
    expect([1, 2, 3].map((position) => back.idAt('acme/a', position))).toEqual(['7', '9', '7']);
  });
});

describe('withRepositoryName()', () => {
  it('changes addresses of the repository and no others', () => {
    const text =
      '/acme/app/issues/1 /acme/app" /acme/app.git /acme/app.wiki.git /acme/app-two /acme/app.js /acme/apps acme/app';
    expect(withRepositoryName(text, 'acme/app', 'a/$&')).toBe(
      '/a/$&/issues/1 /a/$&" /a/$&.git /a/$&.wiki.git /acme/app-two /acme/app.js /acme/apps acme/app',
    );
  });
});
