import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/store/database/database.ts';
import { applySchema } from '../../../src/store/database/schema.ts';
import { readFormerNames } from '../../../src/store/history/former-names.ts';
import { withRepositoryName } from '../../../src/store/history/renamed-records.ts';

/** The former names in a store with snapshots of these repositories; an empty id means that it is not known. */
function namesAfter(...scopes: readonly Readonly<Record<string, number | string>>[]) {
  const db = openDatabase(':memory:', { readonly: false });
  onTestFinished(() => {
    db.close();
  });
  applySchema(db);
  const insert = db.prepare(`INSERT INTO snapshots VALUES (
    @at, @at, 'a', NULL, 1, 1, 1, NULL, '2026-01-01T00:00:00Z', '0.1.0', NULL, @scope, '{}', 'request', '[]')`);
  const contain = db.prepare('INSERT INTO snapshot_repositories VALUES (?, ?)');
  for (const [index, ids] of scopes.entries()) {
    const repositoryIds = Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== ''));
    insert.run({ at: index + 1, scope: JSON.stringify({ repositories: [], repositoryIds }) });
    for (const name of Object.keys(ids)) {
      contain.run(index + 1, name);
    }
  }
  return Object.fromEntries([...readFormerNames(db)].map(([name, others]) => [name, others.toSorted()]));
}

describe('readFormerNames()', () => {
  it('finds a repository by its number in the migrations of backups', () => {
    expect(namesAfter({ 'acme/App': 7, 'acme/b': 8 }, { 'acme/Ship': 7, 'acme/b': 8 })).toEqual({
      'acme/App': ['acme/Ship'],
      'acme/Ship': ['acme/App'],
    });
  });

  it('finds a name that differs in its case alone, even if the number is not known', () => {
    const [one, other] = ['acme/App', 'Acme/app'];
    const both = { [one]: [other], [other]: [one] };
    expect(namesAfter({ [one]: 7, 'acme/b': 8 }, { [other]: '7', 'acme/c': 9 })).toEqual(both);
    expect(namesAfter({ [one]: '', 'acme/b': '' }, { [other]: '', 'acme/c': '' })).toEqual(both);
    expect(namesAfter({ [one]: 7 }, { [other]: '' }, { 'acme/Ship': 7 })).toEqual({
      [one]: [other, 'acme/Ship'],
      [other]: [one, 'acme/Ship'],
      'acme/Ship': [other, one],
    });
  });

  it('omits a name that two repositories had', () => {
    expect(namesAfter({ 'acme/a': 7 }, { 'acme/b': 7, 'acme/a': 9 })).toEqual({});
    expect(namesAfter({ 'acme/a': 7 }, { 'acme/A': 9 })).toEqual({});
  });
});

describe('withRepositoryName()', () => {
  it('changes addresses of the repository and no others', () => {
    const text = '/acme/app/issues/1 /acme/app" /acme/app.git /acme/app-two /acme/app.js /acme/apps acme/app';
    expect(withRepositoryName(text, 'acme/app', 'a/$&')).toBe(
      '/a/$&/issues/1 /a/$&" /a/$&.git /acme/app-two /acme/app.js /acme/apps acme/app',
    );
  });
});
