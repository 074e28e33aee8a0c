import type { Database } from '../../store/index.ts';
import { someLeaf } from '../language/search-query.ts';
import { compileCondition, compileGathered, subjectKindsOf } from './compile-condition.ts';
import { compileRanking, type FoundSubject, type Page } from './find-subjects.ts';
import { fragment } from './fragment.ts';
import type { SearchPlan } from './search-plan.ts';
import type { SubjectKind } from './subjects.table.ts';

interface RankedSubject {
  readonly id: number;
  readonly bestId: number;
  readonly isLoose: 0 | 1;
}

/**
 * Whether the ranking alone tells what is found: nothing but words is asked for, and every result holds one that is
 * ranked by. The kinds of the results need then be looked up for one page only, and not for all that fits.
 */
export function isFoundByRanking({ query, ranked, isBound }: SearchPlan): boolean {
  const { filter } = query;
  const asksMore = filter === undefined || someLeaf(filter, ({ kind }) => kind === 'filter');
  return ranked !== undefined && isBound && !asksMore;
}

/** Finds the same as `findSubjects` does where `isFoundByRanking`: the best ones, whose kinds are then looked up. */
export function findRanked(db: Database, plan: SearchPlan, { offset, limit }: Page): readonly FoundSubject[] {
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

/** Conditions on words ask nothing of a kind but the id of its rows. */
const ANY_SUBJECT: SubjectKind = { kind: '', type: '', table: '', createdAt: 's.id' };

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
