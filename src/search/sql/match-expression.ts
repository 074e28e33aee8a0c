import { spaceCjk } from '../../store/index.ts';
import type { SearchScope, SearchWords } from '../language/search-query.ts';

/** The column of the index that each scope looks in. */
const COLUMN_OF_SCOPE = {
  title: 'title',
  body: 'body',
  comments: 'comment',
} as const satisfies Record<SearchScope, string>;

/**
 * What FTS5 is asked: any of these words, each as one quoted phrase, in the columns of the scopes. Quoted text is data
 * to FTS5 whatever it holds (sqlite.org/fts5.html, 3.1), but for NUL, which ends it.
 */
export function matchExpression(words: readonly SearchWords[], scopes: readonly SearchScope[]): string {
  const phrases = words.map(
    ({ text, isPrefix }) => `${quote(spaceCjk(text.replaceAll('\0', ' ')))}${isPrefix ? ' *' : ''}`,
  );
  const columns = [...new Set(scopes)].map((scope) => COLUMN_OF_SCOPE[scope]);
  const place = columns.length === 0 ? '' : `{${columns.join(' ')}} : `;
  return `${place}(${phrases.join(' OR ')})`;
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
