import { MONTHS } from '../../base/day-text.ts';
import { splitWords } from '../../search/split-words.ts';
import { stateSign } from '../show/badges.ts';
import type { PageFacts, PageText } from './page-texts.ts';

/** A file of the index. */
export interface IndexFile {
  readonly name: string;
  readonly content: string;
}

/** A page of the index. */
export interface IndexedPage extends PageFacts, Partial<PageText> {
  readonly title: string;
  /** The file, seen from the folder of the index. */
  readonly file: string;
  readonly text: string;
  /** Whether it shows files of a repository, as they are. */
  readonly isCode?: boolean;
}

/** What a file of texts has, as its name says. */
type TextKind = 'pages' | 'code';

/** A file of texts that is not full. */
interface OpenFile {
  readonly number: number;
  readonly pages: IndexedPage[];
}

/** The pages whose words are held in memory until they are written. */
const SEGMENT_PAGES = 20_000;

/** The pages of one file of texts: a result page opens a file for each of its results. */
const PAGES_PER_FILE = 20;

/** Of fewer pages, one letter selects the file of a word, otherwise two. */
const FEW_PAGES = 500;

/** Longer texts are shown up to here; all of their words are found. */
const MAX_SHOWN_CHARACTERS = 20_000;
const MAX_WORD_CHARACTERS = 40;

/**
 * How much a page is about a word, as one digit of base 36: how often it has the word, up to 17, and 18 more for a word of
 * its title. All pages of a repository have the words of its name: the weight of what only names their place is 0.
 */
const WEIGHTS = 36;
const TITLE_WEIGHT = 18;

const DATE_CHARACTERS = 'YYYY-MM-DD'.length;

const DAY_MS = 24 * 60 * 60 * 1000;

/** As many files have the words with letters beyond ASCII. */
const OTHER_KEYS = 64;

interface Segment {
  readonly first: number;
  readonly keyLetters: number;
  readonly shards: readonly string[];
}

/**
 * The words of a site's texts in many small files, so that its script needs only those of the words that a person types. They
 * are scripts, because a page that was opened from a disk can load nothing else.
 */
export class TextIndex {
  readonly #write: (file: IndexFile) => Promise<void>;
  readonly #segments: Segment[] = [];
  readonly #files = new Set<string>();
  /** The pages of each word: their numbers times `WEIGHTS`, plus the weight. */
  #words = new Map<string, number[]>();
  /** When the pages of this segment were begun, by which equally good results are ordered. */
  #days: [page: number, day: number][] = [];
  /** The facts by which searches choose pages of this segment, and the pages that have each of them. */
  #facts = new Map<string, number>();
  #factsOf: [page: number, facts: number][] = [];
  /** The signs of kinds and states. */
  readonly #signs = new Map<string, string>();
  #first = 0;
  #count = 0;
  #fileCount = 0;
  /** The numbers of the files with texts of code, which are apart from what people wrote about it. */
  readonly #codeFiles: number[] = [];
  readonly #open = new Map<TextKind, OpenFile>();

  constructor(write: (file: IndexFile) => Promise<void>) {
    this.#write = write;
  }

  /** Adds a page, unless it was added before. */
  async add(page: IndexedPage): Promise<void> {
    if (this.#files.has(page.file)) {
      return;
    }
    this.#files.add(page.file);
    const kind = page.isCode === true ? 'code' : 'pages';
    const open = this.#fileOf(kind);
    const number = open.number * PAGES_PER_FILE + open.pages.length;
    for (const [word, weight] of weigh(page)) {
      const pages = this.#words.get(word);
      if (pages === undefined) {
        this.#words.set(Buffer.from(word).toString(), [number * WEIGHTS + weight]); // V8 would keep the whole text for a part of it.
      } else {
        pages.push(number * WEIGHTS + weight);
      }
    }
    this.#days.push([number, Math.max(0, Math.floor(Date.parse(page.at ?? '') / DAY_MS)) || 0]);
    this.#noteFacts(number, page);
    open.pages.push({ ...page, text: page.text.slice(0, MAX_SHOWN_CHARACTERS) });
    this.#count += 1;
    if (open.pages.length === PAGES_PER_FILE) {
      await this.#writePages(kind);
    }
    if (this.#count - this.#first === SEGMENT_PAGES) {
      await this.#writeWords();
    }
  }

