import { isSameRepository } from '../../model/repository-name.ts';
import { compileCondition, compileGathered } from '../../search/compile-condition.ts';
import { both, type Fragment, fragment } from '../../search/fragment.ts';
import { readSearch } from '../../search/parse-search.ts';
import { planSearch } from '../../search/search-plan.ts';
import type { SearchNode, SearchQuery, SearchSort } from '../../search/search-query.ts';
import { SUBJECT_KINDS, type SubjectKind } from '../../search/subjects.table.ts';
import type { Database } from '../../store/database.ts';

export interface ListOptions {
  readonly kind: 'issue' | 'pull_request';
  /** As spelled in the store. */
  readonly repo: string;
  /** In the search language. */
  readonly search: string;
  /** The time that relative dates such as `last week` refer to, in milliseconds since the epoch. */
  readonly nowMs: number;
}

/** A list as SQL: common table expressions (`tables`), and a condition on the rows `s` of the subject's table. */
export interface ListPlan {
  readonly subject: SubjectKind;
  readonly tables: readonly Fragment[];
  readonly condition: Fragment;
  readonly sort: SearchSort;
}

/** Plans a list, by default newest first. Fails with `search-refused`. */
export function planList(db: Database, options: ListOptions, isOfAllStates = false): ListPlan {
  const asked = readSearch(options.search, options.nowMs);
  const kept = asked.filter === undefined ? undefined : dropKnown(asked.filter, options, isOfAllStates);
  const { filter: _, ...settings } = asked;
  const by = asked.sort?.by === 'relevance' ? undefined : asked.sort;
  const query: SearchQuery = {
    ...settings,
    filter: kept,
    sort: by ?? { by: 'created', isAscending: false },
  };
  const plan = planSearch(db, query);
  const subject = SUBJECT_KINDS.find(({ kind }) => kind === options.kind) ?? refuseKind();
  return {
    subject,
    tables: compileGathered(plan),
    condition: both([fragment('s.repo = ?', options.repo), compileCondition(plan, subject)]),
    sort: plan.order,
  };
}

/**
 * Removes conditions that all rows of the list fulfil, such as its kind and repository. A condition on another kind or
 * repository is kept and makes the list empty.
 */
function dropKnown(node: SearchNode, options: ListOptions, isOfAllStates: boolean): SearchNode | undefined {
  if (node.kind === 'and') {
    const nodes = node.nodes.flatMap((part) => dropKnown(part, options, isOfAllStates) ?? []);
    return nodes.length === 0 ? undefined : { kind: 'and', nodes };
  }
  const isDropped = isKnown(node, options) || (isOfAllStates && isState(node));
  return isDropped ? undefined : node;
}

function isKnown(node: SearchNode, { kind, repo }: ListOptions): boolean {
  if (node.kind !== 'filter' || node.value.form !== 'texts' || node.value.texts.length !== 1) {
    return false;
  }
  const [text = ''] = node.value.texts;
  const isOwnKind = text === (kind === 'issue' ? 'issue' : 'pr');
  return (
    ((node.name === 'is' || node.name === 'type') && isOwnKind) ||
    (node.name === 'repo' && isSameRepository(text, repo))
  );
}

const STATES: ReadonlySet<string> = new Set(['open', 'closed', 'merged']);

function isState(node: SearchNode): boolean {
  return (
    node.kind === 'filter' &&
    (node.name === 'is' || node.name === 'state') &&
    node.value.form === 'texts' &&
    node.value.texts.every((text) => STATES.has(text))
  );
}

function refuseKind(): never {
  throw new TypeError('threads are issues or pull requests');
}
