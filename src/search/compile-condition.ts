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

/** The tables that conditions refer to, one for each of the words; SQLite only computes those that are used. */
export function compileGathered({ query, words }: SearchPlan): readonly Fragment[] {
  return words.map((one, place) => {
    const match = matchExpression([one], query.scopes);
    return fragment(
      `words_${place} (id, text_id) AS MATERIALIZED (
        SELECT d.subject_id, d.id FROM search_documents AS d
        WHERE d.id IN (
          SELECT rowid FROM search_text WHERE search_text MATCH ?
          UNION ALL SELECT rowid FROM search_cjk WHERE search_cjk MATCH ?))`,
      match,
      match,
    );
  });
}
