import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/store/database/database.ts';
import { applySchema } from '../../../src/store/database/schema.ts';
import { readFormerNames } from '../../../src/store/history/former-names.ts';
import { withRepositoryName } from '../../../src/store/history/renamed-records.ts';

/** The former names in a store with snapshots of these repositories. */
function namesAfter(...scopes: readonly Readonly<Record<string, number | string>>[]) {
  const db = openDatabase(':memory:', { readonly: false });
  onTestFinished(() => {
    db.close();
  });
  applySchema(db);
  const insert = db.prepare(`INSERT INTO snapshots VALUES (
    @at, @at, 'a', NULL, 1, 1, 1, NULL, '2026-01-01T00:00:00Z', '0.1.0', NULL, @scope, '{}', 'request', '[]')`);
  for (const [index, repositoryIds] of scopes.entries()) {
    insert.run({ at: index + 1, scope: JSON.stringify({ repositories: [], repositoryIds }) });
  }
  return Object.fromEntries(readFormerNames(db));
}

describe('readFormerNames()', () => {
  it('finds a repository by its number in the migrations of backups', () => {
    expect(namesAfter({ 'acme/App': 7, 'acme/b': 8 }, { 'acme/Ship': 7, 'acme/b': 8 })).toEqual({
      'acme/app': ['acme/Ship'],
      'acme/ship': ['acme/App'],
    });
  });

  it('does not treat a difference in case as a rename, and omits a name that two repositories had', () => {
    expect(namesAfter({ 'acme/App': 7 }, { 'Acme/app': '7' })).toEqual({});
    expect(namesAfter({ 'acme/a': 7 }, { 'acme/b': 7, 'acme/a': 9 })).toEqual({});
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
