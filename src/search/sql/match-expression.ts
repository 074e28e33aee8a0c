import { spaceCjk } from '../../store/index.ts';
import type { SearchScope, SearchWords } from '../language/search-query.ts';
import { COLUMN_OF_SCOPE } from '../words-in-text.ts';
import { type Fragment, fragment } from './fragment.ts';

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

/**
 * Whether a text of the subject mentions a login or `organization/team`. The index finds the texts that hold the name;
 * only those are read for the at sign before it and the end of the name behind it. They are asked for as a list: SQLite
 * passes one into each part of the view of texts, but reads the whole view for a single text that another row names.
 */
export function mentionCondition(name: string): Fragment {
  const match = matchExpression([{ kind: 'words', text: name, isPrefix: false }], []);
  const pattern = `*[^a-z0-9_@/.-]@${escapeGlob(name.toLowerCase())}[^a-z0-9_/-]*`;
  return fragment(
    `s.id IN (
      SELECT subject_id FROM search_documents WHERE id IN (
        SELECT id FROM search_texts
        WHERE id IN (
            SELECT rowid FROM search_text WHERE search_text MATCH ?
            UNION ALL SELECT rowid FROM search_cjk WHERE search_cjk MATCH ?)
          AND ' ' || lower(concat_ws(' ', title, body, comment)) || ' ' GLOB ?))`,
    match,
    match,
    pattern,
  );
}

function escapeGlob(text: string): string {
  return text.replace(/[*?[]/g, '[$&]');
}
