import type { SearchFilter, SearchNode, SearchQuery, SearchWords } from '../../../search/search-query.ts';
import { splitWords } from '../../../search/split-words.ts';
import type { IndexReader } from './index-reader.ts';
import { isAnswerable, needsMarks, testOf, textsOf } from './site-filters.ts';

/** Pages with their scores. */
type Scores = ReadonlyMap<number, number>;

/** Words of a search, as the index has them. */
export interface AskedWords {
  readonly text: string;
  readonly folded: readonly string[];
  readonly forms: readonly string[];
  /** Whether words that begin with the last of them are others: numbers, and single letters. */
  readonly isWhole: boolean;
  /** Whether pages must have them, one after the other. */
  readonly isPhrase: boolean;
  /** The number of pages with all of them. */
  readonly count: number;
}

export interface FoundPages {
  readonly scores: Scores;
  /** The words that pages must or may have, in their order. */
  readonly words: readonly AskedWords[];
  readonly filters: readonly SearchFilter[];
  /** The qualifiers that the index has no answer to, as they are written. */
  readonly leftOut: readonly string[];
}

const NO_MARKS = { label: new Map(), assignee: new Map(), milestone: new Map(), colors: new Map() };

/** The pages that a search asks for. */
export async function findPages(
  index: IndexReader,
  { filter, scopes, sort, snapshot }: SearchQuery,
): Promise<FoundPages> {
  const finder = new Finder(index, scopes.length === 1 && scopes[0] === 'title');
  const found = filter === undefined ? undefined : await finder.find(filter, 'required');
  const isSorted = sort === undefined || sort.by === 'relevance' || sort.by === 'created';
  const leftOut = [
    ...finder.leftOut,
    ...(scopes.some((scope) => scope !== 'title') ? [`in:${scopes.join(',')}`] : []),
    ...(isSorted ? [] : [`sort:${sort.by}`]),
    ...(snapshot === undefined ? [] : [`snapshot:${snapshot}`]),
  ];
  // All pages of a repository have the words of its name: a page with these only is not about them.
  const isAboutNothing = (score: number) => finder.words.length > 0 && score === 0;
  const scores = new Map([...(found ?? [])].filter(([, score]) => !isAboutNothing(score)));
  return { scores, words: finder.words, filters: finder.filters, leftOut };
}

/** Whether pages must have something, may have it, or must not. */
type Need = 'required' | 'possible' | 'unwanted';

class Finder {
  readonly words: AskedWords[] = [];
  readonly filters: SearchFilter[] = [];
  readonly leftOut: string[] = [];
  readonly #index: IndexReader;
  readonly #isTitleOnly: boolean;

  constructor(index: IndexReader, isTitleOnly: boolean) {
    this.#index = index;
    this.#isTitleOnly = isTitleOnly;
  }

  /** Undefined for what is left out. */
  async find(node: SearchNode, need: Need): Promise<Scores | undefined> {
    switch (node.kind) {
      case 'words':
        return await this.#findWords(node, need);
      case 'filter':
        return await this.#findFiltered(node);
      case 'not': {
        const pages = await this.find(node.node, need === 'unwanted' ? 'possible' : 'unwanted');
        return pages === undefined ? undefined : without(await this.#all(), pages);
      }
      case 'or': {
        const parts = await this.#findEach(node.nodes, need === 'required' ? 'possible' : need);
        return parts.length === 0 ? undefined : parts.reduce(join);
      }
      case 'and': {
        const parts = await this.#findEach(node.nodes, need);
        return parts.length === 0
          ? undefined
          : parts.sort((one, other) => one.size - other.size).reduce(meet);
      }
    }
  }

  async #findEach(nodes: readonly SearchNode[], need: Need): Promise<Scores[]> {
    const parts: Scores[] = [];
    for (const node of nodes) {
      const pages = await this.find(node, need);
      parts.push(...(pages === undefined ? [] : [pages]));
    }
    return parts;
  }

  async #findWords({ text, forms }: SearchWords, need: Need): Promise<Scores> {
    const folded = splitWords(text)
      .map((word) => word.folded)
      .filter((word) => word !== '');
    const isPhrase = folded.length > 1;
    const isWhole = /^(?:\d+|\S)$/u.test(folded.at(-1) ?? '');
    const parts = await Promise.all(
      folded.map((word, index) =>
        this.#index.pagesWith(word, {
          forms: isPhrase ? [] : forms,
          isWhole: isWhole || index < folded.length - 1,
          isTitleOnly: this.#isTitleOnly,
        }),
      ),
    );
    const pages = parts.length === 0 ? new Map<number, number>() : parts.reduce(meet);
    if (need !== 'unwanted') {
      const asked = { text, folded, isWhole, forms: isPhrase ? [] : forms, count: pages.size };
      this.words.push({ ...asked, isPhrase: isPhrase && need === 'required' });
    }
    return pages;
  }

  async #findFiltered(filter: SearchFilter): Promise<Scores | undefined> {
    if (!isAnswerable(filter)) {
      const texts = textsOf(filter.value).join(',');
      this.leftOut.push(texts === '' ? filter.name : `${filter.name}:${texts}`);
      return undefined;
    }
    this.filters.push(filter);
    const test = testOf(filter, needsMarks(filter) ? await this.#index.marks() : NO_MARKS);
    return scored((await this.#index.facts()).filter(test).map(({ page }) => page));
  }

  async #all(): Promise<Scores> {
    return scored((await this.#index.facts()).map(({ page }) => page));
  }
}

function scored(pages: readonly number[]): Scores {
  return new Map(pages.map((page) => [page, 0]));
}

function meet(some: Scores, others: Scores): Scores {
  const both = [...some].flatMap(([page, score]): [number, number][] => {
    const other = others.get(page);
    return other === undefined ? [] : [[page, score + other]];
  });
  return new Map(both);
}

function join(some: Scores, others: Scores): Scores {
  const either = new Map(some);
  for (const [page, score] of others) {
    either.set(page, Math.max(score, either.get(page) ?? 0));
  }
  return either;
}

function without(all: Scores, pages: Scores): Scores {
  return new Map([...all].filter(([page]) => !pages.has(page)));
}
