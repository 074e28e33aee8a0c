import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/store/database/database.ts';
import { applySchema } from '../../../src/store/database/schema.ts';
import { layoutRecordTable } from '../../../src/store/rows/row-layout.ts';
import { MILESTONES } from '../../../src/store/rows/tables/repositories.table.ts';
import { createOrderedFinder } from '../../../src/store/writing/find-in-order.ts';

const LAYOUT = layoutRecordTable(MILESTONES);

/** A store with milestones of these ids, whose urls are `u1`, `u2`, …, and whose digests are their ids. */
function openMilestones(ids: readonly number[]) {
  const db = openDatabase(':memory:', { readonly: false });
  onTestFinished(() => {
    db.close();
  });
  applySchema(db);
  const insert = db.prepare(
    "INSERT INTO milestones (id, url, shape_id, digest, repo) VALUES (?, ?, 1, ?, 'acme/app')",
  );
  for (const id of ids) {
    insert.run(id, `u${id}`, id);
  }
  return { db, remove: db.prepare('DELETE FROM milestones WHERE id = ?'), insert };
}

const MAX_ID = 300;

/** Mostly ascending numbers, as in an archive that resembles the one before it. */
const lookups = fc
  .array(
    fc.record({
      start: fc.integer({ min: 1, max: MAX_ID }),
      length: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 60, max: 200 })),
      changes: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  .map((runs) =>
    runs.flatMap(({ start, length, changes }) =>
      Array.from({ length }, (_, index) => ({ id: start + index, changes: changes && index % 7 === 0 })),
    ),
  );

describe('createOrderedFinder()', () => {
  it('finds what a lookup of each url finds, in any order, while records that were found change', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: MAX_ID }), { maxLength: MAX_ID }),
        lookups,
        (ids, steps) => {
          const { db, remove, insert } = openMilestones(ids);
          const digests = new Map(ids.map((id) => [id, id]));
          const find = createOrderedFinder(db, LAYOUT);
          for (const { id, changes } of steps) {
            const digest = digests.get(id);
            expect(find(`u${id}`)).toEqual(
              digest === undefined ? undefined : { id, digest, repo: 'acme/app' },
            );
            if (digest !== undefined && changes) {
              remove.run(id);
              insert.run(id, `u${id}`, digest + 1);
              digests.set(id, digest + 1);
            }
          }
          db.close();
        },
      ),
      { numRuns: 60 },
    );
  });
});
