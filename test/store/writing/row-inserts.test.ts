import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/store/database/database.ts';
import { applySchema } from '../../../src/store/database/schema.ts';
import type { Cell } from '../../../src/store/rows/conversions.ts';
import { layoutRecordTable } from '../../../src/store/rows/row-layout.ts';
import { MILESTONES } from '../../../src/store/rows/tables/repositories.table.ts';
import { createGroupedInserts, createSingleInserts } from '../../../src/store/writing/row-inserts.ts';

const MILESTONE_LAYOUT = layoutRecordTable(MILESTONES);

function openEmpty() {
  const db = openDatabase(':memory:', { readonly: false });
  onTestFinished(() => {
    db.close();
  });
  applySchema(db);
  const urls = db.prepare<[], string>('SELECT url FROM milestones ORDER BY id').pluck();
  return { db, urlsInside: () => urls.all() };
}

function milestone(id: Cell, url: string, description: string | null = null): readonly Cell[] {
  const known = new Map<string, Cell>([
    ['id', id],
    ['url', url],
    ['shape_id', 1],
    ['digest', 7],
    ['description', description],
  ]);
  return MILESTONE_LAYOUT.columns.map((column) => known.get(column) ?? null);
}

function numbersTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

describe('createGroupedInserts()', () => {
  it.each([1, 7, 8, 9, 100])('brings %i rows into their table, each as it was', (count) => {
    const { db, urlsInside } = openEmpty();
    const inserts = createGroupedInserts(db);
    const insert = inserts.into(MILESTONE_LAYOUT);
    for (const id of numbersTo(count)) {
      insert(milestone(id, `u${id}`, id % 3 === 0 ? null : `text ${id}`));
    }
    inserts.flush();
    expect(urlsInside()).toEqual(numbersTo(count).map((id) => `u${id}`));
    const found = db.prepare<[], Cell[]>('SELECT id, description FROM milestones ORDER BY id').raw().all();
    expect(found).toEqual(numbersTo(count).map((id) => [id, id % 3 === 0 ? null : `text ${id}`]));
  });

  it('inserts nothing twice, however often it is flushed', () => {
    const { db, urlsInside } = openEmpty();
    const inserts = createGroupedInserts(db);
    const insert = inserts.into(MILESTONE_LAYOUT);
    insert(milestone(1, 'a'));
    inserts.flush();
    insert(milestone(2, 'b'));
    inserts.flush();
    inserts.flush();
    expect(urlsInside()).toEqual(['a', 'b']);
  });

  it('lets no large texts wait', () => {
    const { db, urlsInside } = openEmpty();
    const insert = createGroupedInserts(db).into(MILESTONE_LAYOUT);
    insert(milestone(1, 'small'));
    expect(urlsInside()).toEqual([]);
    insert(milestone(2, 'large', 'x'.repeat(300_000)));
    expect(urlsInside()).toEqual(['small', 'large']);
    for (const id of numbersTo(20)) {
      insert(milestone(2 + id, `u${id}`, 'x'.repeat(60_000)));
    }
    expect(urlsInside().length).toBeGreaterThan(17);
  });

  it('tells of a row that a table refuses as single inserts do', () => {
    const refused = milestone('no number', 'u');
    const single = createSingleInserts(openEmpty().db).into(MILESTONE_LAYOUT);
    const inserts = createGroupedInserts(openEmpty().db);
    const message = 'datatype mismatch';
    expect(() => single(refused)).toThrow(message);
    inserts.into(MILESTONE_LAYOUT)(refused);
    expect(() => inserts.flush()).toThrow(message);
  });
});
