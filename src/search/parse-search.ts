import { Failure } from '../model/failure.ts';
import { readTokens, type Token } from './language/read-tokens.ts';
import { readValue, type ValueContext } from './language/read-value.ts';
import { describeMistake, MistakeError, type SearchMistake, type Span } from './language/search-mistake.ts';
import { wordForms } from './language/word-forms.ts';
import { isSetting, qualifierRow, type SettingName, SORT_WORDS } from './qualifiers.table.ts';
import type {
  FilterValue,
  SearchNode,
  SearchQuery,
  SearchScope,
  SearchSort,
  SearchWords,
} from './search-query.ts';

/** The maximum nesting of parentheses; the service's own search box allows 5. */
export const MAX_SEARCH_DEPTH = 50;

/** The maximum number of words and qualifiers, each of which is a condition in one SQL statement. */
export const MAX_SEARCH_TERMS = 200;

/** The maximum length of a search: eight times that of the service's own search box. */
export const MAX_SEARCH_CHARACTERS = 2_000;

export type ParsedSearch = { readonly query: SearchQuery } | { readonly mistake: SearchMistake };

/**
 * Parses a search. Any text results in a query or the first mistake in it, in time proportional to its length.
 * `nowMs` is the current time, for terms such as `last week`; `words` are those that qualifiers take in place of their own.
 */
export function parseSearch(text: string, nowMs: number, words: ValueContext['words'] = {}): ParsedSearch {
  try {
    if (text.length > MAX_SEARCH_CHARACTERS) {
      const rest = {
        text: text.slice(MAX_SEARCH_CHARACTERS, MAX_SEARCH_CHARACTERS + 20),
        start: MAX_SEARCH_CHARACTERS,
      };
      throw new MistakeError(rest, `exceeds the limit of ${MAX_SEARCH_CHARACTERS} characters`);
    }
    return { query: new Parser(readTokens(text), text.length, { nowMs, words }).parse() };
  } catch (error) {
    if (error instanceof MistakeError) {
      return { mistake: error.mistake };
    }
    throw error;
  }
}

/** A parser with one pass over the tokens. Only parentheses are recursive, and their depth is limited. */
class Parser {
  readonly #tokens: readonly Token[];
  readonly #end: Span;
  readonly #context: ValueContext;
  readonly #settings = new Map<SettingName, FilterValue>();
  #next = 0;
  #terms = 0;

  constructor(tokens: readonly Token[], length: number, context: ValueContext) {
    this.#tokens = tokens;
    this.#end = { text: '', start: length };
    this.#context = context;
  }

  parse(): SearchQuery {
    const filter = this.#parseOr(0);
    const rest = this.#tokens[this.#next];
    if (rest !== undefined) {
      throw new MistakeError(rest, 'has no matching opening parenthesis');
    }
    return {
      filter,
      scopes: textsOf(this.#settings.get('in')) as readonly SearchScope[], // One of the choices in its row.
      sort: sortOf(textsOf(this.#settings.get('sort'))[0]),
      snapshot: textsOf(this.#settings.get('snapshot')).map(Number)[0],
    };
  }

  #parseOr(depth: number): SearchNode | undefined {
    const nodes: SearchNode[] = [];
    for (;;) {
      const before = this.#tokens[this.#next - 1];
      const node = this.#parseAnd(depth);
      const operator = this.#tokens[this.#next];
      const isOr = operator?.kind === 'or';
      if (node !== undefined) {
        nodes.push(node);
      } else if (isOr) {
        throw new MistakeError(operator, 'has no search term on its left');
      } else if (before?.kind === 'or') {
        throw new MistakeError(before, 'has no search term on its right');
      }
      if (!isOr) {
        return join('or', nodes);
      }
      this.#next += 1;
    }
  }

  /** Adjacent terms, with or without AND. */
  #parseAnd(depth: number): SearchNode | undefined {
    const nodes: SearchNode[] = [];
    let operator: Token | undefined;
    for (;;) {
      const token = this.#tokens[this.#next];
      if (token === undefined || token.kind === 'or' || token.kind === 'close') {
        break;
      }
      if (token.kind === 'and') {
        if (nodes.length === 0 || operator !== undefined) {
          throw new MistakeError(token, 'has no search term on its left');
        }
        operator = token;
        this.#next += 1;
        continue;
      }
      const node = this.#parseNot(depth);
      if (node !== undefined) {
        nodes.push(node);
        operator = undefined;
      }
    }
    if (operator !== undefined) {
      throw new MistakeError(operator, 'has no search term on its right');
    }
    return join('and', gatherPlaces(nodes));
  }

  #parseNot(depth: number): SearchNode | undefined {
    let isNegated = false;
    let operator: Token | undefined;
    for (let token = this.#tokens[this.#next]; token?.kind === 'not' || token?.kind === 'minus'; ) {
      operator = token;
      isNegated = !isNegated;
      this.#next += 1;
      token = this.#tokens[this.#next];
    }
    const node = this.#parseTerm(depth, operator);
    return node !== undefined && isNegated ? { kind: 'not', node } : node;
  }

  #parseTerm(depth: number, operator: Token | undefined): SearchNode | undefined {
    const token = this.#tokens[this.#next];
    switch (token?.kind) {
      case 'open':
        return this.#parseGroup(depth, token);
      case 'words':
        this.#take(token);
        return wordsOf(token);
      case 'qualifier':
        this.#take(token);
        return this.#readQualifier(token, depth, operator);
      default:
        throw new MistakeError(operator ?? this.#end, 'has no search term on its right');
    }
  }

  #parseGroup(depth: number, open: Token): SearchNode {
    if (depth >= MAX_SEARCH_DEPTH) {
      throw new MistakeError(open, `is in more than ${MAX_SEARCH_DEPTH} parentheses`);
    }
    this.#next += 1;
    const node = this.#parseOr(depth + 1);
    const close = this.#tokens[this.#next];
    if (close === undefined) {
      throw new MistakeError(open, 'is never closed');
    }
    this.#next += 1;
    if (node === undefined) {
      throw new MistakeError(open, 'has no search term after it');
    }
    return node;
  }

