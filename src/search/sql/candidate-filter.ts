import { invariant } from '../../base/index.ts';
import type { Database } from '../../store/index.ts';
import { type SearchFilter, type SearchNode, type SearchWords, someLeaf } from '../language/search-query.ts';
import { wordsTest } from '../words-in-text.ts';
import { compileGathered } from './compile-condition.ts';
import { FILTER_CONDITIONS } from './filter-conditions.table.ts';
import type { FoundSubject } from './find-subjects.ts';
import { createSubjectReader, type SubjectReader } from './read-subjects.ts';
import type { SearchPlan } from './search-plan.ts';

type Words = ReadonlySet<SearchWords>;

/** The part of a condition that does not depend on common words; undefined if that is always true. */
export function withoutCommon(node: SearchNode, common: Words): SearchNode | undefined {
  if (!hasCommon(node, common)) {
    return node;
  }
  return node.kind === 'and'
    ? join(node.nodes.flatMap((part) => withoutCommon(part, common) ?? []))
    : undefined;
}

/** The part of a condition that `withoutCommon` omits. */
function withCommon(node: SearchNode, common: Words): SearchNode | undefined {
  if (!hasCommon(node, common)) {
    return;
  }
  return node.kind === 'and' ? join(node.nodes.flatMap((part) => withCommon(part, common) ?? [])) : node;
}

function hasCommon(node: SearchNode, common: Words): boolean {
  return someLeaf(node, (leaf) => leaf.kind === 'words' && common.has(leaf));
}

function join(nodes: readonly SearchNode[]): SearchNode | undefined {
  return nodes.length === 0 ? undefined : { kind: 'and', nodes };
}

/** Checks candidates, which meet the condition that `withoutCommon` returns, against the part that it omits. */
export class CandidateFilter {
  readonly #db: Database;
  readonly #plan: SearchPlan;
  readonly #node: SearchNode | undefined;
  readonly #reader: SubjectReader;
  readonly #holders = new Map<SearchWords, (id: number) => boolean>();
  readonly #filters = new Map<string, (id: number) => boolean>();
  #texts = 0;

  constructor(db: Database, plan: SearchPlan) {
    this.#db = db;
    this.#plan = plan;
    this.#node = plan.query.filter && withCommon(plan.query.filter, plan.common);
    this.#reader = createSubjectReader(db);
  }

  /** Whether it has read the maximum number of texts. */
  hasEnough(): boolean {
    return this.#texts > this.#plan.limits.readTexts;
  }

  accepts({ id, kind }: FoundSubject): boolean {
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
        return this.#holderOf(node)(id);
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
        this.#texts += 1;
        return ask.get(id, ...values) !== undefined;
      };
    });
  }

  #holderOf(words: SearchWords): (id: number) => boolean {
    return remembered(this.#holders, words, () => {
      if (!this.#plan.common.has(words)) {
        const gathered = this.#gather(words);
        return (id) => gathered.has(id);
      }
      const holdsWords = wordsTest(words, this.#plan.query.scopes);
      return (subjectId) =>
        this.#reader.documents(subjectId).some((id) => {
          this.#texts += 1;
          return holdsWords(this.#reader.texts(id));
        });
    });
  }

  #gather(words: SearchWords): ReadonlySet<number> {
    const tables = compileGathered({ ...this.#plan, words: [words] });
    const ids = this.#db
      .prepare<unknown[], number>(`WITH ${tables.map(({ text }) => text).join()} SELECT id FROM words_0`)
      .pluck()
      .all(...tables.flatMap(({ values }) => values));
    return new Set(ids);
  }
}

function remembered<Key, Value>(values: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = values.get(key) ?? make();
  values.set(key, value);
  return value;
}
