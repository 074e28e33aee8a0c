import { describe, expect, it, onTestFinished } from 'vitest';
import { createGlance, readUrlPlace } from '../../src/reading/locate-record.ts';
import { applySchema } from '../../src/store/database/schema.ts';
import { openDatabase } from '../../src/store/database.ts';

describe('createGlance()', () => {
  it('finds the kind and state of a numbered record', () => {
    const db = openDatabase(':memory:', { readonly: false });
    onTestFinished(() => void db.close());
    applySchema(db);
    const common = `id, repo, title, created_at, url, shape_id, digest`;
    const values = `1, 'acme/rocket', 'One', '2025-01-01T00:00:00Z', 'u', 1, 1`;
    db.exec(`
      INSERT INTO issues (${common}, number, state, updated_at) VALUES (${values}, 1, 'open', '2025-02-01T00:00:00Z');
      INSERT INTO pull_requests (${common}, number, state, is_draft) VALUES (${values}, 2, 'open', 1);
      INSERT INTO discussions (${common}, number) VALUES (${values}, 3);
    `);
    const glance = createGlance(db);
    expect([1, 2, 3, 4].map((number) => glance('acme/rocket', number))).toEqual([
      { kind: 'issue', title: 'One', state: 'open', updatedAt: '2025-02-01T00:00:00Z' },
      { kind: 'pull_request', title: 'One', state: 'draft', updatedAt: null },
      { kind: 'discussion', title: 'One', state: 'open', updatedAt: null },
      undefined,
    ]);
    expect(glance('acme/pad', 1)).toBeUndefined();
    db.exec(`INSERT INTO pull_requests (${common}, number, state, is_draft)
      VALUES (9, 'acme/rocket', 'Other', '2025-01-01T00:00:00Z', 'v', 1, 1, 1, 'open', 0)`);
    expect(glance('acme/rocket', 1, 'pull_request')).toMatchObject({ kind: 'pull_request', title: 'Other' });
    expect(glance('acme/rocket', 1, 'issue')).toMatchObject({ kind: 'issue' });
    expect(glance('acme/rocket', 2, 'issue')).toMatchObject({ kind: 'pull_request' });
  });
});

describe('readUrlPlace()', () => {
  it.each([
    ['https://service.example/acme/rocket/issues/7', { repo: 'acme/rocket', number: 7, kind: 'issue' }],
    [
      'https://service.example/acme/rocket/pull/8#issuecomment-1',
      { repo: 'acme/rocket', number: 8, kind: 'pull_request' },
    ],
    [
      'https://lab.example/group/tools/shed/-/merge_requests/8/diffs#note_1',
      { repo: 'group/tools/shed', number: 8, kind: 'pull_request' },
    ],
    ['https://service.example/acme/rocket', { repo: 'acme/rocket', number: undefined, kind: undefined }],
    ['https://service.example/mira', { repo: undefined, number: undefined, kind: undefined }],
    ['no address at all', { repo: undefined, number: undefined, kind: undefined }],
  ])('reads %s', (url, place) => {
    expect(readUrlPlace(url)).toEqual(place);
  });
});
