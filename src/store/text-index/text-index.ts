import type { Database } from '../database.ts';
import { isCjk, openCjkIndex, prepareTexts, SEARCH_COLUMNS, type SearchTexts } from './cjk-index.ts';
import { openMentionIndex } from './mentions.ts';
import { prepareChanges } from './prepare-changes.ts';

export interface IndexedTexts {
  readonly texts: SearchTexts;
  /** Undefined if its titles are not completed. */
  readonly title: string | null | undefined;
}

/** The text indexes, updated document by document. They store no texts: to remove some, FTS5 needs them again. */
export interface TextIndex {
  /** The texts of a document as the rows have them now; undefined if it does not exist. */
  read(id: number): IndexedTexts | undefined;
  add(id: number, indexed: IndexedTexts): void;
  remove(id: number, indexed: IndexedTexts): void;
}

export function openTextIndex(db: Database): TextIndex {
  const readTexts = prepareTexts(db);
  const readTitle = db
    .prepare<[number], string | null>('SELECT title FROM search_titles WHERE id = ?')
    .pluck();
  const cjk = openCjkIndex(db);
  const mentions = openMentionIndex(db);
  const all = prepareChanges(db, 'search_text', SEARCH_COLUMNS);
  const titles = prepareChanges(db, 'search_title', ['title']);
  return {
    read(id) {
      const texts = readTexts(id);
      return texts && { texts, title: readTitle.get(id) };
    },
    add(id, { texts, title }) {
      mentions.add(id, texts);
      if (title !== undefined) {
        titles.add.run(id, title);
      }
      if (isCjk(texts)) {
        cjk.add(id, texts);
      } else {
        all.add.run(id, ...texts);
      }
    },
    remove(id, { texts, title }) {
      mentions.remove(id, texts);
      if (title !== undefined) {
        titles.remove.run(id, title);
      }
      if (!cjk.remove(id, texts)) {
        all.remove.run(id, ...texts);
      }
    },
  };
}
