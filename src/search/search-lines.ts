import type { MatchedLine } from '../git/search-files.ts';
import { fulfils, wantedWords } from './kept-filter.ts';
import { readSearch } from './parse-search.ts';
import { type CodeSearchOptions, type Found, findDefault, searchEach } from './search-code.ts';
import { type SearchNode, type SearchWords, someLeaf } from './search-query.ts';
import type { SnippetPart } from './snippet.ts';

/** A file of a default branch with lines that contain the words. */
export interface FoundFile {
  readonly repo: string;
  readonly ref: string;
  readonly path: string;
  readonly lineCount: number;
  /** The first of them. */
  readonly lines: readonly FoundLine[];
}

interface FoundLine {
  readonly number: number;
  readonly parts: readonly SnippetPart[];
}

/** The maximum number of lines of a file, and of characters of a line. */
const MAX_LINES = 5;
const MAX_CHARACTERS = 200;
const LEADING_CHARACTERS = 60;

/**
 * Searches the text files of default branches for words, each as a part of a line, ignoring the case of ASCII letters. A
 * file has to contain all words of the search. Fails with `search-refused`.
 */
export async function searchLines(text: string, options: CodeSearchOptions): Promise<Found<FoundFile>> {
  const query = readSearch(text, options.nowMs);
  if (query.scopes.length > 0) {
    return { hits: [], isComplete: true }; // `in:` names texts of threads.
  }
  return await searchEach<FoundFile>(
    { type: 'code', query },
    options,
    async (filter, { repo, branch, open }, add) => {
      const words = allWords(filter);
      const found = words.length === 0 ? undefined : await findDefault(branch(), open());
      if (found === undefined) {
        return true;
      }
      const { git, ref, commit } = found;
      const files = new FileGatherer({ filter, words, repo, add: (file) => add({ repo, ref, ...file }) });
      const isWhole = await git.searchFiles({
        commit,
        texts: words.map(wordText),
        needsAll: isPlain(filter),
        signal: options.signal,
        onLine: (line) => files.take(line),
      });
      return files.end() && isWhole;
    },
  );
}

interface GathererOptions {
  readonly filter: SearchNode;
  readonly words: readonly SearchWords[];
  readonly repo: string;
  /** Adds a file that fulfils the search; returns whether there is room for another. */
  add(file: Pick<FoundFile, 'path' | 'lines' | 'lineCount'>): boolean;
}

/** Gathers the found lines of each file, which come one after another. */
class FileGatherer {
  readonly #options: GathererOptions;
  readonly #words: readonly (readonly [SearchWords, string])[];
  readonly #wanted: readonly string[];
  readonly #needsAll: boolean;
  #path: string | undefined;
  #held = new Set<SearchWords>();
  #lines: FoundLine[] = [];
  #lineCount = 0;

  constructor(options: GathererOptions) {
    this.#options = options;
    this.#words = options.words.map((one) => [one, wordText(one).toLowerCase()] as const);
    this.#wanted = wantedWords(options.filter).map(wordText);
    this.#needsAll = isPlain(options.filter);
  }

  take({ path, number, text }: MatchedLine): boolean {
    let isOpen = true;
    if (path !== this.#path) {
      isOpen = this.end();
      this.#path = path;
      [this.#held, this.#lines, this.#lineCount] = [new Set(), [], 0];
    }
    const lower = text.toLowerCase();
    for (const [one, word] of this.#words) {
      if (lower.includes(word)) {
        this.#held.add(one);
      }
    }
    this.#lineCount += 1;
    if (this.#lines.length < MAX_LINES) {
      this.#lines.push({ number, parts: markLine(text, this.#wanted) });
    }
    return isOpen;
  }

  /** Adds the last file. */
  end(): boolean {
    const { filter, repo, add } = this.#options;
    const path = this.#path;
    if (path === undefined) {
      return true;
    }
    const document = {
      type: 'code' as const,
      ...{ path, repo, createdAt: null },
      isBy: () => false,
      holds: (one: SearchWords) => this.#needsAll || this.#held.has(one),
    };
    this.#path = undefined;
    return !fulfils(filter, document) || add({ path, lines: this.#lines, lineCount: this.#lineCount });
  }
}

function wordText({ text }: SearchWords): string {
  return text.trim();
}

/** All words of a search, also those below NOT. */
function allWords(node: SearchNode): readonly SearchWords[] {
  const words: SearchWords[] = [];
  someLeaf(node, (leaf) => {
    if (leaf.kind === 'words') {
      words.push(leaf);
    }
    return false;
  });
  return words;
}

/** Whether a file has to contain all words of a search. */
function isPlain(node: SearchNode): boolean {
  return node.kind === 'and'
    ? node.nodes.every(isPlain)
    : node.kind === 'words' || node.kind === 'filter' || !someLeaf(node, ({ kind }) => kind === 'words');
}

/** The part of a line around the first word, with the words marked. */
export function markLine(text: string, words: readonly string[]): readonly SnippetPart[] {
  const line = text.trim();
  const spans = findSpans(line.toLowerCase(), words);
  const first = spans[0]?.[0] ?? 0;
  const from = first > MAX_CHARACTERS - LEADING_CHARACTERS ? first - LEADING_CHARACTERS : 0;
  const to = from + MAX_CHARACTERS;
  const parts: SnippetPart[] = from === 0 ? [] : [{ text: '…', isHit: false }];
  let at = from;
  for (const [start, end] of spans.filter((span) => span[0] >= from && span[1] <= to)) {
    if (start >= at) {
      parts.push(
        { text: line.slice(at, start), isHit: false },
        { text: line.slice(start, end), isHit: true },
      );
      at = end;
    }
  }
  parts.push({ text: line.slice(at, to) + (line.length > to ? '…' : ''), isHit: false });
  return parts.filter((part) => part.text !== '');
}

function findSpans(lower: string, words: readonly string[]): readonly (readonly [number, number])[] {
  const spans: (readonly [number, number])[] = [];
  for (const word of words.map((one) => one.toLowerCase())) {
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length)) {
      spans.push([at, at + word.length]);
    }
  }
  return spans.sort((one, other) => one[0] - other[0]);
}
