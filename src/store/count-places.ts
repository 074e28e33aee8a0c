import type { Database } from './database.ts';

/** The text indexes, and the temporary tables that list their words (sqlite.org/fts5.html, 5). */
const VOCABULARIES = { search_text: 'text_places', search_cjk: 'cjk_places' } as const;

/**
 * Creates tables that list each occurrence of a word in the text indexes. Must be called before the connection becomes
 * read-only.
 */
export function openVocabularies(db: Database): void {
  for (const [index, table] of Object.entries(VOCABULARIES)) {
    db.exec(`CREATE VIRTUAL TABLE temp.${table} USING fts5vocab(main, ${index}, instance)`);
  }
}

/**
 * Counts the occurrences of all words with this prefix, up to `atMost`; there are fewer texts, as some contain several.
 */
export function countPlaces(db: Database, prefix: string, atMost: number): number {
  const parts = Object.values(VOCABULARIES).map(
    (table) => `SELECT 1 FROM temp.${table} WHERE term >= :prefix AND term < :end`,
  );
  return (
    db
      .prepare<object, number>(`SELECT count(*) FROM (${parts.join(' UNION ALL ')} LIMIT :atMost)`)
      .pluck()
      .get({ prefix, end: `${prefix}\u{10ffff}`, atMost }) ?? 0
  );
}
