import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../database.ts';
import type { EarlyReading } from '../early-reading.ts';
import { isCjk, openCjkIndex, prepareTexts, SEARCH_COLUMNS, type SearchTexts } from './cjk-index.ts';
import { openDocumentIndex } from './document-index.ts';
import { openMentionIndex } from './mentions.ts';
import { prepareChanges } from './prepare-changes.ts';

/** Keeps the full-text index in sync with rows that change one by one, within the transaction of the change. */
export interface RowIndex {
  /** Must be called after the row and its links were inserted. */
  add(id: number): void;
  /**
   * Calls `write`, which changes the row or its links, and returns its result. Only changed texts, and large ones, are
   * indexed again.
   */
  replace<Result>(id: number, write: () => Result): Result;
  /** Must be called while the row and its links still exist. */
  remove(id: number): void;
  /** Must be called once all rows of a new store are written, before other indexes are built. */
  begin(): Promise<void>;
  /** Must be called once, after the last change and everything else that is written. `early` readers wait for no texts. */
  finish(early?: EarlyReading): void;
  /** Must be called after `finish`, or instead of it. */
  close(): Promise<void>;
}

/** For stores without an index. */
export const NO_INDEX: RowIndex = {
  add: () => {},
  replace: (_, write) => write(),
  remove: () => {},
  begin: async () => {},
  finish: () => {},
  close: async () => {},
};

/**
 * Texts of this length, in UTF-16 units, are indexed again even if they are the same, so that only one version is in
 * memory.
 */
const LARGE_LENGTH = 512 * 1024;

export function openRowIndex(db: Database): RowIndex {
  const texts = openTextIndex(db);
  const documents = openDocumentIndex(db);
  const readIndexed = (id: number) => (documents.has(id) ? texts.read(id) : undefined);

  /** Removes the texts of a document if they are large, and returns them otherwise. */
  function removeLarge(id: number): ReturnType<typeof readIndexed> {
    const indexed = readIndexed(id);
    if (indexed === undefined || indexed.texts.every((text) => (text?.length ?? 0) < LARGE_LENGTH)) {
      return indexed;
    }
    texts.remove(id, indexed);
    return undefined;
  }

  function update(id: number, former: ReturnType<typeof readIndexed>): void {
    const now = texts.read(id);
    if (!isDeepStrictEqual(former, now)) {
      if (former !== undefined) {
        texts.remove(id, former);
      }
      if (now !== undefined) {
        texts.add(id, now);
      }
    }
    documents.update(id);
  }

  return {
    ...NO_INDEX,
    add: (id) => update(id, undefined),
    replace(id, write) {
      const former = removeLarge(id);
      const result = write();
      update(id, former);
      return result;
    },
    remove(id) {
      const former = readIndexed(id);
      if (former !== undefined) {
        texts.remove(id, former);
        documents.remove(id);
      }
    },
    finish: () => documents.finish(),
  };
}

interface IndexedTexts {
  readonly texts: SearchTexts;
  /** Undefined if its titles are not completed. */
  readonly title: string | null | undefined;
}

/** The text indexes, updated document by document. They store no texts: to remove some, FTS5 needs them again. */
interface TextIndex {
  /** The texts of a document as the rows have them now; undefined if it does not exist. */
  read(id: number): IndexedTexts | undefined;
  add(id: number, indexed: IndexedTexts): void;
  remove(id: number, indexed: IndexedTexts): void;
}

function openTextIndex(db: Database): TextIndex {
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
