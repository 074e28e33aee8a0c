import type { Database } from './database.ts';
import { listCjkDocuments, refillCjkIndex } from './text-index/cjk-index.ts';
import { buildDocuments } from './text-index/document-index.ts';
import { buildMentions } from './text-index/mentions.ts';

/** Memory for the words that FTS5 collects before it writes, 1 MB by default. Beyond 8 MB no gain was measured. */
const HASH_MB = { search_text: 8, search_title: 2 } as const;

/**
 * How many segments of a level are merged incrementally when texts are added later, and how many trigger an immediate
 * merge (sqlite.org/fts5.html#the_automerge_configuration_option). With the defaults, 4 and 16, the first merge of a
 * newer archive would merge the segments of the whole index.
 */
const LATER_AUTOMERGE = 16;
const CRISIS_MERGE = 64;

/** Builds the whole index, which must be empty, from the rows of a store. */
export function buildIndex(db: Database): void {
  listCjkDocuments(db);
  refillCjkIndex(db);
  expectManyTexts(db, 'search_text');
  db.exec("INSERT INTO search_text (search_text) VALUES ('rebuild')");
  expectFewTexts(db, 'search_text');
  buildTitles(db);
  buildMentions(db);
  buildDocuments(db);
}

export function buildTitles(db: Database): void {
  expectManyTexts(db, 'search_title');
  db.exec("INSERT INTO search_title (search_title) VALUES ('rebuild')");
  expectFewTexts(db, 'search_title');
}

/** What the second thread fills: the tables of FTS5, apart from its options, and the list of documents that it leaves out. */
const BUILT_TABLES = [
  'search_text_data',
  'search_text_idx',
  'search_text_docsize',
  'search_cjk_documents',
] as const;

/**
 * Copies the index of texts, which must be empty, from another file, and fills that of CJK texts. This connection must
 * not have used either: FTS5 remembers what it has read (sqlite.org/fts5.html#fts5_data_structures).
 */
export function adoptIndex(db: Database, path: string): void {
  db.prepare('ATTACH ? AS built').run(path);
  db.unsafeMode(true); // The driver protects the tables of FTS5.
  for (const table of BUILT_TABLES) {
    // SQLite copies whole rows if the target is empty and both tables are alike (sqlite.org/lang_insert.html).
    db.exec(`DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM built.${table}`);
  }
  db.unsafeMode(false);
  expectManyTexts(db, 'search_text');
  expectFewTexts(db, 'search_text');
  refillCjkIndex(db);
}

/**
 * Prepares an empty index for many texts: FTS5 collects more words in memory, by an undocumented option that only
 * accepts a literal, and merges no segments. For 150 MB of text this takes 2.7 s instead of 3.5 s.
 */
export function expectManyTexts(db: Database, index: keyof typeof HASH_MB): void {
  setOption(db, index, 'hashsize', HASH_MB[index] * 1024 * 1024);
  setOption(db, index, 'automerge', 0);
  setOption(db, index, 'crisismerge', CRISIS_MERGE);
}

function expectFewTexts(db: Database, index: keyof typeof HASH_MB): void {
  setOption(db, index, 'automerge', LATER_AUTOMERGE);
}

function setOption(
  db: Database,
  index: string,
  name: 'automerge' | 'crisismerge' | 'hashsize',
  value: number,
): void {
  db.exec(`INSERT INTO ${index} (${index}, rank) VALUES ('${name}', ${value})`);
}

/** Empties the index: searches find nothing until it is rebuilt. */
export function clearIndex(db: Database): void {
  for (const index of ['search_text', 'search_title', 'search_cjk']) {
    db.exec(`INSERT INTO ${index} (${index}) VALUES ('delete-all')`);
  }
  db.exec('DELETE FROM search_cjk_documents; DELETE FROM search_mentions; DELETE FROM search_documents');
}

/** Whether the texts of a store are indexed; true for a store without texts. */
export function isIndexed(db: Database): boolean {
  const has = (name: string) =>
    db.prepare<[], number>(`SELECT EXISTS (SELECT 1 FROM ${name})`).pluck().get() === 1;
  return has('search_documents') || !has('search_texts');
}
