import type { Database } from '../../store/database.ts';
import { compileCondition, compileGathered } from '../compile-condition.ts';
import { COMMENT_COUNT, REACTION_COUNT } from '../filter-conditions.table.ts';
import { FALSE, type Fragment, fragment } from '../fragment.ts';
import type { SearchPlan } from '../search-plan.ts';
import type { SearchSort } from '../search-query.ts';
import type { SubjectKind } from '../subjects.table.ts';

/** Weights of titles, bodies, comments and names of files. */
const WEIGHTS = '10.0, 3.0, 1.0, 2.0';

/** Greater than any score; lower scores are better. */
const EXACT_TITLE = 1e6;

/** Greater than any score of bm25: texts with a word as it was entered rank above those with other forms of it. */
const EXACT_WORD = 1e3;

/** The scores of all texts that match. */
const scoresOf = (bonus: number, isWithin: string) => `
    SELECT rowid, bm25(search_text, ${WEIGHTS}) - ${bonus} FROM search_text WHERE search_text MATCH ?${isWithin}
    UNION ALL SELECT rowid, bm25(search_cjk, ${WEIGHTS}) - ${bonus} FROM search_cjk WHERE search_cjk MATCH ?${isWithin}`;

export const textsOf = (ids: readonly number[]) =>
  `SELECT id FROM search_documents WHERE subject_id IN (${ids.join(', ')})`;

/**
 * `hits` contains the score of each text, `best` for each subject its best text, and whether it is a record outside of
 * threads.
 */
const rankingOf = (scores: string, exactTitles: readonly number[]) => `
  texts (id, score) AS (${scores}
  ),
  hits (id, score) AS (
    SELECT id, score - ${EXACT_TITLE} * (id IN (${exactTitles.length === 0 ? '' : textsOf(exactTitles)})) FROM texts
  ),
  best (subject_id, id, score, is_loose) AS (
    SELECT d.subject_id, hits.id, min(hits.score), d.is_loose
    FROM hits CROSS JOIN search_documents AS d ON d.id = hits.id
    GROUP BY d.subject_id
  )`;

/** A result, before its content is read. */
export interface FoundSubject {
  readonly id: number;
  readonly kind: string;
  /** The id of its best text, if it was ranked. */
  readonly bestId: number | null;
}

export interface Page {
  readonly offset: number;
  readonly limit: number;
}

export function findSubjects(db: Database, plan: SearchPlan, page: Page): Iterable<FoundSubject> {
  const { text, values } = selectSubjects(plan);
  return db
    .prepare<unknown[], FoundSubject>(`${text} LIMIT ? OFFSET ?`)
    .iterate(...values, page.limit, page.offset);
}

/** Iterates lazily over the subjects that match a search. */
export function eachSubject(db: Database, plan: SearchPlan): Iterable<FoundSubject> {
  const { text, values } = selectSubjects(plan);
  return db.prepare<unknown[], FoundSubject>(text).iterate(...values);
}

/** Selects the subjects in order, in one statement with a part for each kind. */
function selectSubjects(plan: SearchPlan): Fragment {
  const parts = plan.subjects.flatMap((subject) => {
    const condition = compileCondition(plan, subject);
    return condition === FALSE ? [] : [compilePart({ plan, subject, condition })];
  });
  if (parts.length === 0) {
    return fragment('SELECT 0 AS id, NULL AS kind, NULL AS bestId WHERE 0');
  }
  const tables = [...compileGathered(plan), ...compileRanking(plan)];
  const direction = plan.order.isAscending ? 'ASC' : 'DESC';
  return fragment(
    `${tables.length === 0 ? '' : `WITH ${tables.map(({ text }) => text).join(',\n')}`}
    ${parts.map(({ text }) => text).join('\nUNION ALL\n')}
    ORDER BY sort_key ${direction}, id ${direction}`,
    ...[...tables, ...parts].flatMap(({ values }) => values),
  );
}

interface Part {
  readonly plan: SearchPlan;
  readonly subject: SubjectKind;
  readonly condition: Fragment;
}

function compilePart({ plan, subject, condition }: Part): Fragment {
  const { kind, table, isPart, isThread } = subject;
  const columns = `s.id AS id, '${kind}' AS kind`;
  if (plan.isByCounts && isThread === true) {
    return fragment(
      `SELECT n.id AS id, '${kind}' AS kind, NULL AS bestId, n.comments AS sort_key
      FROM ${table} AS s JOIN search_comment_counts AS n ON n.id = s.id AND n.kind = '${kind}' WHERE ${condition.text}`,
      ...condition.values,
    );
  }
  if (plan.ranked === undefined) {
    const key = SORT_KEYS[plan.order.by](subject);
    return fragment(
      `SELECT ${columns}, NULL AS bestId, ${key} AS sort_key FROM ${table} AS s WHERE ${condition.text}`,
      ...condition.values,
    );
  }
  const from = plan.isBound
    ? `best CROSS JOIN ${table} AS s ON s.id = best.subject_id AND best.is_loose = ${isPart === true ? 1 : 0}`
    : `${table} AS s LEFT JOIN best ON best.subject_id = s.id`;
  return fragment(
    `SELECT ${columns}, best.id AS bestId, coalesce(-best.score, 0) AS sort_key FROM ${from} WHERE ${condition.text}`,
    ...condition.values,
  );
}

/** The sort keys; by creation for relevance without a ranking. */
const SORT_KEYS = {
  relevance: ({ createdAt }) => createdAt,
  created: ({ createdAt }) => createdAt,
  updated: ({ updatedAt, createdAt }) => updatedAt ?? createdAt,
  comments: ({ isThread }) => (isThread === true ? COMMENT_COUNT : '0'),
  reactions: () => REACTION_COUNT,
} as const satisfies Record<SearchSort['by'], (subject: SubjectKind) => string>;

/** The tables `hits` and `best`, of the texts that `within` selects or all; empty if results are not ranked. */
export function compileRanking({ ranked, exactTitles }: SearchPlan, within?: string): readonly Fragment[] {
  if (ranked === undefined) {
    return [];
  }
  const { exact, forms } = ranked;
  // With the plus sign FTS5 iterates over all texts with the word, rather than look it up in each text of these.
  const isWithin = within === undefined ? '' : ' AND +rowid IN within';
  const scores =
    forms === undefined
      ? scoresOf(0, isWithin)
      : `${scoresOf(EXACT_WORD, isWithin)} UNION ALL ${scoresOf(0, isWithin)}`;
  return [
    ...(within === undefined ? [] : [fragment(`within (id) AS MATERIALIZED (${within})`)]),
    fragment(
      rankingOf(scores, exactTitles),
      ...(forms === undefined ? [exact, exact] : [exact, exact, forms, forms]),
    ),
  ];
}
