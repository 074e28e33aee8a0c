import type { Database } from '../../store/database.ts';
import { compileCondition, compileGathered } from '../compile-condition.ts';
import { FILTER_CONDITIONS } from '../filter-conditions.table.ts';
import { type Fragment, TRUE } from '../fragment.ts';
import type { SearchPlan } from '../search-plan.ts';
import { someLeaf } from '../search-query.ts';
import type { SubjectKind } from '../subjects.table.ts';
import { compileRanking, type FoundSubject, textsOf } from './find-subjects.ts';

/** Conditions on words only use the id of rows. */
const ANY_SUBJECT: SubjectKind = { kind: '', type: '', table: '', createdAt: 's.id' };

/** Even this keeps SQLite from dropping the order of an inner statement. */
const NO_LIMIT = -1;

interface RankedText {
  readonly id: number;
  readonly bestId: number;
  readonly isLoose: 0 | 1;
  readonly score: number;
}

/**
 * Whether the ranking can start a search: every result contains one of the ranked words, and its qualifiers can be
 * checked row by row. What texts belong to is then only looked up for one page. The worst results need all of them.
 */
export function isRankedFirst({ query: { filter }, ranked, order, isBound, subjects }: SearchPlan): boolean {
  const isSlow =
    filter !== undefined &&
    someLeaf(
      filter,
      (leaf) =>
        leaf.kind === 'filter' &&
        subjects.some((subject) => FILTER_CONDITIONS[leaf.name](leaf.value, subject).hasList === true),
    );
  return ranked !== undefined && !order.isAscending && isBound && !isSlow;
}

/**
 * Iterates over subjects with the ranked words that meet the condition on words, in order.
 *
 * @param within The only subjects to rank; undefined for all.
 */
export function* eachRanked(
  db: Database,
  plan: SearchPlan,
  within: readonly number[] | undefined,
): Generator<FoundSubject> {
  const kindOf = createKindReader(db, plan.subjects);
  for (const { id, bestId, isLoose } of bestTexts(equalTexts(db, plan, within))) {
    const kind = kindOf(id, isLoose === 1);
    if (kind !== undefined) {
      yield { id, kind, bestId }; // Skips kinds that this search does not return.
    }
  }
}

/** The best text of each subject, best first; of equal ones that of the newest subject. */
function* bestTexts(groups: Iterable<RankedText[]>): Generator<RankedText> {
  const seen = new Set<number>();
  for (const equal of groups) {
    for (const text of equal.sort((one, other) => other.id - one.id || one.bestId - other.bestId)) {
      if (!seen.has(text.id)) {
        seen.add(text.id);
        yield text;
      }
    }
  }
}

/**
 * Groups of ranked texts with the same score, best first. If every text counts, SQLite first sorts only the best ones,
 * which is faster; if they do not suffice, all groups follow from the beginning.
 */
function* equalTexts(
  db: Database,
  plan: SearchPlan,
  within: readonly number[] | undefined,
): Generator<RankedText[]> {
  const condition = compileCondition(plan, ANY_SUBJECT);
  const texts = selectTexts(plan, condition, within);
  const isEachFound = condition === TRUE || plan.proved === undefined;
  const tables = [...compileGathered(plan), ...compileRanking(plan, texts)];
  const ranked = db.prepare<unknown[], RankedText>(
    `WITH ${tables.map(({ text }) => text).join(',\n')}
    SELECT s.id, text.id AS bestId, s.isLoose, text.score
    FROM (SELECT id, score FROM hits ORDER BY score LIMIT ?) AS text
    LEFT JOIN (SELECT id AS textId, subject_id AS id, is_loose AS isLoose FROM search_documents) AS s
      ON s.textId = text.id
    WHERE ${condition.text}`,
  );
  for (const limit of isEachFound ? [plan.limits.sortedTexts, NO_LIMIT] : [NO_LIMIT]) {
    let equal: RankedText[] = [];
    let count = 0;
    for (const text of ranked.iterate(
      ...tables.flatMap(({ values }) => values),
      limit,
      ...condition.values,
    )) {
      if (equal[0] !== undefined && equal[0].score !== text.score) {
        yield equal;
        equal = [];
      }
      equal.push(text);
      count += 1;
    }
    if (count !== limit) {
      yield equal;
      return;
    }
  }
}

/** Selects the texts to rank: only those of these subjects and, if words are gathered, of subjects with all of them. */
function selectTexts(
  { anyWords, words, common, proved }: SearchPlan,
  condition: Fragment,
  within: readonly number[] | undefined,
): string | undefined {
  if (condition === TRUE || proved !== undefined) {
    return within && textsOf(within);
  }
  const isWithin = within === undefined ? '' : `AND s.id IN (${within.join(', ')})`;
  const gathered = anyWords
    .filter((one) => !common.has(one))
    .map((one) => `SELECT id, text_id FROM words_${words.indexOf(one)}`)
    .join(' UNION ALL ');
  // The limit keeps SQLite from repeating the condition, which names all words, for each of them.
  return `SELECT text_id FROM (${gathered} LIMIT ${NO_LIMIT}) AS s WHERE ${condition.text} ${isWithin}`;
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
