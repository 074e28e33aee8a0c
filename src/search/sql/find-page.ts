import type { Database } from '../../store/index.ts';
import { someLeaf } from '../language/search-query.ts';
import { CandidateFilter, withoutCommon } from './candidate-filter.ts';
import { compileCondition, compileGathered } from './compile-condition.ts';
import { compileRanking, eachSubject, type FoundSubject, findSubjects, type Page } from './find-subjects.ts';
import { fragment } from './fragment.ts';
import type { SearchPlan } from './search-plan.ts';
import type { SubjectKind } from './subjects.table.ts';

/** Conditions on words only use the id of rows. */
const ANY_SUBJECT: SubjectKind = { kind: '', type: '', table: '', createdAt: 's.id' };

export function findPage(db: Database, plan: SearchPlan, page: Page): readonly FoundSubject[] {
  if (plan.common.size > 0) {
    return readCandidates(db, plan, page) ?? findSubjects(db, plan, page);
  }
  return isFoundByRanking(plan)
    ? takePage(eachRanked(db, plan), page, () => true)
    : findSubjects(db, plan, page);
}

/**
 * Reads the texts of candidates, which meet the rest of the search, in order. This is the fastest way to find common
 * words, since most candidates contain them. Returns undefined if it would read too many texts.
 */
function readCandidates(db: Database, plan: SearchPlan, page: Page): readonly FoundSubject[] | undefined {
  const { filter } = plan.query;
  const rest = { ...plan, query: { ...plan.query, filter: filter && withoutCommon(filter, plan.common) } };
  const candidates = new CandidateFilter(db, plan);
  const found = takePage(
    isFoundByRanking(plan) ? eachRanked(db, rest) : eachSubject(db, rest),
    page,
    (candidate) => candidates.hasEnough() || candidates.accepts(candidate),
  );
  return candidates.hasEnough() ? undefined : found;
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
 * Whether the ranking alone determines the results: the search consists of words only, and every result contains one of
 * the ranked words. The kinds of results are then only looked up for one page.
 */
function isFoundByRanking({ query, ranked, isBound }: SearchPlan): boolean {
  const { filter } = query;
  const asksMore = filter === undefined || someLeaf(filter, ({ kind }) => kind === 'filter');
  return ranked !== undefined && isBound && !asksMore;
}

/** Iterates over the same subjects as `eachSubject` if `isFoundByRanking`: ranks first, then looks up kinds. */
function* eachRanked(db: Database, plan: SearchPlan): Generator<FoundSubject> {
  const kindOf = createKindReader(db, plan.subjects);
  for (const { id, bestId, isLoose } of rank(db, plan)) {
    const kind = kindOf(id, isLoose === 1);
    if (kind !== undefined) {
      yield { id, kind, bestId }; // Skips kinds that this search does not return.
    }
  }
}

/** All subjects that contain the words, in order. */
function rank(db: Database, plan: SearchPlan): Iterable<RankedSubject> {
  const condition = compileCondition(plan, ANY_SUBJECT);
  const [scores, ids] = plan.order.isAscending ? ['DESC', 'ASC'] : ['ASC', 'DESC']; // Lower scores are better.
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

/** Creates a function that returns the kind of a subject; undefined if it is not one of these. */
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
