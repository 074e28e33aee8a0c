import { type Fragment, fragment } from './fragment.ts';
import { matchExpression } from './match-expression.ts';

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
