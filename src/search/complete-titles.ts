import type { Database } from '../store/index.ts';
import { splitWords } from './split-words.ts';
import { createSubjectReader, type SubjectFacts } from './sql/read-subjects.ts';

/**
 * Titles that hold the words typed so far, the last of which may go on: those loaded last come first. A title in CJK
 * text is found from the beginning of a run of such characters. Gives nothing for a text without words.
 */
export function completeTitles(db: Database, typed: string, limit: number): readonly SubjectFacts[] {
  const words = typed.match(/[\p{L}\p{N}\p{Co}\p{M}]+/gu) ?? [];
  if (splitWords(typed).length === 0) {
    return [];
  }
  const match = `${words.map((word) => `"${word}"`).join(' ')} *`;
  const reader = createSubjectReader(db);
  return db
    .prepare<[string, number], number>(
      'SELECT rowid FROM search_title WHERE search_title MATCH ? ORDER BY rowid DESC LIMIT ?',
    )
    .pluck()
    .all(match, limit)
    .flatMap((id) => reader.facts(id) ?? []);
}
