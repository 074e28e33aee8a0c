import { FILTER_CONDITIONS } from './filter-conditions.table.ts';
import { both, either, type Fragment, fragment, negated, TRUE } from './fragment.ts';
import type { SearchPlan } from './search-plan.ts';
import type { SearchNode, SearchWords } from './search-query.ts';
import { matchExpression } from './sql/match-expression.ts';
import type { SubjectKind } from './subjects.table.ts';

/** The condition on rows `s` of a kind that are results of a search. */
export function compileCondition(plan: SearchPlan, subject: SubjectKind): Fragment {
  const { filter } = plan.query;
  const own = filter === undefined ? TRUE : compileNode(filter, plan, subject);
  return subject.isPart === true ? both([IS_LOOSE, own]) : own;
}

const IS_LOOSE = fragment('s.id IN (SELECT id FROM search_documents WHERE is_loose = 1)');

function compileNode(node: SearchNode, plan: SearchPlan, subject: SubjectKind): Fragment {
  switch (node.kind) {
    case 'and':
      return both(node.nodes.map((part) => compileNode(part, plan, subject)));
    case 'or':
      return either(node.nodes.map((part) => compileNode(part, plan, subject)));
    case 'not':
      return negated(compileNode(node.node, plan, subject));
    case 'filter':
      return FILTER_CONDITIONS[node.name](node.value, subject);
    case 'words':
      return compileWords(node, plan, subject);
  }
}

/**
 * A thread contains words if any of its texts does. With the plus sign SQLite iterates over the threads in the order of
 * the results until the page is full, rather than look up each one with the words.
 */
function compileWords(
  asked: SearchWords,
  { words, proved, frequent, order, isByCounts }: SearchPlan,
  { isThread }: SubjectKind,
): Fragment {
  if (asked === proved) {
    return TRUE;
  }
  const isOrdered = isThread === true && (order.by === 'created' || order.by === 'updated' || isByCounts);
  const id = isOrdered && frequent.has(asked) ? '+s.id' : 's.id';
  return fragment(`${id} IN (SELECT id FROM words_${words.indexOf(asked)})`);
}

/** Keeps SQLite from copying the join for each part of a union: the number of references to a table is limited. */
const NO_LIMIT = 'LIMIT -1';

/**
 * The tables that conditions refer to, one for each of the words; SQLite only computes those that are used. The join is crossed because
 * SQLite would sort the texts that FTS5 finds. Common words are never ranked by text, and many of their texts belong to the same
 * subject.
 */
export function compileGathered({ query, words, common }: SearchPlan): readonly Fragment[] {
  return words.map((one, place) => {
    const match = matchExpression([one], query.scopes);
    const [columns, selected] = common.has(one)
      ? ['id', 'DISTINCT d.subject_id']
      : ['id, text_id', 'd.subject_id, d.id'];
    return fragment(
      `words_${place} (${columns}) AS MATERIALIZED (
        SELECT ${selected} FROM (
          SELECT rowid AS id FROM search_text WHERE search_text MATCH ?
          UNION ALL SELECT rowid FROM search_cjk WHERE search_cjk MATCH ? ${NO_LIMIT}
        ) AS text CROSS JOIN search_documents AS d ON d.id = text.id)`,
      match,
      match,
    );
  });
}
