import { MONTHS } from '../../base/day-text.ts';
import { splitWords } from '../../search/split-words.ts';
import { stateSign } from '../show/badges.ts';
import { CommitIndex, type IndexedCommit } from './commit-index.ts';
import {
  DAY_MS,
  type FactsPart,
  type IndexList,
  type IndexRow,
  keyOf,
  MAX_SHOWN_CHARACTERS,
  MAX_WORD_CHARACTERS,
  packColumn,
  packPages,
  type Segment,
  TITLE_WEIGHT,
  WEIGHTS,
} from './engine/index-format.ts';
import type { PageFacts, PageText } from './page-texts.ts';

/** A file of the index. */
export interface IndexFile {
  readonly name: string;
  readonly content: string;
}

/** A page of the index. */
export interface IndexedPage extends PageFacts, Partial<PageText> {
  /** Without the name of its place. */
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
  readonly rows: Record<number, IndexRow>;
  characters: number;
}

/** The pages whose words are held in memory until they are written. */
const SEGMENT_PAGES = 20_000;

/** Of one file of texts, of which a search opens one for each of its first results. */
const MAX_FILE_CHARACTERS = 10_000;

/** Of fewer pages, one letter selects the file of a word, otherwise two. */
const FEW_PAGES = 500;

/** The columns of a segment: names by their first occurrence, and numbers. */
const NAMED = ['kind', 'author', 'repo'] as const;
const NUMBERED = ['number', 'day', 'file'] as const;
type Columns = Record<(typeof NAMED)[number] | (typeof NUMBERED)[number], number[]>;
const MARKS = ['label', 'assignee', 'milestone'] as const;

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
  #facts = new SegmentFacts();
  /** The signs of kinds and states. */
  readonly #signs = new Map<string, string>();
  readonly #commits = new CommitIndex();
  #first = 0;
  #count = 0;
  #fileCount = 0;
  /** Texts of code are apart from what people wrote about it. */
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
    const number = this.#count;
    for (const [word, weight] of weigh(page)) {
      const pages = this.#words.get(word);
      if (pages === undefined) {
        this.#words.set(Buffer.from(word).toString(), [number * WEIGHTS + weight]); // V8 would keep the whole text for a part of it.
      } else {
        pages.push(number * WEIGHTS + weight);
      }
    }
    this.#facts.add(page, number, open.number * 2 + (kind === 'code' ? 1 : 0));
    this.#noteSign(page);
    const row = rowOf(page);
    open.rows[number] = row;
    open.characters += row[2].length;
    this.#count += 1;
    if (open.characters >= MAX_FILE_CHARACTERS) {
      await this.#writePages(kind);
    }
    if (this.#count - this.#first === SEGMENT_PAGES) {
      await this.#writeWords();
    }
  }

  /** Adds a commit that has a page, unless it was added before. */
  addCommit(commit: IndexedCommit): void {
    this.#commits.add(commit);
  }

  /** Writes what is left, and the list of all files. */
  async end(): Promise<void> {
    await this.#writePages('pages');
    await this.#writePages('code');
    await this.#writeWords();
    const commits = this.#commits.parts();
    for (const [digit, part] of commits) {
      await this.#write(partOf(`commits-${digit}`, part));
    }
    const list: IndexList = {
      count: this.#count,
      signs: Object.fromEntries(this.#signs),
      months: MONTHS,
      segments: this.#segments,
      commits: [...commits.keys()].join(''),
    };
    await this.#write({ name: 'index.js', content: `globalThis.satchelTexts = ${JSON.stringify(list)};\n` });
  }

  #noteSign({ kind = '', state = '' }: IndexedPage): void {
    const name = kindColumn({ kind, state });
    if (kind !== '' && !PEOPLE.has(kind) && !this.#signs.has(name)) {
      this.#signs.set(name, String(stateSign({ kind, state: state === '' ? 'open' : state })));
    }
  }

  #fileOf(kind: TextKind): OpenFile {
    const known = this.#open.get(kind);
    if (known !== undefined) {
      return known;
    }
    const open = { number: this.#fileCount, rows: {}, characters: 0 };
    this.#fileCount += 1;
    this.#open.set(kind, open);
    return open;
  }

  async #writePages(kind: TextKind): Promise<void> {
    const open = this.#open.get(kind);
    if (open !== undefined) {
      this.#open.delete(kind);
      await this.#write(partOf(`${kind}-${open.number}`, open.rows));
    }
  }

  async #writeWords(): Promise<void> {
    const keyLetters = this.#count - this.#first < FEW_PAGES ? 1 : 2;
    const shards = new Map<string, Record<string, string>>();
    for (const [word, pages] of this.#words) {
      const key = keyOf(word, keyLetters);
      const shard = shards.get(key) ?? {};
      const rows = pages.map((packed) => [Math.floor(packed / WEIGHTS), packed % WEIGHTS] as const);
      shard[word] = packPages(rows, this.#first);
      shards.set(key, shard);
    }
    const segment = this.#segments.length;
    for (const [key, shard] of shards) {
      await this.#write(partOf(`${segment}-${key}`, shard));
    }
    await this.#write(partOf(`${segment}-facts`, this.#facts.facts()));
    await this.#write(partOf(`${segment}-marks`, this.#facts.marks(this.#first)));
    this.#segments.push({ first: this.#first, keyLetters, shards: [...shards.keys()] });
    this.#words = new Map();
    this.#facts = new SegmentFacts();
    this.#first = this.#count;
  }
}