  /** Writes what is left, and the list of all files. */
  async end(): Promise<void> {
    await this.#writePages('pages');
    await this.#writePages('code');
    await this.#writeWords();
    const list = {
      pagesPerFile: PAGES_PER_FILE,
      count: this.#count,
      codeFiles: this.#codeFiles,
      signs: Object.fromEntries(this.#signs),
      months: MONTHS,
      segments: this.#segments,
    };
    await this.#write({ name: 'index.js', content: `globalThis.satchelTexts = ${JSON.stringify(list)};\n` });
  }

  #noteFacts(number: number, { kind = '', state = '', author = '', repo = '' }: IndexedPage): void {
    const facts = [kind, state, author, repo].join(' ');
    const known = this.#facts.get(facts) ?? this.#facts.size;
    this.#facts.set(facts, known);
    this.#factsOf.push([number, known]);
    if (kind !== '') {
      this.#signs.set(`${kind} ${state}`, String(stateSign({ kind, state: state === '' ? 'open' : state })));
    }
  }

  #fileOf(kind: TextKind): OpenFile {
    const known = this.#open.get(kind);
    if (known !== undefined) {
      return known;
    }
    const open = { number: this.#fileCount, pages: [] };
    this.#fileCount += 1;
    if (kind === 'code') {
      this.#codeFiles.push(open.number);
    }
    this.#open.set(kind, open);
    return open;
  }

  async #writePages(kind: TextKind): Promise<void> {
    const open = this.#open.get(kind);
    if (open !== undefined) {
      this.#open.delete(kind);
      const rows = open.pages.map(
        ({ title, file, text, kind = '', state = '', author = '', at = '', anchors = [] }) => {
          const facts = [title, file, text, kind, state, author, at.slice(0, DATE_CHARACTERS)] as const;
          const shown = anchors.filter(([start]) => start < text.length);
          return shown.length === 0 ? facts : ([...facts, shown] as const);
        },
      );
      await this.#write(partOf(`${kind}-${open.number}`, rows));
    }
  }

  async #writeWords(): Promise<void> {
    const keyLetters = this.#count - this.#first < FEW_PAGES ? 1 : 2;
    const shards = new Map<string, Record<string, string>>();
    for (const [word, pages] of this.#words) {
      const key = keyOf(word, keyLetters);
      const shard = shards.get(key) ?? {};
      const rows = pages.map((packed) => [Math.floor(packed / WEIGHTS), packed % WEIGHTS] as const);
      shard[word] = shorten(rows, this.#first);
      shards.set(key, shard);
    }
    for (const [key, shard] of shards) {
      await this.#write(partOf(`${this.#segments.length}-${key}`, shard));
    }
    await this.#write(partOf(`${this.#segments.length}-days`, shorten(this.#days, this.#first)));
    const facts = { values: [...this.#facts.keys()], pages: shorten(this.#factsOf, this.#first) };
    await this.#write(partOf(`${this.#segments.length}-facts`, facts));
    this.#segments.push({ first: this.#first, keyLetters, shards: [...shards.keys()] });
    this.#words = new Map();
    this.#days = [];
    this.#facts = new Map();
    this.#factsOf = [];
    this.#first = this.#count;
  }
}

function partOf(name: string, content: unknown): IndexFile {
  return {
    name: `${name}.js`,
    content: `(globalThis.satchelParts ??= {})[${JSON.stringify(name)}] = ${JSON.stringify(content)};\n`,
  };
}

/** The name of the file of a word; the script of the pages does the same. */
export function keyOf(word: string, letters: number): string {
  return [...word]
    .slice(0, letters)
    .map((letter) => (/[a-z0-9]/.test(letter) ? letter : `_${(letter.codePointAt(0) ?? 0) % OTHER_KEYS}`))
    .join('');
}

/** The words of a page, as long as the index has them, with their weights. */
function weigh({ title, text, author = '' }: IndexedPage): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  const [own = '', ...place] = title.split(' · ');
  const inTitle = new Set(splitWords(own).map(({ folded }) => folded));
  for (const { folded } of splitWords(`${own} ${text} ${author}`)) {
    const word = folded.slice(0, MAX_WORD_CHARACTERS);
    const weight = weights.get(word) ?? (inTitle.has(folded) ? TITLE_WEIGHT : 0);
    weights.set(word, (weight + 1) % TITLE_WEIGHT === 0 ? weight : weight + 1);
  }
  for (const { folded } of splitWords(place.join(' '))) {
    const word = folded.slice(0, MAX_WORD_CHARACTERS);
    weights.set(word, weights.get(word) ?? 0);
  }
  weights.delete(''); // A word that had nothing but marks.
  return weights;
}

/** Pages with a value each: the distances between their numbers, which are smaller than the numbers, and the values but 1. */
function shorten(pages: readonly (readonly [page: number, value: number])[], first: number): string {
  return pages
    .map(([page, value], index) => {
      const distance = (page - (pages[index - 1]?.[0] ?? first)).toString(36);
      return value === 1 ? distance : `${distance}.${value.toString(36)}`;
    })
    .join(' ');
}
