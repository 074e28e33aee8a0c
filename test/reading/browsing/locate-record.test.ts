import { describe, expect, it, onTestFinished } from 'vitest';
import { createNumberFinder, readUrlPlace } from '../../../src/reading/browsing/locate-record.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { applySchema } from '../../../src/store/schema.ts';

describe('createNumberFinder()', () => {
  it('tells what a number of a repository stands for', () => {
    const db = openDatabase(':memory:', { readonly: false });
    onTestFinished(() => void db.close());
    applySchema(db);
    const common = `id, repo, title, created_at, url, shape_id, digest`;
    const values = `1, 'acme/rocket', 'One', '2025-01-01T00:00:00Z', 'u', 1, 1`;
    db.exec(`
      INSERT INTO issues (${common}, number, state) VALUES (${values}, 1, 'open');
      INSERT INTO pull_requests (${common}, number, state) VALUES (${values}, 2, 'open');
      INSERT INTO discussions (${common}, number) VALUES (${values}, 3);
    `);
    const { kindOf } = createNumberFinder(db);
    expect([1, 2, 3, 4].map((number) => kindOf('acme/rocket', number))).toEqual([
      'issue',
      'pull_request',
      'discussion',
      undefined,
    ]);
    expect(kindOf('acme/pad', 1)).toBeUndefined();
  });
});

describe('readUrlPlace()', () => {
  it.each([
    ['https://service.example/acme/rocket/issues/7', { repo: 'acme/rocket', number: 7 }],
    ['https://service.example/acme/rocket/pull/8#issuecomment-1', { repo: 'acme/rocket', number: 8 }],
    ['https://service.example/acme/rocket', { repo: 'acme/rocket', number: undefined }],
    ['https://service.example/mira', { repo: undefined, number: undefined }],
    ['no address at all', { repo: undefined, number: undefined }],
  ])('reads %s', (url, place) => {
    expect(readUrlPlace(url)).toEqual(place);
  });
});
