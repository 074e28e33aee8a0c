import { type SearchNode, type SearchWords, someLeaf } from '../language/search-query.ts';
import { FILTER_CONDITIONS } from './filter-conditions.table.ts';
import { both, either, type Fragment, fragment, negated, TRUE } from './fragment.ts';
import { matchExpression } from './match-expression.ts';
import type { SearchPlan } from './search-plan.ts';
import type { SubjectKind } from './subjects.table.ts';

/** The condition that rows `s` of a kind fulfil which a search answers with. */
export function compileCondition(plan: SearchPlan, subject: SubjectKind): Fragment {
  const { filter } = plan.query;
  const own = filter === undefined ? TRUE : compileNode(filter, plan, subject);
  return subject.isPart === true ? both([IS_LOOSE, own]) : own;
}

/** The same without its words: what each result fulfils, and what else may fulfil that. */
export function compileCandidates(plan: SearchPlan, subject: SubjectKind): Fragment {
  const { filter } = plan.query;
  const filters = filter === undefined ? undefined : withoutWords(filter);
  return compileCondition({ ...plan, query: { ...plan.query, filter: filters } }, subject);
}

/** What is left of a node where each of its words may stand or not; undefined where that is anything. */
function withoutWords(node: SearchNode): SearchNode | undefined {
  switch (node.kind) {
    case 'filter':
      return node;
    case 'words':
      return undefined;
    case 'not':
      return someLeaf(node.node, ({ kind }) => kind === 'words') ? undefined : node;
    case 'and':
      return { ...node, nodes: node.nodes.flatMap((part) => withoutWords(part) ?? []) };
    case 'or': {
      const parts = node.nodes.map(withoutWords);
      return parts.includes(undefined) ? undefined : { ...node, nodes: parts.flatMap((part) => part ?? []) };
    }
  }
}

/** A search that names no kind and no words asks for issues and pull requests, as the service's own search box does. */
export function subjectKindsOf({ query, subjects }: SearchPlan): readonly SubjectKind[] {
  const { filter } = query;
  const isOpen =
    filter !== undefined && someLeaf(filter, (leaf) => leaf.kind === 'words' || leaf.name === 'type');
  return isOpen
    ? subjects.filter(({ type, isRepetition }) => isRepetition !== true || namesType(filter, type))
    : subjects.filter(({ type }) => type === 'issue' || type === 'pr');
}

function namesType(node: SearchNode, type: string): boolean {
  switch (node.kind) {
    case 'filter':
      return node.name === 'type' && node.value.form === 'texts' && node.value.texts.includes(type);
    case 'and':
    case 'or':
      return node.nodes.some((part) => namesType(part, type));
    case 'not':
    case 'words':
      return false;
  }
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
      return compileWords(node, plan);
  }
}

/**
 * A thread holds words where any of its texts does. The plus sign keeps SQLite from beginning with what was gathered,
 * where candidates are best gone through from the newest on.
 */
function compileWords(words: SearchWords, plan: SearchPlan): Fragment {
  const { query, gathered, isProbing, proved } = plan;
  if (words === proved) {
    return TRUE;
  }
  const place = gathered.indexOf(words);
  if (place >= 0) {
    const id = isProbing ? '+s.id' : 's.id';
    return fragment(`${id} IN (SELECT id FROM words_${place})`);
  }
  const match = matchExpression([words], query.scopes);
  return fragment(
    `EXISTS (
      SELECT 1 FROM search_documents AS d
      WHERE d.subject_id = s.id AND (
        EXISTS (SELECT 1 FROM search_text WHERE search_text MATCH ? AND search_text.rowid = d.id)
        OR EXISTS (SELECT 1 FROM search_cjk WHERE search_cjk MATCH ? AND search_cjk.rowid = d.id)))`,
    match,
    match,
  );
}

/** The tables that conditions name, one for each of the gathered words. */
export function compileGathered({ query, gathered }: SearchPlan): readonly Fragment[] {
  return gathered.map((words, place) => {
    const match = matchExpression([words], query.scopes);
    return fragment(
      `words_${place} (id) AS MATERIALIZED (
        SELECT d.subject_id FROM search_documents AS d
        WHERE d.id IN (
          SELECT rowid FROM search_text WHERE search_text MATCH ?
          UNION ALL SELECT rowid FROM search_cjk WHERE search_cjk MATCH ?))`,
      match,
      match,
    );
  });
}