/** The facts of the pages of a segment, by which searches choose them. */
class SegmentFacts {
  readonly #names = {
    kind: new Map<string, number>(),
    author: new Map<string, number>(),
    repo: new Map<string, number>(),
  };
  readonly #columns: Columns = { kind: [], author: [], repo: [], number: [], day: [], file: [] };
  readonly #marks = {
    label: new Map<string, number[]>(),
    assignee: new Map<string, number[]>(),
    milestone: new Map<string, number[]>(),
  };
  readonly #colors = new Map<string, string>();

  add(page: IndexedPage, number: number, file: number): void {
    const { author = '', repo = '', at = '', labels = [], assignees = [], milestone } = page;
    const named = { kind: kindColumn(page), author, repo };
    for (const column of NAMED) {
      const known = this.#names[column];
      const place = known.get(named[column]) ?? known.size;
      known.set(named[column], place);
      this.#columns[column].push(place);
    }
    this.#columns.number.push(page.number ?? 0);
    this.#columns.day.push(Math.max(0, Math.floor(Date.parse(at) / DAY_MS)) || 0);
    this.#columns.file.push(file);
    const marks = {
      label: labels.map(([name]) => name),
      assignee: assignees,
      milestone: milestone === undefined ? [] : [milestone],
    };
    for (const mark of MARKS) {
      for (const name of marks[mark]) {
        const pages = this.#marks[mark].get(name) ?? [];
        pages.push(number);
        this.#marks[mark].set(name, pages);
      }
    }
    for (const [name, color] of labels) {
      this.#colors.set(name, this.#colors.get(name) ?? color);
    }
  }

  facts(): FactsPart {
    const { kind, author, repo } = this.#names;
    const columns = Object.entries(this.#columns).map(([name, values]) => [name, packColumn(values)]);
    return {
      ...{ kinds: [...kind.keys()], authors: [...author.keys()], repos: [...repo.keys()] },
      ...(Object.fromEntries(columns) as Record<keyof Columns, string>),
    };
  }

  marks(first: number) {
    const packed = MARKS.map((mark) => [
      mark,
      Object.fromEntries(
        [...this.#marks[mark]].map(([name, pages]) => [
          name,
          packPages(
            pages.map((page) => [page, 1]),
            first,
          ),
        ]),
      ),
    ]);
    return { ...Object.fromEntries(packed), colors: Object.fromEntries(this.#colors) };
  }
}

const PEOPLE: ReadonlySet<string> = new Set(['user', 'organization']);

function kindColumn({ kind = '', state = '' }: Pick<IndexedPage, 'kind' | 'state'>): string {
  return `${kind} ${state}`.trim();
}

function rowOf({ title, file, text, passages = [], labels = [], face = '' }: IndexedPage): IndexRow {
  const shown = text.slice(0, MAX_SHOWN_CHARACTERS);
  return [title, file, shown, passages.filter(([start]) => start < shown.length), labels, face];
}

function partOf(name: string, content: unknown): IndexFile {
  return {
    name: `${name}.js`,
    content: `(globalThis.satchelParts ??= {})[${JSON.stringify(name)}] = ${JSON.stringify(content)};\n`,
  };
}

/** The words of a page, as long as the index has them, with their weights. */
function weigh({ kind = '', title, text, author = '', repo = '' }: IndexedPage): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  const own = PEOPLE.has(kind) ? `${title} ${author}` : title;
  const inTitle = new Set(splitWords(own).map(({ folded }) => folded));
  for (const { folded } of splitWords(`${title} ${text} ${author} ${kind === 'wiki' ? kind : ''}`)) {
    const word = folded.slice(0, MAX_WORD_CHARACTERS);
    const weight = weights.get(word) ?? (inTitle.has(folded) ? TITLE_WEIGHT : 0);
    weights.set(word, (weight + 1) % TITLE_WEIGHT === 0 ? weight : weight + 1);
  }
  for (const { folded } of splitWords(repo)) {
    const word = folded.slice(0, MAX_WORD_CHARACTERS);
    weights.set(word, weights.get(word) ?? 0);
  }
  weights.delete(''); // A word that had nothing but marks.
  return weights;
}
