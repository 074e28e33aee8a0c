import { refillCjkIndex } from '../text-index/cjk-index.ts';
import type { Database } from './database.ts';

/** The first version of the schema that SQLite 3.34 can read. */
export const PORTABLE_VERSION = 16;

interface Declared {
  readonly name: string;
  readonly sql: string;
}

/**
 * Replaces the declarations of an older store's tables with those of `model`, a new store, whose tables are not STRICT
 * and have foreign keys. The rows do not change, so editing the stored SQL is enough (sqlite.org/lang_altertable.html,
 * section 7). Only the index of CJK texts has another format and is rebuilt.
 */
export function makePortable(db: Database, model: Database): void {
  const wanted = model
    .prepare<[], Declared>(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'search\\_cjk%' ESCAPE '\\'",
    )
    .all();
  const columnsOf = (database: Database, table: string) =>
    database.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table).join();
  const changed = wanted.filter(({ name }) => columnsOf(db, name) === columnsOf(model, name));
  rebuildCjk(db, model);
  db.unsafeMode(true);
  try {
    db.pragma('writable_schema = ON');
    const declare = db.prepare("UPDATE sqlite_schema SET sql = @sql WHERE type = 'table' AND name = @name");
    for (const table of [...changed, ...cjkDocuments(model)]) {
      declare.run(table);
    }
    db.pragma('writable_schema = RESET');
  } finally {
    db.unsafeMode(false);
  }
}

function cjkDocuments(model: Database): readonly Declared[] {
  return model
    .prepare<[], Declared>("SELECT name, sql FROM sqlite_schema WHERE name = 'search_cjk_documents'")
    .all();
}

function rebuildCjk(db: Database, model: Database): void {
  const sql = model
    .prepare<[], string>("SELECT sql FROM sqlite_schema WHERE name = 'search_cjk'")
    .pluck()
    .get();
  db.exec(`DROP TABLE search_cjk; ${sql ?? ''}`);
  refillCjkIndex(db);
}