  #take(token: Token): void {
    this.#terms += 1;
    if (this.#terms > MAX_SEARCH_TERMS) {
      throw new MistakeError(token, `exceeds the limit of ${MAX_SEARCH_TERMS} words and qualifiers`);
    }
    this.#next += 1;
  }

  /** Settings are stored separately and return no node. */
  #readQualifier(
    token: Token & { readonly kind: 'qualifier' },
    depth: number,
    operator: Token | undefined,
  ): SearchNode | undefined {
    const { name } = token;
    const value = readValue(name, token.items, this.#context);
    if (!isSetting(name)) {
      return { kind: 'filter', name, value };
    }
    if (operator !== undefined) {
      throw new MistakeError(token, 'applies to the whole search and cannot be negated');
    }
    if (depth > 0) {
      throw new MistakeError(token, 'applies to the whole search and must be outside of parentheses');
    }
    if (this.#settings.has(name)) {
      throw new MistakeError(token, `comes after another ${name}:`);
    }
    this.#settings.set(name, value);
    return;
  }
}

function wordsOf({ words, isPrefix, isQuoted }: Token & { readonly kind: 'words' }): SearchWords {
  return { kind: 'words', text: words, isPrefix, forms: isQuoted || isPrefix ? [] : wordForms(words) };
}

function join(kind: 'and' | 'or', nodes: readonly SearchNode[]): SearchNode | undefined {
  return nodes.length > 1 ? { kind, nodes } : nodes[0];
}

/** Joins adjacent conditions on repositories and owners with OR, at the place of the first. */
function gatherPlaces(nodes: readonly SearchNode[]): readonly SearchNode[] {
  const places = nodes.filter(isPlace);
  const [first] = places;
  const joined = join('or', places);
  if (first === undefined || joined === undefined) {
    return nodes;
  }
  return nodes.flatMap((node) => (node === first ? [joined] : isPlace(node) ? [] : [node]));
}

function isPlace(node: SearchNode): boolean {
  return node.kind === 'filter' && qualifierRow(node.name).isPlace === true;
}

function textsOf(value: FilterValue | undefined): readonly string[] {
  return value?.form === 'texts' ? value.texts : [];
}

function sortOf(word: string | undefined): SearchSort | undefined {
  if (word === undefined) {
    return;
  }
  const [by, direction] = (SORT_WORDS[word] ?? word).split('-');
  return { by: by as SearchSort['by'], isAscending: direction === 'asc' }; // One of the choices in its row.
}

const MINUTE_MS = 60_000;

/** A text that is the same for two searches only if they ask the same; the current time counts by the minute. */
export function searchKey(text: string, nowMs: number): string {
  return JSON.stringify([text, parseSearch(text, Math.floor(nowMs / MINUTE_MS) * MINUTE_MS)]);
}

/** Parses a search, as of `nowMs` (milliseconds since the epoch). Fails with `search-refused` if it is invalid. */
export function readSearch(text: string, nowMs: number): SearchQuery {
  const parsed = parseSearch(text, nowMs);
  if ('query' in parsed) {
    return parsed.query;
  }
  throw new Failure('search-refused', `Cannot search: ${describeMistake(parsed.mistake)}`, {
    details: { ...parsed.mistake },
  });
}
