import { expect, it, onTestFinished } from 'vitest';
import { createChangeLog } from '../../src/store/change-log.ts';
import { applySchema } from '../../src/store/database/schema.ts';
import { openDatabase } from '../../src/store/database.ts';

it('createChangeLog() keeps the last change of a record in a snapshot, and those of other snapshots', () => {
  const db = openDatabase(':memory:', { readonly: false });
  onTestFinished(() => void db.close());
  applySchema(db);
  db.exec('PRAGMA foreign_keys = OFF');
  const [first, second] = [createChangeLog(db, 1), createChangeLog(db, 2)];
  const row = { recordId: 7, kind: 'issue', url: 'https://service.example/acme/app/issues/1' } as const;
  first.write({ ...row, change: 'added', repo: 'acme/app', previous: null });
  second.write({ ...row, change: 'changed', repo: 'acme/app', previous: '{"title":"A"}' });
  second.write({ ...row, change: 'vanished', repo: 'acme/ship', previous: '{"title":"B"}' });
  expect(second.find(7)).toEqual({ change: 'vanished', previous: '{"title":"B"}' });
  const rows = db.prepare('SELECT snapshot_id, change, repo, previous FROM record_changes ORDER BY 1').raw();
  expect(rows.all()).toEqual([
    [1, 'added', 'acme/app', null],
    [2, 'vanished', 'acme/ship', '{"title":"B"}'],
  ]);
  second.remove(7);
  expect(rows.all()).toHaveLength(1);
});
