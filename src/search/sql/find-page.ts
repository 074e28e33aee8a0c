import type { Database } from '../../store/index.ts';
import { someLeaf } from '../language/search-query.ts';
import { compileCandidates, compileCondition, compileGathered, subjectKindsOf } from './compile-condition.ts';
import { compileRanking, type FoundSubject, findSubjects, type Page } from './find-subjects.ts';
import { fragment } from './fragment.ts';
import { gatherAll, type SearchPlan } from './search-plan.ts';
import type { SubjectKind } from './subjects.table.ts';

/** Conditions on words ask nothing of a kind but the id of its rows. */
const ANY_SUBJECT: SubjectKind = { kind: '', type: '', table: '', createdAt: 's.id' };

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

interface RankedSubject {
  readonly id: number;
  readonly bestId: number;
  readonly isLoose: 0 | 1;
}

/**
 * Whether the ranking alone tells what is found: nothing but words is asked for, and every result holds one that is
 * ranked by. The kinds of the results need then be looked up for one page only, and not for all that fits.
 */
function isFoundByRanking({ query, ranked, isBound }: SearchPlan): boolean {
  const { filter } = query;
  const asksMore = filter === undefined || someLeaf(filter, ({ kind }) => kind === 'filter');
  return ranked !== undefined && isBound && !asksMore;
}

/** Finds the same as `findSubjects` does where `isFoundByRanking`: the best ones, whose kinds are then looked up. */
function findRanked(db: Database, plan: SearchPlan, { offset, limit }: Page): readonly FoundSubject[] {
  const kindOf = createKindReader(db, subjectKindsOf(plan));
  const found: FoundSubject[] = [];
  let behind = offset;
  for (const { id, bestId, isLoose } of rank(db, plan)) {
    const kind = kindOf(id, isLoose === 1);
    if (kind === undefined) {
      continue; // A kind that is a result of other searches only.
    }
    if (behind > 0) {
      behind -= 1;
    } else {
      found.push({ id, kind, bestId });
    }
    if (found.length === limit) {
      break;
    }
  }
  return found;
}

/** Everything that holds the words, in order. */
function rank(db: Database, plan: SearchPlan): Iterable<RankedSubject> {
  const condition = compileCondition(plan, ANY_SUBJECT);
  const [scores, ids] = plan.order.isAscending ? ['DESC', 'ASC'] : ['ASC', 'DESC']; // The lower a score, the better.
  const select = fragment(
    `SELECT id, bestId, isLoose
    FROM (SELECT subject_id AS id, id AS bestId, score, is_loose AS isLoose FROM best) AS s
    WHERE ${condition.text} ORDER BY s.score ${scores}, s.id ${ids}`,
    ...condition.values,
  );
  const tables = [...compileGathered(plan), ...compileRanking(plan)];
  return db
    .prepare<unknown[], RankedSubject>(`WITH ${tables.map(({ text }) => text).join(',\n')} ${select.text}`)
    .iterate(...[...tables, select].flatMap(({ values }) => values));
}

/** Gives the kind of a subject; undefined where it is none of these. */
function createKindReader(
  db: Database,
  subjects: readonly SubjectKind[],
): (id: number, isLoose: boolean) => string | undefined {
  const readers = [false, true].map((isLoose) => {
    const selects = subjects
      .filter(({ isPart = false }) => isPart === isLoose)
      .map(({ kind, table }) => `SELECT '${kind}' FROM ${table} WHERE id = :id`);
    return selects.length === 0
      ? undefined
      : db.prepare<{ readonly id: number }, string>(`${selects.join(' UNION ALL ')} LIMIT 1`).pluck();
  });
  return (id, isLoose) => readers[isLoose ? 1 : 0]?.get({ id });
}
