import type { Database } from '../../store/index.ts';
import type { SearchFilter, SearchWords } from '../language/search-query.ts';
import { withoutLeaves } from './candidate-filter.ts';
import { compileCondition } from './compile-condition.ts';
import { QUICK_FILTERS } from './filter-conditions.table.ts';
import { FALSE, fragment } from './fragment.ts';
import type { SearchPlan } from './search-plan.ts';
import type { SubjectKind } from './subjects.table.ts';

/**
 * The subjects that meet the quick qualifiers of a search for frequent words; undefined if it has none, or if too many
 * meet them. Rare words are faster to find without.
 */
export function findFew(db: Database, plan: SearchPlan): readonly number[] | undefined {
  const { query, subjects, frequent, limits } = plan;
  const isSlow = (leaf: SearchFilter | SearchWords) => leaf.kind === 'words' || !QUICK_FILTERS.has(leaf.name);
  const filter = withoutLeaves(query.filter, isSlow);
  if (filter === undefined || !plan.anyWords.some((words) => frequent.has(words))) {
    return;
  }
  const parts = subjects.flatMap((subject) => {
    const condition = compileCondition({ ...plan, query: { ...query, filter } }, inRowOrder(subject));
    const select = `SELECT s.id FROM ${subject.table} AS s WHERE ${condition.text}`;
    return condition === FALSE ? [] : [fragment(select, ...condition.values)];
  });
  if (parts.length === 0) {
    return [];
  }
  const ids = db
    .prepare<unknown[], number>(`${parts.map(({ text }) => text).join(' UNION ALL ')} LIMIT ?`)
    .pluck()
    .all(...parts.flatMap(({ values }) => values), limits.fewSubjects + 1);
  return ids.length > limits.fewSubjects ? undefined : ids;
}

/**
 * With the plus sign SQLite reads one index that has all columns from start to end, rather than the row of each subject
 * in that state.
 */
function inRowOrder(subject: SubjectKind): SubjectKind {
  const { state, createdAt } = subject;
  return { ...subject, createdAt: `+${createdAt}`, ...(state === undefined ? {} : { state: `+${state}` }) };
}
