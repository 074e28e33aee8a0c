import type { Database } from '../../database.ts';
import { SUBJECT_KINDS } from './subjects.table.ts';

/** What a list shows of a record of any kind. */
export interface SubjectFacts {
  readonly kind: string;
  readonly url: string;
  readonly repo: string | null;
  readonly number: number | null;
  readonly title: string | null;
  readonly state: string | null;
  readonly author: string | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
}

/** The texts of a record as they are indexed. */
export type SubjectTexts = Readonly<Record<'title' | 'body' | 'comment' | 'file', string | null>>;

/** Reads what results show, record by record: a page has few of them. */
export interface SubjectReader {
  facts(id: number): SubjectFacts | undefined;
  texts(id: number): SubjectTexts | undefined;
  /** The text of a subject that fits best; undefined where none fits. */
  bestText(subjectId: number, match: string): number | undefined;
}

export function createSubjectReader(db: Database): SubjectReader {
  const facts = db.prepare<unknown[], SubjectFacts>(FACTS);
  const texts = db.prepare<[number], SubjectTexts>(
    'SELECT title, body, comment, file FROM search_texts WHERE id = ?',
  );
  const best = db.prepare<[number, string, number, string], number>(BEST).pluck();
  return {
    facts: (id) => facts.get(...SUBJECT_KINDS.map(() => id)),
    texts: (id) => texts.get(id),
    bestText: (subjectId, match) => best.get(subjectId, match, subjectId, match),
  };
}

const FACTS = SUBJECT_KINDS.map(
  ({
    kind,
    table,
    title = 'NULL',
    state = 'NULL',
    author = 'NULL',
    number = 'NULL',
    createdAt,
    updatedAt,
  }) => `
    SELECT '${kind}' AS kind, s.url, s.repo, ${number} AS number, ${title} AS title, ${state} AS state,
      ${author} AS author, ${createdAt} AS createdAt, ${updatedAt ?? createdAt} AS updatedAt
    FROM ${table} AS s WHERE s.id = ?`,
).join(' UNION ALL ');

const BEST = `
  SELECT id FROM (
    SELECT rowid AS id, bm25(search_text, 10.0, 3.0, 1.0, 2.0) AS score FROM search_text
    WHERE rowid IN (SELECT id FROM search_documents WHERE subject_id = ?) AND search_text MATCH ?
    UNION ALL
    SELECT rowid, bm25(search_cjk, 10.0, 3.0, 1.0, 2.0) FROM search_cjk
    WHERE rowid IN (SELECT id FROM search_documents WHERE subject_id = ?) AND search_cjk MATCH ?)
  ORDER BY score, id LIMIT 1`;
