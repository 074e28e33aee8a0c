import type { Database } from '../../database.ts';
import type { SearchSort } from '../language/search-query.ts';
import { compileCondition, compileGathered, IS_LOOSE, subjectKindsOf } from './compile-condition.ts';
import { COMMENT_COUNT, REACTION_COUNT } from './filter-conditions.table.ts';
import { both, FALSE, type Fragment, fragment, TRUE } from './fragment.ts';
import type { SearchPlan } from './search-plan.ts';
import type { SubjectKind } from './subjects.table.ts';

/** A result before anything is known of it. */
export interface FoundSubject {
  readonly id: number;
  readonly kind: string;
  /** Its best text, where the ranking has told already. */
  readonly bestId: number | null;
}

/** A part of all results. */
export interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** What titles weigh more than bodies, these more than comments, and names of files. */
const WEIGHTS = '10.0, 3.0, 1.0, 2.0';

/** `ranked` holds for each subject its best text, and whether it is one of those that only loose records are. */
const RANKING = `
  hits (id, score) AS (
    SELECT rowid, bm25(search_text, ${WEIGHTS}) FROM search_text WHERE search_text MATCH ?
    UNION ALL SELECT rowid, bm25(search_cjk, ${WEIGHTS}) FROM search_cjk WHERE search_cjk MATCH ?
  ),
  ranked (subject_id, id, score, is_loose) AS MATERIALIZED (
    SELECT d.subject_id, hits.id, min(hits.score), d.is_loose
    FROM hits CROSS JOIN search_documents AS d ON d.id = hits.id
    GROUP BY d.subject_id
  )`;

/** How many times the rows of a page are looked up where nothing but the ranking decides. */
const SPARE = 4;

/**
 * Finds the subjects that fulfil a search, in order: one statement with a part for each kind. A horizon leaves out what
 * was created before it, or after it where the oldest come first. Where a word is all that is asked for, only the best
 * of the ranking are looked up; some of them may be of kinds that are no results, so that all are where these do not do.
 */
export function findSubjects(
  db: Database,
  plan: SearchPlan,
  page: Page,
  horizon?: string,
): readonly FoundSubject[] {
  const parts = subjectKindsOf(plan).flatMap((subject) => {
    const condition = both([compileHorizon(plan, subject, horizon), compileCondition(plan, subject)]);
    return condition === FALSE ? [] : [{ plan, subject, condition }];
  });
  if (parts.length === 0) {
    return [];
  }
  if (plan.isBound && parts.every(({ condition }) => condition === TRUE || condition === IS_LOOSE)) {
    const found = selectParts(db, parts, { plan, page, best: page.offset + SPARE * page.limit });
    if (found.length === page.limit) {
      return found;
    }
  }
  return selectParts(db, parts, { plan, page, best: ALL });
}

/** What SQLite takes for no limit. */
const ALL = -1;

interface Selection {
  readonly plan: SearchPlan;
  readonly page: Page;
  /** How many of the ranking are looked up. */
  readonly best: number;
}

function selectParts(
  db: Database,
  parts: readonly Part[],
  { plan, page, best }: Selection,
): readonly FoundSubject[] {
  const { order, ranked } = plan;
  const direction = order.isAscending ? 'ASC' : 'DESC';
  const limited =
    best === ALL
      ? fragment('best AS (SELECT * FROM ranked)')
      : fragment(
          `best AS MATERIALIZED (
    SELECT * FROM ranked ORDER BY coalesce(-score, 0) ${direction}, subject_id ${direction} LIMIT ?)`,
          best,
        );
  const ranking = ranked === undefined ? [] : [fragment(RANKING, ranked, ranked), limited];
  const tables = [...compileGathered(plan), ...ranking];
  const selects = parts.map(compilePart);
  const sql = `${tables.length === 0 ? '' : `WITH ${tables.map(({ text }) => text).join(',\n')}`}
    ${selects.map(({ text }) => text).join('\nUNION ALL\n')}
    ORDER BY sort_key ${direction}, id ${direction} LIMIT ? OFFSET ?`;
  return db
    .prepare<unknown[], FoundSubject>(sql)
    .all(...[...tables, ...selects].flatMap(({ values }) => values), page.limit, page.offset);
}

/** What has no time comes last among the newest, and first among the oldest, as NULL does in SQLite. */
function compileHorizon({ order }: SearchPlan, { createdAt }: SubjectKind, horizon?: string): Fragment {
  if (horizon === undefined) {
    return TRUE;
  }
  return order.isAscending
    ? fragment(`(${createdAt} IS NULL OR ${createdAt} <= ?)`, horizon)
    : fragment(`${createdAt} >= ?`, horizon);
}

interface Part {
  readonly plan: SearchPlan;
  readonly subject: SubjectKind;
  readonly condition: Fragment;
}

function compilePart({ plan, subject, condition }: Part): Fragment {
  const { kind, table, isPart } = subject;
  const columns = `s.id AS id, '${kind}' AS kind`;
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

/** What results are ordered by; relevance without a ranking is newest first. */
const SORT_KEYS = {
  relevance: ({ createdAt }) => createdAt,
  created: ({ createdAt }) => createdAt,
  updated: ({ updatedAt, createdAt }) => updatedAt ?? createdAt,
  comments: ({ kind }) => (kind === 'issue' || kind === 'pull_request' ? COMMENT_COUNT : '0'),
  reactions: () => REACTION_COUNT,
} as const satisfies Record<SearchSort['by'], (subject: SubjectKind) => string>;
