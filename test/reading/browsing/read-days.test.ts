import { expect, it, onTestFinished } from 'vitest';
import { readDayOfYear } from '../../../src/reading/browsing/read-days.ts';
import { applySchema } from '../../../src/store/database/schema.ts';
import { openDatabase } from '../../../src/store/database.ts';

it('readDayOfYear() takes the day on which a release was published, and of a draft that on which it was begun', () => {
  const db = openDatabase(':memory:', { readonly: false });
  onTestFinished(() => void db.close());
  applySchema(db);
  const insert = db.prepare(
    `INSERT INTO releases (id, repo, tag_name, name, created_at, published_at, url, shape_id, digest)
     VALUES (?, 'acme/app', ?, ?, ?, ?, ?, 1, 1)`,
  );
  for (const [id, tag, name, createdAt, publishedAt] of [
    [1, 'v1', 'First', '2024-05-05T12:00:00Z', '2024-05-06T12:00:00Z'],
    [2, 'v2', '', '2025-05-06T12:00:00Z', null],
    [3, 'v3', null, '2026-05-06T12:00:00Z', '2026-05-07T12:00:00Z'],
  ]) {
    insert.run(id, tag, name, createdAt, publishedAt, `https://service.example/acme/app/releases/tag/${tag}`);
  }
  const { events } = readDayOfYear(db, { day: '05-06', repos: undefined });
  expect(events.map(({ what, title, at }) => [what, title, at])).toEqual([
    ['published', 'v2', '2025-05-06T12:00:00Z'],
    ['published', 'First', '2024-05-06T12:00:00Z'],
  ]);
});
