import type { Database } from '../../database.ts';
import { endBulk } from './build-index.ts';

/**
 * Takes over the index that was written into the database at `path`. The file stays attached, and in use, until `db` is
 * closed: SQLite lets nothing go within a transaction.
 */
export function adoptIndex(db: Database, path: string): void {
  const tables = db
    .prepare<[], string>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow' ORDER BY name",
    )
    .pluck()
    .all();
  db.prepare('ATTACH ? AS side').run(path);
  db.unsafeMode(true); // What FTS5 keeps for itself is written by nobody else otherwise (sqlite.org/c3ref/c_dbconfig_defensive.html).
  try {
    for (const table of [...tables, 'search_cjk_documents']) {
      db.exec(`DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM side.${table}`);
    }
  } finally {
    db.unsafeMode(false);
  }
  endBulk(db);
}
