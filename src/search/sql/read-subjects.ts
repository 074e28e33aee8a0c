import type { Database } from '../../store/index.ts';
import { SUBJECT_KINDS, type SubjectKind } from './subjects.table.ts';

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
  /** A text of a subject that fits: its own, else its oldest comment; undefined where none does. */
  fittingText(subjectId: number, match: string): number | undefined;
}

export function createSubjectReader(db: Database): SubjectReader {
  const subjects = knownSubjects(db);
  const facts = db.prepare<unknown[], SubjectFacts>(subjects.map(factsOf).join(' UNION ALL '));
  const texts = db.prepare<[number], SubjectTexts>(
    'SELECT title, body, comment, file FROM search_texts WHERE id = ?',
  );
  const best = db.prepare<[number, string, string], number>(BEST).pluck();
  return {
    facts: (id) => facts.get(...subjects.map(() => id)),
    texts: (id) => texts.get(id),
    fittingText: (subjectId, match) => best.get(subjectId, match, match),
  };
}

function factsOf({
  kind,
  table,
  title = 'NULL',
  state = 'NULL',
  author = 'NULL',
  number = 'NULL',
  createdAt,
  updatedAt = createdAt,
}: SubjectKind): string {
  return `
    SELECT '${kind}' AS kind, s.url, s.repo, ${number} AS number, ${title} AS title, ${state} AS state,
      ${author} AS author, ${createdAt} AS createdAt, ${updatedAt} AS updatedAt
    FROM ${table} AS s WHERE s.id = ?`;
}

/** No bm25 here: it counts all texts with a word, however common, to rate the few of one subject. */
const BEST = `
  SELECT d.id FROM search_documents AS d
  WHERE d.subject_id = ?
    AND (EXISTS (SELECT 1 FROM search_text WHERE search_text MATCH ? AND search_text.rowid = d.id)
      OR EXISTS (SELECT 1 FROM search_cjk WHERE search_cjk MATCH ? AND search_cjk.rowid = d.id))
  ORDER BY d.id <> d.subject_id, d.id LIMIT 1`;

/** The kinds of results that a store has: one of an older version gets those of captures with the next write into it. */
export function knownSubjects(db: Database): readonly SubjectKind[] {
  const names = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')")
    .pluck()
    .all();
  const known = new Set(names);
  return SUBJECT_KINDS.filter(({ table }) => known.has(table));
}
