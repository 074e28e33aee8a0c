import type { Database } from '../../store/index.ts';
import type { SearchWords } from '../language/search-query.ts';
import { splitWords } from '../split-words.ts';

/** The maximum number of titles that are compared, newest first, of those that start with the words. */
const MAX_COMPARED = 100;

/** The ids of subjects whose title consists of exactly these words. */
export function findExactTitles(db: Database, words: readonly SearchWords[]): readonly number[] {
  const asked = foldedWords(words.map(({ text }) => text).join(' '));
  if (asked === '' || words.some(({ isPrefix }) => isPrefix)) {
    return [];
  }
  return db
    .prepare<[string, number], { readonly id: number; readonly title: string }>(
      `SELECT id, title FROM search_titles WHERE id IN (
         SELECT rowid FROM search_title WHERE search_title MATCH ? ORDER BY rowid DESC LIMIT ?)`,
    )
    .all(`^ ${titlePhrase(words)}`, MAX_COMPARED)
    .filter(({ title }) => foldedWords(title) === asked)
    .map(({ id }) => id);
}

/** The index of titles contains CJK text as it is written, without spaces. */
function titlePhrase(words: readonly SearchWords[]): string {
  const text = words.map((one) => one.text.replaceAll('\0', ' ').replaceAll('"', '""')).join(' ');
  return `"${text}"`;
}

function foldedWords(text: string): string {
  return splitWords(text)
    .map(({ folded }) => folded)
    .join(' ');
}
