import { isSameRepository } from '../model/repository-name.ts';
import { readSearch } from './parse-search.ts';
import { qualifierRow } from './qualifiers.table.ts';
import {
  alternativesOf,
  type SearchFilter,
  type SearchNode,
  type SearchQuery,
  type SearchWords,
  someLeaf,
} from './search-query.ts';
import { splitWords } from './split-words.ts';
import { type SubjectTexts, wordsTest } from './words-in-text.ts';

/** What is kept next to a store and searched when asked, without an index. */
export type KeptType = 'commit' | 'path' | 'code' | 'attachment';

/** A commit, a path, an attached text or a former text, as a search sees it. */
interface KeptDocument {
  /** As in `type:`. */
  readonly type: string;
  readonly repo: string | null;
  isBy(login: string): boolean;
  /** In UTC. */
  readonly createdAt: string | null;
  readonly fileName?: string;
  readonly path?: string;
  holds(words: SearchWords): boolean;
}

type Condition = (filter: SearchFilter, document: KeptDocument) => boolean;

/** The qualifiers that apply; no document fulfils another one. */
const CONDITIONS: Readonly<Partial<Record<SearchFilter['name'], Condition>>> = {
  type: (filter, { type }) => textsOf(filter).includes(type),
  repo: (filter, { repo }) => textsOf(filter).some((name) => repo !== null && isSameRepository(name, repo)),
  org: isOwned,
  user: isOwned,
  author: (filter, document) => textsOf(filter).some((login) => document.isBy(login)),
  created: ({ value }, { createdAt }) =>
    value.form === 'times' &&
    createdAt !== null &&
    createdAt >= (value.from ?? '') &&
    (value.before === undefined || createdAt < value.before),
  attachment: (filter, { fileName }) => isPartOf(fileName, filter),
  path: (filter, { path }) => isPartOf(path, filter),
};

/** The types that have what a qualifier is about. */
const TYPES_WITH: Readonly<Partial<Record<SearchFilter['name'], readonly string[]>>> = {
  attachment: ['attachment'],
  path: ['path', 'code'],
};

function isPartOf(name: string | undefined, filter: SearchFilter): boolean {
  return textsOf(filter).some((part) => name?.toLowerCase().includes(part.toLowerCase()) === true);
}

function isOwned(filter: SearchFilter, { repo }: KeptDocument): boolean {
  return textsOf(filter).some((owner) => repo?.toLowerCase().startsWith(`${owner.toLowerCase()}/`) === true);
}

function textsOf({ value }: SearchFilter): readonly string[] {
  return value.form === 'texts' ? value.texts : [];
}

export function fulfils(node: SearchNode, document: KeptDocument): boolean {
  switch (node.kind) {
    case 'and':
      return node.nodes.every((part) => fulfils(part, document));
    case 'or':
      return node.nodes.some((part) => fulfils(part, document));
    case 'not':
      return !fulfils(node.node, document);
    case 'words':
      return document.holds(node);
    case 'filter':
      return CONDITIONS[node.name]?.(node, document) === true;
  }
}

/**
 * Whether a search can find documents of this type in a repository: it has words, or names the type or a path, and no qualifier
 * excludes all of them. The repository is null for documents outside of any, and undefined for all documents.
 */
export function canFind({ filter }: SearchQuery, type: KeptType, repo: string | null | undefined): boolean {
  return (
    filter !== undefined &&
    someLeaf(filter, (leaf) => leaf.kind === 'words' || leaf.name === 'type' || leaf.name === 'path') &&
    mayFulfil(filter, type, repo)
  );
}

/** False if no document of this type fulfils the search, whatever else it is; the repository is that of `canFind`. */
export function mayFulfil(node: SearchNode, type: string, repo: string | null | undefined): boolean {
  switch (node.kind) {
    case 'and':
      return node.nodes.every((part) => mayFulfil(part, type, repo));
    case 'or':
      return node.nodes.some((part) => mayFulfil(part, type, repo));
    case 'not':
    case 'words':
      return true;
    case 'filter': {
      const isPlace = qualifierRow(node.name).isPlace === true;
      if (isPlace ? repo !== undefined : node.name === 'type') {
        const document = { type, repo: repo ?? null, isBy: () => true, createdAt: null, holds: () => true };
        return fulfils(node, document);
      }
      return CONDITIONS[node.name] !== undefined && TYPES_WITH[node.name]?.includes(type) !== false;
    }
  }
}

/** Words that all results contain. */
export function requiredWords(node: SearchNode): readonly SearchWords[] {
  return requiredLeaves(node).filter((leaf) => leaf.kind === 'words');
}

/** The author of all results, if there is only one. */
export function requiredAuthor(node: SearchNode): string | undefined {
  const [login, other] = requiredLeaves(node).flatMap((leaf) =>
    leaf.kind === 'filter' && leaf.name === 'author' ? textsOf(leaf) : [],
  );
  return other === undefined ? login : undefined;
}

function requiredLeaves(node: SearchNode): readonly (SearchWords | SearchFilter)[] {
  switch (node.kind) {
    case 'words':
    case 'filter':
      return [node];
    case 'and':
      return node.nodes.flatMap(requiredLeaves);
    case 'or':
    case 'not':
      return [];
  }
}

/** All words of a search except those below NOT, for snippets. */
export function wantedWords(node: SearchNode): readonly SearchWords[] {
  switch (node.kind) {
    case 'words':
      return [node];
    case 'and':
    case 'or':
      return node.nodes.flatMap((part) => wantedWords(part));
    case 'not':
    case 'filter':
      return [];
  }
}

/** Creates a test for the words in texts, which remembers how each of the words is tested. */
export function createTextTest(
  scopes: SearchQuery['scopes'],
): (words: SearchWords, texts: SubjectTexts) => boolean {
  const tests = new Map<SearchWords, ReturnType<typeof wordsTest>>();
  return (words, texts) => {
    const test = tests.get(words) ?? wordsTest(words, scopes);
    tests.set(words, test);
    return test(texts);
  };
}

/**
 * Texts that a message must contain if it contains these words, for `git log --grep`: those in ASCII, because git ignores
 * neither accents nor the case of other letters. A word without accents is therefore not found with them. Of a word with
 * other forms, it is what they all begin with.
 */
export function plainTexts(words: readonly SearchWords[]): readonly string[] {
  return words
    .map((one) => alternativesOf(one).reduce(commonStart))
    .flatMap((text) => splitWords(text).map(({ start, end }) => text.slice(start, end)))
    .filter((word) => /^[a-z0-9]+$/i.test(word));
}

function commonStart(first: string, second: string): string {
  let end = 0;
  while (end < first.length && first[end]?.toLowerCase() === second[end]) {
    end += 1;
  }
  return first.slice(0, end);
}

/** The kept type that a search names with `type:`. Fails with `search-refused`. */
export function keptTypeNamed(text: string, nowMs: number): KeptType | undefined {
  const { filter } = readSearch(text, nowMs);
  return KEPT_TYPES.find(
    (type) =>
      filter !== undefined &&
      someLeaf(
        filter,
        (leaf) => leaf.kind === 'filter' && leaf.name === 'type' && textsOf(leaf).includes(type),
      ),
  );
}

const KEPT_TYPES: readonly KeptType[] = ['commit', 'path', 'code', 'attachment'];
