import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readChanges } from '../../src/store/change-counts.ts';
import { openDatabase } from '../../src/store/database.ts';
import { readDifferences } from '../../src/store/read-differences.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { batchOf } from './support/archive-text.ts';
import { factsOf, writeStore } from './support/write-store.ts';

const REPOSITORY = 'https://service.example/acme/app';

const issue = (number: number, title: string) => ({
  type: 'issue',
  url: `${REPOSITORY}/issues/${number}`,
  repository: REPOSITORY,
  title,
});

it('readDifferences() tells records that came from those that came back, in both directions', async () => {
  const path = join(temporaryFolder(), 'a.db');
  const contents = [
    [issue(1, 'stays'), issue(2, 'leaves and returns')],
    [issue(1, 'stays')],
    [issue(1, 'changes'), issue(2, 'leaves and returns'), issue(3, 'comes')],
  ];
  for (const [index, records] of contents.entries()) {
    const facts = { ...factsOf(`${index}.tar.gz`), takenAt: `2026-05-0${index + 1}T00:00:00Z` };
    const repository = batchOf('repository', [{ type: 'repository', url: REPOSITORY, name: 'app' }]);
    await writeStore(path, [repository, batchOf('issue', records)], facts, 'account');
  }
  const db = openDatabase(path, { readonly: true });
  const changes = (from: number, to: number) =>
    [...readDifferences(db, { from, to })].map(({ url = '', change }) => `${url.slice(-1)} ${change}`).sort();
  expect(changes(1, 2)).toEqual(['2 vanished']);
  expect(changes(2, 3)).toEqual(['1 changed', '2 returned', '3 added']);
  expect(changes(1, 3)).toEqual(['1 changed', '3 added']);
  expect(changes(3, 1)).toEqual(['1 changed', '3 vanished']);
  expect(readChanges(db, 3)).toEqual({ added: 2, changed: 1, deleted: 0, since: '2026-05-02T00:00:00Z' });
  db.close();
});
