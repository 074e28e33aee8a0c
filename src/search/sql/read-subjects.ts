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
  /** A text of each subject that fits: its own, else its oldest comment; subjects of which none fits are left out. */
  fittingTexts(subjectIds: readonly number[], words: FittingWords): ReadonlyMap<number, number>;
}

/** What texts must hold to fit. */
export interface FittingWords {
  /** As FTS5 is asked. */
  readonly match: string;
  readonly hasPrefix: boolean;
}

export function createSubjectReader(db: Database): SubjectReader {
  const subjects = knownSubjects(db);
  const facts = db.prepare<unknown[], SubjectFacts>(subjects.map(factsOf).join(' UNION ALL '));
  const texts = db.prepare<[number], SubjectTexts>(
    'SELECT title, body, comment, file FROM search_texts WHERE id = ?',
  );
  return {
    facts: (id) => facts.get(...subjects.map(() => id)),
    texts: (id) => texts.get(id),
    fittingTexts(subjectIds, { match, hasPrefix }) {
      const find = db.prepare<[string, string, string], readonly [number, number]>(
        selectFitting(hasPrefix ? IN_GATHERED : IN_INDEX),
      );
      return new Map(find.raw().all(JSON.stringify(subjectIds), match, match));
    },
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

/** The documents of a subject are asked one by one: there are few of them. */
const IN_INDEX = `(
  EXISTS (SELECT 1 FROM search_text WHERE search_text MATCH ? AND search_text.rowid = d.id)
  OR EXISTS (SELECT 1 FROM search_cjk WHERE search_cjk MATCH ? AND search_cjk.rowid = d.id))`;

/** FTS5 would put the words of a prefix together anew for each document. */
const IN_GATHERED = `d.id IN (
  SELECT rowid FROM search_text WHERE search_text MATCH ?
  UNION ALL SELECT rowid FROM search_cjk WHERE search_cjk MATCH ?)`;

/** No bm25 here: it counts all texts with a word, however common, to rate the few of some subjects. */
function selectFitting(fits: string): string {
  return `
    SELECT subject_id, id FROM (
      SELECT d.subject_id, d.id,
        row_number() OVER (PARTITION BY d.subject_id ORDER BY d.id <> d.subject_id, d.id) AS place
      FROM search_documents AS d WHERE d.subject_id IN (SELECT value FROM json_each(?)) AND ${fits})
    WHERE place = 1`;
}

/** The kinds of results that a store has: one of an older version gets those of captures with the next write into it. */
export function knownSubjects(db: Database): readonly SubjectKind[] {
  const names = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')")
    .pluck()
    .all();
  const known = new Set(names);
  return SUBJECT_KINDS.filter(({ table }) => known.has(table));
}
