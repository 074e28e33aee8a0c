import { expect, it } from 'vitest';
import { countPlaces } from '../../src/store/count-places.ts';
import { applySchema } from '../../src/store/database/schema.ts';
import { openDatabase } from '../../src/store/database.ts';
import { openForQueries } from '../../src/store/open-for-reading.ts';
import { temporaryFolder } from '../house/afterwards.ts';

it('openForQueries() sorts in memory, which is bounded, and writes no temporary file', () => {
  const path = `${temporaryFolder()}/work.db`;
  const made = openDatabase(path, { readonly: false });
  applySchema(made);
  made.close();
  const db = openForQueries(path);
  expect(db.pragma('temp_store', { simple: true })).toBe(2); // MEMORY (sqlite.org/pragma.html#pragma_temp_store).
  expect(countPlaces(db, 'sens', 9)).toBe(0); // Its temporary tables are still there.
  db.close();
});
