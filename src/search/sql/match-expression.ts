import { spaceCjk } from '../../store/cjk-text.ts';
import { type Fragment, listed } from '../fragment.ts';
import { alternativesOf, exactly, type SearchScope, type SearchWords } from '../search-query.ts';
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

/**
 * A condition that a text of the subject mentions a login or `organization/team`. The index finds texts that contain
 * the name; only those are checked for the preceding at sign and the end of the name. Their ids are selected with IN,
 * because SQLite pushes a list of ids down into each part of the view of texts, but reads the whole view for a single
 * id from another row.
 */
export function mentionCondition(name: string): Fragment {
  const match = matchExpression([exactly(name)], []);
  const pattern = `*[^a-z0-9_@/.-]@${escapeGlob(name.toLowerCase())}[^a-z0-9_/-]*`;
  return listed(
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
