import type { Database, Statement } from '../../database.ts';
import { hasCjk, spaceCjk } from './cjk-text.ts';

/** Keeps the full-text index in step with the rows, within the transaction of a load. */
export interface SearchIndexWriter {
  /** To be called while the row, and what hangs on it, is still there. */
  remove(id: number): void;
  /** To be called once the row and its links are written. */
  add(id: number): void;
  /** To be called once, after the last row and with all indexes built. */
  finish(): void;
}

/** The columns of the index, each a class of weight. */
const COLUMNS = ['title', 'body', 'comment', 'file'] as const;

type SearchTexts = Readonly<Record<(typeof COLUMNS)[number], string | null>>;

/** Memory for the words that FTS5 gathers before it writes: the main lever of its speed. SQL takes it as a literal only. */
const HASH_BYTES = 32 * 1024 * 1024;

const FIND_SUBJECT = `
  coalesce(
    (SELECT id FROM issues WHERE issues.repo = texts.repo AND issues.number = texts.number),
    (SELECT id FROM pull_requests WHERE pull_requests.repo = texts.repo AND pull_requests.number = texts.number),
    (SELECT id FROM discussions WHERE discussions.repo = texts.repo AND discussions.number = texts.number),
    texts.id
  )`;

/** A condition on the id may follow. Only what can be part of a thread has no title. */
const ADD_DOCUMENTS = `
  INSERT INTO search_documents (id, subject_id, is_loose)
  SELECT id, subject_id, title IS NULL AND subject_id = id
  FROM (
    SELECT texts.id, texts.title, CASE WHEN texts.title IS NULL THEN ${FIND_SUBJECT} ELSE texts.id END AS subject_id
    FROM search_texts AS texts
  )`;

/**
 * Opens the index for writing. In a new store it is built in one statement over all rows at the end, which costs half
 * of keeping it up row by row: FTS5 writes out what it has gathered at every savepoint, and so at every INSERT … SELECT.
 */
export function createSearchIndexWriter(
  db: Database,
  { isNew }: { readonly isNew: boolean },
): SearchIndexWriter {
  return isNew ? createBulkWriter(db) : createRowWriter(db);
}

function createBulkWriter(db: Database): SearchIndexWriter {
  return {
    remove() {},
    add() {},
    finish() {
      buildCjkIndex(db);
      for (const index of ['search_text', 'search_title']) {
        db.exec(`INSERT INTO ${index} (${index}, rank) VALUES ('hashsize', ${HASH_BYTES})`);
        db.exec(`INSERT INTO ${index} (${index}) VALUES ('rebuild')`);
      }
      db.exec(ADD_DOCUMENTS);
    },
  };
}

/** Only rows with characters beyond ASCII are looked at; their ids are gathered first, as FTS5 wants its rows in order. */
function buildCjkIndex(db: Database): void {
  const isBeyondAscii = COLUMNS.map((column) => `length(${column}) <> octet_length(${column})`).join(' OR ');
  const rows = db.prepare<[], SearchTexts & { readonly id: number }>(
    `SELECT id, ${COLUMNS.join(', ')} FROM search_texts WHERE ${isBeyondAscii}`,
  );
  const found: number[] = [];
  for (const { id, ...texts } of rows.iterate()) {
    if (isCjk(texts)) {
      found.push(id);
    }
  }
  const writer = createCjkWriter(db);
  const read = prepareRead(db);
  for (const id of found.sort((one, other) => one - other)) {
    const texts = read.get(id);
    if (texts !== undefined) {
      writer.add(id, texts);
    }
  }
}

function createRowWriter(db: Database): SearchIndexWriter {
  const read = prepareRead(db);
  const cjk = createCjkWriter(db);
  const addText = db.prepare(`INSERT INTO search_text (rowid, ${COLUMNS.join(', ')}) VALUES (?, ?, ?, ?, ?)`);
  const removeText = db.prepare('DELETE FROM search_text WHERE rowid = ?');
  const titles = createTitleWriter(db);
  const documents = createDocumentWriter(db);
  return {
    remove(id) {
      if (!documents.remove(id)) {
        return;
      }
      titles.remove(id);
      if (!cjk.remove(id)) {
        removeText.run(id);
      }
    },
    add(id) {
      const texts = read.get(id);
      if (texts === undefined) {
        return;
      }
      documents.add(id);
      titles.add(id);
      if (isCjk(texts)) {
        cjk.add(id, texts);
      } else {
        addText.run(id, ...cellsOf(texts));
      }
    },
    finish: () => documents.finish(),
  };
}

function createTitleWriter(db: Database): { remove(id: number): void; add(id: number): void } {
  const read = db.prepare<[number], string | null>('SELECT title FROM search_titles WHERE id = ?').pluck();
  const addTitle = db.prepare('INSERT INTO search_title (rowid, title) VALUES (?, ?)');
  const removeTitle = db.prepare(
    "INSERT INTO search_title (search_title, rowid, title) VALUES ('delete', ?, ?)",
  );
  const withTitle = (id: number, statement: Statement) => {
    const title = read.get(id);
    if (title !== undefined) {
      statement.run(id, title);
    }
  };
  return { remove: (id) => withTitle(id, removeTitle), add: (id) => withTitle(id, addTitle) };
}

/**
 * Keeps `search_documents`. A thread may come, or go, apart from what was said in it: so at the end all documents that
 * seem to be part of nothing, or of a thread that is gone, are told anew where they belong.
 */
function createDocumentWriter(db: Database) {
  const insert = db.prepare(`${ADD_DOCUMENTS} WHERE id = ?`);
  const remove = db.prepare('DELETE FROM search_documents WHERE id = ?');
  return {
    add: (id: number) => insert.run(id),
    /** Whether there was such a document. */
    remove: (id: number) => remove.run(id).changes > 0,
    finish() {
      db.exec(`
        UPDATE search_documents
        SET is_loose = 1, subject_id = coalesce(
          (SELECT ${FIND_SUBJECT} FROM search_texts AS texts WHERE texts.id = search_documents.id), id)
        WHERE is_loose = 1 OR subject_id NOT IN (SELECT id FROM search_documents);
        UPDATE search_documents SET is_loose = 0 WHERE is_loose = 1 AND subject_id <> id;
      `);
    },
  };
}

function createCjkWriter(db: Database) {
  const note = db.prepare('INSERT INTO search_cjk_documents VALUES (?)');
  const forget = db.prepare('DELETE FROM search_cjk_documents WHERE id = ?');
  const insert = db.prepare(`INSERT INTO search_cjk (rowid, ${COLUMNS.join(', ')}) VALUES (?, ?, ?, ?, ?)`);
  const remove = db.prepare('DELETE FROM search_cjk WHERE rowid = ?');
  return {
    add(id: number, texts: SearchTexts): void {
      note.run(id);
      insert.run(id, ...cellsOf(texts).map((text) => (text === null ? null : spaceCjk(text))));
    },
    /** Whether the document was in this index. */
    remove(id: number): boolean {
      const isKnown = forget.run(id).changes > 0;
      if (isKnown) {
        remove.run(id);
      }
      return isKnown;
    },
  };
}

function prepareRead(db: Database): Statement<[number], SearchTexts> {
  return db.prepare(`SELECT ${COLUMNS.join(', ')} FROM search_texts WHERE id = ?`);
}

function cellsOf(texts: SearchTexts): readonly (string | null)[] {
  return COLUMNS.map((column) => texts[column]);
}

function isCjk(texts: SearchTexts): boolean {
  return cellsOf(texts).some((text) => text !== null && hasCjk(text));
}
