import type { Database } from '../database.ts';

/** The thread of each document, by the rules of the schema. A condition on the id may be appended. */
const FIND_DOCUMENTS = 'SELECT id, subject_id, is_loose FROM search_subjects';

/** Fills `search_documents`, which must be empty; its indexes are built after the rows. */
export function buildDocuments(db: Database): void {
  const indexes = db
    .prepare<[], { readonly name: string; readonly sql: string }>(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'search_documents'",
    )
    .all();
  for (const { name } of indexes) {
    db.exec(`DROP INDEX ${name}`);
  }
  db.exec(`INSERT INTO search_documents (id, subject_id, is_loose) ${FIND_DOCUMENTS}`);
  for (const { sql } of indexes) {
    db.exec(sql);
  }
}

/** Maintains `search_documents` row by row. */
export interface DocumentIndex {
  has(id: number): boolean;
  /** Adds, changes or removes the document, as the rows have it now. */
  update(id: number): void;
  remove(id: number): void;
  finish(): void;
}

/**
 * A thread may be added or removed separately from its comments. So at the end the thread of each document without an
 * existing thread is looked up again.
 */
export function openDocumentIndex(db: Database): DocumentIndex {
  const has = db.prepare<[number], 1>('SELECT 1 FROM search_documents WHERE id = ?').pluck();
  // INSERT … SELECT would open a savepoint for each document, and FTS5 would flush at each of them.
  const find = db.prepare<[number], readonly number[]>(`${FIND_DOCUMENTS} WHERE id = ?`).raw();
  const put = db.prepare(`
    INSERT INTO search_documents (id, subject_id, is_loose) VALUES (?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET subject_id = excluded.subject_id, is_loose = excluded.is_loose
    WHERE subject_id <> excluded.subject_id OR is_loose <> excluded.is_loose
  `);
  const remove = db.prepare('DELETE FROM search_documents WHERE id = ?');
  const update = (id: number) => {
    const document = find.get(id);
    if (document === undefined) {
      remove.run(id);
    } else {
      put.run(...document);
    }
  };
  return {
    has: (id) => has.get(id) === 1,
    update,
    remove: (id) => {
      remove.run(id);
    },
    finish: () => findOrphans(db).forEach(update),
  };
}

/**
 * Documents that are not threads and do not belong to an existing one. Each is then looked up by its id: in a single
 * statement SQLite would read all texts of the store for each of them.
 */
function findOrphans(db: Database): readonly number[] {
  return db
    .prepare<[], number>(`
      SELECT id FROM search_documents
      WHERE (subject_id = id OR subject_id NOT IN (SELECT id FROM search_documents))
        AND id NOT IN (SELECT id FROM issues)
        AND id NOT IN (SELECT id FROM pull_requests)
        AND id NOT IN (SELECT id FROM discussions)
    `)
    .pluck()
    .all();
}
