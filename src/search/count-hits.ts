import type { Database } from '../store/database.ts';
import { compileCondition, compileGathered } from './compile-condition.ts';
import { FALSE, fragment } from './fragment.ts';
import { readSearch } from './parse-search.ts';
import { planSearch, SEARCH_LIMITS } from './search-plan.ts';
import { narrowSearch } from './search-query.ts';
import type { SearchOptions } from './search-store.ts';

/** The number of hits of a search, and their distribution over the values of properties. */
export interface HitCounts {
  readonly total: number;
  /** False if there are more hits than were counted. */
  readonly isComplete: boolean;
  readonly facets: readonly HitFacet[];
}

export type HitFacetName = 'type' | 'repo' | 'state' | 'author' | 'label' | 'year';

interface HitFacet {
  readonly name: HitFacetName;
  readonly values: readonly { readonly value: string; readonly count: number }[];
}

/** The maximum number of hits to count. */
const MAX_COUNTED = 50_000;

const MAX_VALUES = 8;

/** Up to this number of texts with a word, its threads are looked up; beyond, reading all threads takes no longer. */
const LOOKED_UP_TEXTS = 2_000;

const NAMES: readonly HitFacetName[] = ['type', 'repo', 'state', 'author', 'label', 'year'];

interface CountRow {
  readonly name: HitFacetName | 'total';
  readonly value: string;
  readonly count: number;
}

/** Counts the hits of a search. Fails with `search-refused` if the search is invalid. */
export function countHits(
  db: Database,
  text: string,
  { nowMs, owners }: Pick<SearchOptions, 'nowMs' | 'owners'>,
): HitCounts {
  const query = narrowSearch(readSearch(text, nowMs), owners);
  // Without a ranking, which counting does not need.
  const limits = { ...SEARCH_LIMITS, frequentTexts: LOOKED_UP_TEXTS };
  const plan = planSearch(db, { ...query, sort: { by: 'created', isAscending: false } }, limits);
  const parts = plan.subjects.flatMap((subject) => {
    const { kind, type, table, author = 'NULL', state = 'NULL', createdAt } = subject;
    const condition = compileCondition(plan, subject);
    const select = `SELECT s.id, '${kind}' AS kind, '${type}' AS type, s.repo, ${state} AS state, ${author} AS author,
      substr(${createdAt}, 1, 4) AS year FROM ${table} AS s WHERE ${condition.text}`;
    return condition === FALSE ? [] : [fragment(select, ...condition.values)];
  });
  if (parts.length === 0) {
    return { total: 0, isComplete: true, facets: [] };
  }
  const hits = fragment(
    `hits AS MATERIALIZED (${parts.map((part) => part.text).join(' UNION ALL ')} LIMIT ${MAX_COUNTED + 1})`,
    ...parts.flatMap(({ values }) => values),
  );
  const labels = plan.subjects.flatMap(({ kind, labels: link }) =>
    link === undefined
      ? []
      : [
          `SELECT link.name AS value FROM hits JOIN ${link[0]} AS link ON link.${link[1]} = hits.id WHERE kind = '${kind}'`,
        ],
  );
  const facets = NAMES.filter((name) => name !== 'label' || labels.length > 0).map((name) => {
    const from = name === 'label' ? labels.join(' UNION ALL ') : `SELECT ${name} AS value FROM hits`;
    return `SELECT * FROM (SELECT '${name}' AS name, value, count(*) AS count FROM (${from})
      WHERE value IS NOT NULL GROUP BY value ORDER BY count DESC, value LIMIT ${MAX_VALUES})`;
  });
  const tables = [...compileGathered(plan), hits];
  const rows = db
    .prepare<unknown[], CountRow>(
      `WITH ${tables.map((table) => table.text).join(',\n')}
       SELECT 'total' AS name, '' AS value, count(*) AS count FROM hits UNION ALL ${facets.join(' UNION ALL ')}`,
    )
    .all(...tables.flatMap(({ values }) => values));
  const total = rows.find(({ name }) => name === 'total')?.count ?? 0;
  return {
    total: Math.min(total, MAX_COUNTED),
    isComplete: total <= MAX_COUNTED,
    facets: NAMES.map((name) => ({
      name,
      values: rows.filter((row) => row.name === name).map(({ value, count }) => ({ value, count })),
    })),
  };
}
