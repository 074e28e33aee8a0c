import type { Database } from './database.ts';
import type { ShapeNumbering } from './row-writing.ts';

/** Numbers lists of keys by the table `record_shapes`, which grows as new ones appear. */
export function createShapeNumbering(db: Database): ShapeNumbering {
  const find = db.prepare<[string], number>('SELECT id FROM record_shapes WHERE keys = ?').pluck();
  const add = db
    .prepare<[string], number>('INSERT INTO record_shapes (keys) VALUES (?) RETURNING id')
    .pluck();
  return (keys) => {
    const json = JSON.stringify(keys);
    return find.get(json) ?? Number(add.get(json));
  };
}
