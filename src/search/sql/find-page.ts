import type { Database } from '../../store/index.ts';
import { someLeaf } from '../language/search-query.ts';
import { CandidateJudge, withoutCommon } from './candidate-judge.ts';
import { compileCondition, compileGathered } from './compile-condition.ts';
import { compileRanking, eachSubject, type FoundSubject, findSubjects, type Page } from './find-subjects.ts';
import { fragment } from './fragment.ts';
import type { SearchPlan } from './search-plan.ts';
import type { SubjectKind } from './subjects.table.ts';

/** Conditions on words ask nothing of a kind but the id of its rows. */
const ANY_SUBJECT: SubjectKind = { kind: '', type: '', table: '', createdAt: 's.id' };

/** Finds a page of subjects. */
export function findPage(db: Database, plan: SearchPlan, page: Page): readonly FoundSubject[] {
  if (plan.common.size > 0) {
    return readCandidates(db, plan, page) ?? findSubjects(db, plan, page);
  }
  return isFoundByRanking(plan)
    ? takePage(eachRanked(db, plan), page, () => true)
    : findSubjects(db, plan, page);
}

/**
 * Common words are best looked for in the texts of candidates, which are what fulfils the rest of the search, in order:
 * most hold them. Undefined where that takes more than its share of reading.
 */
function readCandidates(db: Database, plan: SearchPlan, page: Page): readonly FoundSubject[] | undefined {
  const { filter } = plan.query;
  const rest = { ...plan, query: { ...plan.query, filter: filter && withoutCommon(filter, plan.common) } };
  const judge = new CandidateJudge(db, plan);
  const found = takePage(
    isFoundByRanking(plan) ? eachRanked(db, rest) : eachSubject(db, rest),
    page,
    (candidate) => judge.hasEnough() || judge.fulfils(candidate),
  );
  return judge.hasEnough() ? undefined : found;
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

/** Goes through the same as `eachSubject` does where `isFoundByRanking`: the best ones, whose kinds are then looked up. */
function* eachRanked(db: Database, plan: SearchPlan): Generator<FoundSubject> {
  const kindOf = createKindReader(db, plan.subjects);
  for (const { id, bestId, isLoose } of rank(db, plan)) {
    const kind = kindOf(id, isLoose === 1);
    if (kind !== undefined) {
      yield { id, kind, bestId }; // Others are results of other searches only.
    }
  }
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
