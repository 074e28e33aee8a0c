import type { Database, Statement } from '../database/database.ts';
import { type CjkIndex, isCjk, openCjkIndex, prepareTexts, SEARCH_COLUMNS } from './cjk-index.ts';

/** The three text indexes, updated row by row from the views. */
export interface TextIndex {
  /** Returns whether the document exists. */
  add(id: number): boolean;
  remove(id: number): void;
}

export function openTextIndex(db: Database): TextIndex {
  const read = prepareTexts(db);
  const cjk: CjkIndex = openCjkIndex(db);
  const addText = db.prepare(
    `INSERT INTO search_text (rowid, ${SEARCH_COLUMNS.join(', ')}) VALUES (?, ?, ?, ?, ?)`,
  );
  const removeText = db.prepare('DELETE FROM search_text WHERE rowid = ?');
  const titles = openTitleIndex(db);
  return {
    add(id) {
      const texts = read(id);
      if (texts === undefined) {
        return false;
      }
      titles.add(id);
      if (isCjk(texts)) {
        cjk.add(id, texts);
      } else {
        addText.run(id, ...texts);
      }
      return true;
    },
    remove(id) {
      titles.remove(id);
      if (!cjk.remove(id)) {
        removeText.run(id);
      }
    },
  };
}

interface TitleIndex {
  add(id: number): void;
  remove(id: number): void;
}

function openTitleIndex(db: Database): TitleIndex {
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
