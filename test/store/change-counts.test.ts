import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readChanges } from '../../src/store/change-counts.ts';
import { openStore } from '../../src/store/store.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { writeThreeSnapshots } from './support/three-snapshots.ts';

it('readChanges() counts what a snapshot changed since the one before it', async () => {
  const path = join(temporaryFolder(), 'a.db');
  await writeThreeSnapshots(path);
  const store = openStore(path);
  onTestFinished(() => store.close());
  expect(readChanges(store.db, 1)).toBeUndefined();
  expect([2, 3].map((id) => readChanges(store.db, id))).toEqual([
    { added: 0, changed: 0, deleted: 3, since: '2026-05-12T08:00:00Z' },
    { added: 0, changed: 1, deleted: 2, since: '2026-05-19T08:00:00Z' },
  ]);
});
