import type { Open } from '../../base/json.ts';
import type { Database } from '../../store/database.ts';
import { SUBJECT_KINDS, type SubjectKind, type SubjectKindName } from '../subjects.table.ts';
import type { SubjectTexts } from '../words-in-text.ts';

/** The properties of records of any kind that lists show. */
export interface SubjectFacts {
  readonly kind: SubjectKindName;
  readonly url: string;
  readonly repo: string | null;
  readonly number: number | null;
  readonly title: string | null;
  readonly state: Open<'open' | 'closed' | 'merged'> | null;
  readonly author: string | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
}

/** Reads the content of results, record by record, because a page only has a few. */
export interface SubjectReader {
  facts(id: number): SubjectFacts | undefined;
  texts(id: number): SubjectTexts | undefined;
  /** The records whose texts belong to the subject: itself first, then the others, oldest first. */
  documents(subjectId: number): readonly number[];
}

export function createSubjectReader(db: Database, kinds: readonly SubjectKind[]): SubjectReader {
  const facts = later(() => db.prepare<object, SubjectFacts>(kinds.map(factsOf).join(' UNION ALL ')));
  const texts = later(() =>
    db.prepare<[number], SubjectTexts>('SELECT title, body, comment, file FROM search_texts WHERE id = ?'),
  );
  // Most texts are comments, which are read in a third of the time without the view of all texts.
  const comments = later(() =>
    db.prepare<[number], SubjectTexts>(
      'SELECT NULL AS title, NULL AS body, body AS comment, NULL AS file FROM issue_comments WHERE id = ?',
    ),
  );
  const documents = later(() =>
    db
      .prepare<[number], number>(
        'SELECT id FROM search_documents WHERE subject_id = ? ORDER BY id <> subject_id, id',
      )
      .pluck(),
  );
  return {
    facts: (id) => facts().get({ id }),
    texts: (id) => comments().get(id) ?? texts().get(id),
    documents: (subjectId) => documents().all(subjectId),
  };
}

/** Preparing these statements takes longer than reading a few records, and a search may not need all of them. */
function later<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= make();
    return value;
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
    FROM ${table} AS s WHERE s.id = :id`;
}

/** The kinds of results that a store has records of: each of the others would be one more part of every statement. */
export function knownSubjects(db: Database): readonly SubjectKind[] {
  const tests = SUBJECT_KINDS.map(({ table }) => `EXISTS (SELECT 1 FROM ${table})`);
  const exist = db.prepare<[], number[]>(`SELECT ${tests.join()}`).raw().get();
  return SUBJECT_KINDS.filter((_, place) => exist?.[place] === 1);
}
