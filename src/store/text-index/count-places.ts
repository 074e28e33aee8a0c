import type { Database } from '../database/database.ts';

/** The indexes of texts, and the tables of a connection that list their words (sqlite.org/fts5.html, 5). */
const VOCABULARIES = { search_text: 'text_places', search_cjk: 'cjk_places' } as const;

/** Lists each place of a word in the indexes of texts. To be called before the connection is kept from writing. */
export function openVocabularies(db: Database): void {
  for (const [index, table] of Object.entries(VOCABULARIES)) {
    db.exec(`CREATE VIRTUAL TABLE temp.${table} USING fts5vocab(main, ${index}, instance)`);
  }
}

/** Counts the places of all words that begin so, no further than `atMost`; texts are fewer, as some hold several. */
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
