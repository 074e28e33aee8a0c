import { hasCjk, spaceCjk } from '../cjk-text.ts';
import type { Database } from '../database.ts';
import { prepareChanges } from './prepare-changes.ts';

/** The columns of the full-text index; each has its own weight. */
export const SEARCH_COLUMNS = ['title', 'body', 'comment', 'file'] as const;

/** The texts of a document, in the order of the index's columns. */
export type SearchTexts = readonly (string | null)[];

/** The index of texts that contain CJK characters. */
export interface CjkIndex {
  add(id: number, texts: SearchTexts): void;
  /** Returns whether the document was in this index, with these texts. */
  remove(id: number, texts: SearchTexts): boolean;
}

/** Whether a document belongs in the index of CJK texts instead of the other one. */
export function isCjk(texts: SearchTexts): boolean {
  return texts.some((text) => text !== null && hasCjk(text));
}

export function openCjkIndex(db: Database): CjkIndex {
  const note = db.prepare('INSERT INTO search_cjk_documents VALUES (?)');
  const forget = db.prepare('DELETE FROM search_cjk_documents WHERE id = ?');
  const index = prepareChanges(db, 'search_cjk', SEARCH_COLUMNS);
  return {
    add(id, texts) {
      note.run(id);
      index.add.run(id, ...texts.map(spaced));
    },
    remove(id, texts) {
      const isKnown = forget.run(id).changes > 0;
      if (isKnown) {
        index.remove.run(id, ...texts.map(spaced));
      }
      return isKnown;
    },
  };
}

function spaced(text: string | null): string | null {
  return text === null ? null : spaceCjk(text);
}

/** Fills the empty index with the documents that are listed as having CJK text. */
export function refillCjkIndex(db: Database): void {
  const ids = db.prepare<[], number>('SELECT id FROM search_cjk_documents ORDER BY id').pluck().all();
  db.exec('DELETE FROM search_cjk_documents');
  const index = openCjkIndex(db);
  const read = prepareTexts(db);
  for (const id of ids) {
    const texts = read(id);
    if (texts !== undefined) {
      index.add(id, texts);
    }
  }
}

/** Lists the documents that have CJK text. Only rows with non-ASCII characters are checked. */
export function listCjkDocuments(db: Database): void {
  const isBeyondAscii = SEARCH_COLUMNS.map((column) => `length(${column}) <> octet_length(${column})`);
  const rows = db
    .prepare<[], [id: number, ...texts: (string | null)[]]>(
      `SELECT id, ${SEARCH_COLUMNS.join(', ')} FROM search_texts WHERE ${isBeyondAscii.join(' OR ')}`,
    )
    .raw();
  const found: number[] = [];
  for (const [id, ...texts] of rows.iterate()) {
    if (isCjk(texts)) {
      found.push(id);
    }
  }
  const note = db.prepare('INSERT INTO search_cjk_documents VALUES (?)');
  for (const id of found) {
    note.run(id);
  }
}

/** Creates a function that reads the texts of a document; undefined if it does not exist. */
export function prepareTexts(db: Database): (id: number) => SearchTexts | undefined {
  const read = db
    .prepare<[number], SearchTexts>(`SELECT ${SEARCH_COLUMNS.join(', ')} FROM search_texts WHERE id = ?`)
    .raw();
  return (id) => read.get(id);
}
