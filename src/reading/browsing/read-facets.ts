import type { Database } from '../../store/database.ts';
import { type ListOptions, planList } from './plan-list.ts';

/** The distribution of a list's threads over the values of a property. */
export interface Facet {
  readonly name: FacetName;
  readonly values: readonly FacetValue[];
}

export interface FacetValue {
  readonly value: string;
  readonly count: number;
}

export type FacetName = 'state' | 'label' | 'author' | 'assignee' | 'milestone' | 'year';

/** The facets of a list. `state` counts threads of all states; the other facets only count the threads in the list. */
export interface Facets {
  readonly facets: readonly Facet[];
  /** False if only the first `MAX_COUNTED` threads were counted. */
  readonly isComplete: boolean;
}

/** The maximum number of threads to count; more would delay the page. The page says when it was reached. */
export const MAX_COUNTED = 50_000;

const MAX_VALUES = 12;

interface FacetRow extends FacetValue {
  readonly name: FacetName;
}

/** Counts the facets of a list. Fails with `search-refused` if the search is invalid. */
export function readFacets(db: Database, options: ListOptions): Facets {
  const all = planList(db, options, true);
  const own = planList(db, options);
  const { table, labels = ['', ''], assignees = ['', ''] } = own.subject;
  const matched = (plan: typeof own) => `
    SELECT s.id, s.state, s.author, s.milestone_url, s.created_at FROM ${table} AS s
    WHERE ${plan.condition.text} LIMIT ${MAX_COUNTED}`;
  const top = (select: string) =>
    `SELECT * FROM (${select} GROUP BY value ORDER BY count DESC, value LIMIT ${MAX_VALUES})`;
  // Both plans have the same words, so their tables are only needed once.
  const sql = `WITH ${[...own.tables.map(({ text }) => text), `own AS MATERIALIZED (${matched(own)})`].join(',\n')}
    ${top(`SELECT 'label' AS name, link.name AS value, count(*) AS count FROM own JOIN ${labels[0]} AS link ON link.${labels[1]} = own.id WHERE link.name IS NOT NULL`)}
    UNION ALL ${top("SELECT 'author' AS name, author AS value, count(*) AS count FROM own WHERE author IS NOT NULL")}
    UNION ALL ${top(`SELECT 'assignee' AS name, link.login AS value, count(*) AS count FROM own JOIN ${assignees[0]} AS link ON link.${assignees[1]} = own.id WHERE link.login IS NOT NULL`)}
    UNION ALL ${top(`SELECT 'milestone' AS name, m.title AS value, sum(n) AS count FROM (SELECT milestone_url, count(*) AS n FROM own WHERE milestone_url IS NOT NULL GROUP BY milestone_url) AS own JOIN milestones AS m ON m.url = own.milestone_url WHERE m.title IS NOT NULL`)}
    UNION ALL ${top("SELECT 'year' AS name, substr(created_at, 1, 4) AS value, count(*) AS count FROM own WHERE created_at IS NOT NULL")}`;
  const rows = db
    .prepare<unknown[], FacetRow>(sql)
    .all(...own.tables.flatMap(({ values }) => values), ...own.condition.values);
  const states = db
    .prepare<unknown[], FacetRow>(
      `${all.tables.length === 0 ? '' : `WITH ${all.tables.map(({ text }) => text).join(',\n')}`}
       SELECT 'state' AS name, state AS value, count(*) AS count
       FROM (SELECT s.state FROM ${table} AS s WHERE ${all.condition.text} LIMIT ${MAX_COUNTED}) GROUP BY state`,
    )
    .all(...all.tables.flatMap(({ values }) => values), ...all.condition.values);
  const counted = states.reduce((sum, { count }) => sum + count, 0);
  return {
    facets: NAMES.map((name) => ({
      name,
      values: [...states, ...rows]
        .filter((row) => row.name === name)
        .map(({ value, count }) => ({ value, count })),
    })),
    isComplete: counted < MAX_COUNTED,
  };
}

const NAMES: readonly FacetName[] = ['state', 'label', 'author', 'assignee', 'milestone', 'year'];
