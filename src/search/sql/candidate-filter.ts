import { invariant } from '../../base/failure.ts';
import type { Database } from '../../store/database.ts';
import { FILTER_CONDITIONS } from '../filter-conditions.table.ts';
import type { SearchPlan } from '../search-plan.ts';
import { type SearchFilter, type SearchNode, type SearchWords, someLeaf } from '../search-query.ts';
import { type SubjectTexts, wordsTest } from '../words-in-text.ts';
import type { FoundSubject } from './find-subjects.ts';
import { matchExpression } from './match-expression.ts';

/** Checking a qualifier of a subject takes as long as reading this number of texts. */
const ROW_READS = 8;

type ChoosesLeaf = (leaf: SearchFilter | SearchWords) => boolean;

/** The part of a condition without any of the chosen words and qualifiers; undefined if that is always true. */
export function withoutLeaves(node: SearchNode | undefined, isChosen: ChoosesLeaf): SearchNode | undefined {
  if (node === undefined || !someLeaf(node, isChosen)) {
    return node;
  }
  return node.kind === 'and'
    ? join(node.nodes.flatMap((part) => withoutLeaves(part, isChosen) ?? []))
    : undefined;
}

/** The part of a condition that `withoutLeaves` omits. */
export function withLeaves(node: SearchNode | undefined, isChosen: ChoosesLeaf): SearchNode | undefined {
  if (node === undefined || !someLeaf(node, isChosen)) {
    return;
  }
  return node.kind === 'and' ? join(node.nodes.flatMap((part) => withLeaves(part, isChosen) ?? [])) : node;
}

function join(nodes: readonly SearchNode[]): SearchNode | undefined {
  return nodes.length === 0 ? undefined : { kind: 'and', nodes };
}

/** Checks candidates, one by one, against a part of the condition of a search. */
export class CandidateFilter {
  readonly #db: Database;
  readonly #plan: SearchPlan;
  readonly #node: SearchNode | undefined;
  readonly #holders = new Map<SearchWords, (textId: number) => boolean>();
  readonly #filters = new Map<string, (id: number) => boolean>();
  /** The texts of the current candidate that were read. */
  readonly #texts = new Map<number, SubjectTexts | undefined>();
  #documents: readonly number[] | undefined;
  #reads = 0;

  constructor(db: Database, plan: SearchPlan, node: SearchNode | undefined) {
    this.#db = db;
    this.#plan = plan;
    this.#node = node;
  }

  /** Whether it has read the maximum number of texts and rows. */
  hasEnough(): boolean {
    return this.#reads > this.#plan.limits.readTexts;
  }

  accepts({ id, kind }: FoundSubject): boolean {
    this.#texts.clear();
    this.#documents = undefined;
    return this.#node === undefined || this.#isTrue(this.#node, id, kind);
  }

  #isTrue(node: SearchNode, id: number, kind: string): boolean {
    switch (node.kind) {
      case 'and':
        return node.nodes.every((part) => this.#isTrue(part, id, kind));
      case 'or':
        return node.nodes.some((part) => this.#isTrue(part, id, kind));
      case 'not':
        return !this.#isTrue(node.node, id, kind);
      case 'filter':
        return this.#filterOf(node, kind)(id);
      case 'words':
        this.#documents ??= this.#plan.reader.documents(id);
        return this.#documents.some(this.#holderOf(node));
    }
  }

  #filterOf(node: SearchFilter, kind: string): (id: number) => boolean {
    const key = `${kind} ${node.name} ${JSON.stringify(node.value)}`;
    return remembered(this.#filters, key, () => {
      const subject = this.#plan.subjects.find((one) => one.kind === kind);
      invariant(subject !== undefined, `a search answers with "${kind}"`);
      const { text, values } = FILTER_CONDITIONS[node.name](node.value, subject);
      const ask = this.#db.prepare(`SELECT 1 FROM ${subject.table} AS s WHERE s.id = ? AND ${text}`);
      return (id) => {
        this.#reads += ROW_READS;
        return ask.get(id, ...values) !== undefined;
      };
    });
  }

  #holderOf(words: SearchWords): (textId: number) => boolean {
    return remembered(this.#holders, words, () => {
      if (!this.#plan.common.has(words)) {
        const gathered = this.#gather(words);
        return (id) => gathered.has(id);
      }
      const holdsWords = wordsTest(words, this.#plan.query.scopes);
      return (id) => holdsWords(this.#read(id));
    });
  }

  #read(id: number): SubjectTexts | undefined {
    return remembered(this.#texts, id, () => {
      this.#reads += 1;
      return this.#plan.reader.texts(id);
    });
  }

  /** The ids of all texts with words that are not common. */
  #gather(words: SearchWords): ReadonlySet<number> {
    const match = matchExpression([words], this.#plan.query.scopes);
    const ids = this.#db
      .prepare<[string, string], number>(
        `SELECT rowid FROM search_text WHERE search_text MATCH ?
         UNION ALL SELECT rowid FROM search_cjk WHERE search_cjk MATCH ?`,
      )
      .pluck()
      .all(match, match);
    return new Set(ids);
  }
}

function remembered<Key, Value>(values: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = values.get(key) ?? make();
  values.set(key, value);
  return value;
}
