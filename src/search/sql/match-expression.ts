import { spaceCjk } from '../../store/cjk-text.ts';
import { alternativesOf, type SearchScope, type SearchWords } from '../search-query.ts';
import { COLUMN_OF_SCOPE } from '../words-in-text.ts';

/**
 * An FTS5 query for any of these words or their forms, each as a quoted phrase, in the columns of the scopes. FTS5
 * treats quoted text as data (sqlite.org/fts5.html, 3.1), except for NUL, which ends it.
 */
export function matchExpression(words: readonly SearchWords[], scopes: readonly SearchScope[]): string {
  const phrases = words.flatMap((one) =>
    alternativesOf(one).map(
      (text) => `${quote(spaceCjk(text.replaceAll('\0', ' ')))}${one.isPrefix ? ' *' : ''}`,
    ),
  );
  const columns = [...new Set(scopes)].map((scope) => COLUMN_OF_SCOPE[scope]);
  const place = columns.length === 0 ? '' : `{${columns.join(' ')}} : `;
  return `${place}(${phrases.join(' OR ')})`;
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
