import type { Database } from '../../store/index.ts';
import { compileCandidates, subjectKindsOf } from './compile-condition.ts';
import { findRanked, isFoundByRanking } from './find-ranked.ts';
import { type FoundSubject, findSubjects, type Page } from './find-subjects.ts';
import { gatherAll, type SearchPlan } from './search-plan.ts';

/**
 * Finds a page of subjects. Words that stand nearly everywhere are best looked for in the newest candidates, and words
 * that stand everywhere but together nowhere would make that a look at all: so the newest are asked up to a horizon, and
 * only where they do not fill the page are the texts of all words gathered.
 */
export function findPage(db: Database, plan: SearchPlan, page: Page): readonly FoundSubject[] {
  if (isFoundByRanking(plan)) {
    return findRanked(db, plan, page);
  }
  if (!plan.isProbing) {
    return findSubjects(db, plan, page);
  }
  const horizon = findHorizon(db, plan);
  const found = findSubjects(db, plan, page, horizon);
  return horizon === undefined || found.length === page.limit
    ? found
    : findSubjects(db, gatherAll(plan), page);
}

/**
 * The moment before which no candidate is asked: the latest at which a kind has had its share of them. Undefined where no
 * kind has so many. Candidates without a time are never a horizon.
 */
function findHorizon(db: Database, plan: SearchPlan): string | undefined {
  const { isAscending } = plan.order;
  const moments = subjectKindsOf(plan).flatMap((subject) => {
    const { text, values } = compileCandidates(plan, subject);
    const { table, createdAt } = subject;
    const moment = db
      .prepare<unknown[], string>(
        `SELECT ${createdAt} FROM ${table} AS s WHERE ${createdAt} IS NOT NULL AND (${text})
        ORDER BY ${createdAt} ${isAscending ? 'ASC' : 'DESC'} LIMIT 1 OFFSET ?`,
      )
      .pluck()
      .get(...values, plan.limits.probedSubjects);
    return moment ?? [];
  });
  return moments.sort().at(isAscending ? 0 : -1);
}
