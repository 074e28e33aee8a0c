import { closeSync, openSync } from 'node:fs';
import { type Database, quoteName } from '../database.ts';
import { forgetPages } from '../transplant/forget-pages.ts';
import { type Transplant, transplantTrees } from '../transplant/transplant-trees.ts';

/** An index as the schema of a store has it. */
export interface LateIndex {
  readonly name: string;
  readonly tbl_name: string;
  readonly sql: string;
}

interface AdoptionFiles {
  /** The database that has the indexes; nobody has it open. */
  readonly path: string;
  /** Descriptor of the store. */
  readonly file: number;
}

/**
 * Takes over indexes that were built in another file over the same rows. To be called when nothing else is to be asked
 * of `db`, which has no transaction under way: the indexes stand in its schema from here on, and in its file.
 */
export function adoptIndexes(
  db: Database,
  indexes: readonly LateIndex[],
  { path, file }: AdoptionFiles,
): void {
  if (indexes.length === 0) {
    return;
  }
  noteIndexes(db, indexes);
  db.prepare('ATTACH ? AS side').run(path);
  const pair = db.prepare<[string], Transplant>(`
    SELECT side.rootpage AS "from", main.rootpage AS "into"
    FROM side.sqlite_schema AS side JOIN main.sqlite_schema AS main USING (type, name)
    WHERE type = 'index' AND name = ?`);
  const trees = indexes.flatMap(({ name }) => pair.all(name));
  db.exec('DETACH side');
  const side = openSync(path, 'r');
  try {
    if (trees.length === indexes.length && transplantTrees({ from: side, into: file }, trees)) {
      return;
    }
  } finally {
    closeSync(side);
  }
  fillIndexes(db, indexes);
}

/**
 * Writes indexes into the schema, each with an empty tree. CREATE INDEX would fill them: so each begins as a table whose
 * tree is of the same sort, and is called what it is in the end (sqlite.org/pragma.html#pragma_writable_schema).
 */
function noteIndexes(db: Database, indexes: readonly LateIndex[]): void {
  db.unsafeMode(true);
  try {
    db.exec('BEGIN EXCLUSIVE; PRAGMA writable_schema = ON');
    const rename = db.prepare(
      "UPDATE sqlite_schema SET type = 'index', name = ?, tbl_name = ?, sql = ? WHERE name = ?",
    );
    indexes.forEach(({ name, tbl_name, sql }, at) => {
      db.exec(`CREATE TABLE late_index_${at} (key PRIMARY KEY) WITHOUT ROWID`);
      rename.run(name, tbl_name, sql, `late_index_${at}`);
    });
    db.exec('PRAGMA writable_schema = OFF; COMMIT');
  } finally {
    db.unsafeMode(false);
  }
}

/** Fills indexes whose trees are empty from the rows. */
function fillIndexes(db: Database, indexes: readonly LateIndex[]): void {
  forgetPages(db);
  db.unsafeMode(true);
  try {
    db.exec('PRAGMA writable_schema = RESET'); // Reads the schema again.
    db.exec(indexes.map(({ name }) => `REINDEX ${quoteName(name)}`).join(';'));
  } finally {
    db.unsafeMode(false);
  }
}
