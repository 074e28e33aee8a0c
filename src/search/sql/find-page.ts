import type { Database } from '../../store/database.ts';
import { compileCondition } from '../compile-condition.ts';
import { QUICK_FILTERS } from '../filter-conditions.table.ts';
import { FALSE, fragment } from '../fragment.ts';
import type { SearchPlan } from '../search-plan.ts';
import type { SearchFilter, SearchWords } from '../search-query.ts';
import type { SubjectKind } from '../subjects.table.ts';
import { CandidateFilter, withLeaves, withoutLeaves } from './candidate-filter.ts';
import { eachRanked, isRankedFirst } from './find-ranked.ts';
import { eachSubject, type FoundSubject, findSubjects, type Page } from './find-subjects.ts';

/**
 * Finds a page of the subjects that match a search: the same as `findSubjects`, which reads all of them. Where words
 * are common or results are ranked, candidates that meet the rest of the search are checked in order until the page is
 * full. This is the fastest way to find common words, since most candidates contain them.
 */
export function findPage(db: Database, plan: SearchPlan, page: Page): Iterable<FoundSubject> {
  const isRanked = isRankedFirst(plan);
  if (!isRanked && plan.common.size === 0) {
    return findSubjects(db, plan, page);
  }
  const isChecked = (leaf: SearchFilter | SearchWords) =>
    leaf.kind === 'words' ? plan.common.has(leaf) : isRanked;
  const { filter } = plan.query;
  const rest = { ...plan, query: { ...plan.query, filter: withoutLeaves(filter, isChecked) } };
  const candidates = new CandidateFilter(db, plan, withLeaves(filter, isChecked));
  const found = takePage(
    isRanked ? eachRanked(db, rest, findFew(db, plan)) : eachSubject(db, rest),
    page,
    (candidate) => candidates.hasEnough() || candidates.accepts(candidate),
  );
  return candidates.hasEnough() ? findSubjects(db, plan, page) : found;
}

function takePage(
  subjects: Iterable<FoundSubject>,
  { offset, limit }: Page,
  fits: (subject: FoundSubject) => boolean,
): readonly FoundSubject[] {
  const found: FoundSubject[] = [];
  let skipped = 0;
  for (const subject of subjects) {
    if (!fits(subject)) {
      continue;
    }
    if (skipped < offset) {
      skipped += 1;
      continue;
    }
    found.push(subject);
    if (found.length === limit) {
      break;
    }
  }
  return found;
}

/**
 * The subjects that meet the quick qualifiers of a search for frequent words; undefined if it has none, or if too many
 * meet them. Rare words are faster to find without.
 */
function findFew(db: Database, plan: SearchPlan): readonly number[] | undefined {
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
