import { nearestName } from '../../../base/nearest-name.ts';
import {
  type CommitsPart,
  type FactsPart,
  type IndexList,
  type IndexRow,
  keyOf,
  MAX_WORD_CHARACTERS,
  type MarksPart,
  type Segment,
  TITLE_WEIGHT,
  unpackColumn,
  unpackPages,
} from './index-format.ts';

/** Loads a part of the index by its name; undefined if there is none. */
export type LoadPart = (name: string) => Promise<unknown>;

/** What searches choose a page by. */
export interface IndexedFacts {
  readonly page: number;
  readonly kind: string;
  /** Empty if the kind has none. */
  readonly state: string;
  readonly author: string;
  readonly repo: string;
  /** 0 if the kind has none. */
  readonly number: number;
  readonly day: number;
  /** The part of the index that has its text. */
  readonly part: string;
}

/** The pages with a label, an assignee or a milestone. */
export interface IndexedMarks
  extends Readonly<Record<'label' | 'assignee' | 'milestone', ReadonlyMap<string, ReadonlySet<number>>>> {
  readonly colors: ReadonlyMap<string, string>;
}

/** What a page gets for a word in its title, for the word itself, and for another form of it instead of a longer word. */
const SCORES = { title: 10_000, whole: 1_000, form: 900 };

/** A shorter word resembles too many others. */
const MIN_GUESSED_LETTERS = 4;

/** The maximum number of files that are searched for a similar word if the beginning of the word is wrong too. */
const MAX_GUESSING_PARTS = 40;

/** Which words are taken for one that is asked for. */
export interface WordFit {
  /** Other forms of it. */
  readonly forms: readonly string[];
  /** Whether words that begin with it are others. */
  readonly isWhole: boolean;
  readonly isTitleOnly: boolean;
}

/** Reads the index of a site, as little of it as a search needs. */
export class IndexReader {
  readonly list: IndexList;
  readonly #load: LoadPart;
  #facts: Promise<readonly IndexedFacts[]> | undefined;
  #marks: Promise<IndexedMarks> | undefined;

  constructor(list: IndexList, load: LoadPart) {
    this.list = list;
    this.#load = load;
  }

  /** The facts of all pages, by their numbers. */
  facts(): Promise<readonly IndexedFacts[]> {
    this.#facts ??= Promise.all(
      this.list.segments.map(async ({ first }, number) =>
        factsIn(await this.#part(`${number}-facts`), first),
      ),
    ).then((segments) => segments.flat());
    return this.#facts;
  }

  marks(): Promise<IndexedMarks> {
    this.#marks ??= this.#readMarks();
    return this.#marks;
  }

  /** The commits whose ids begin with a digit. */
  async commits(digit: string): Promise<CommitsPart> {
    return (await this.#part<CommitsPart>(`commits-${digit}`)) ?? {};
  }

  async row({ page, part }: IndexedFacts): Promise<IndexRow | undefined> {
    return ((await this.#load(part)) as Readonly<Record<number, IndexRow>> | undefined)?.[page];
  }

  /** The pages that have a word, another form of it, or a word that begins with it, and how much they are about it. */
  async pagesWith(
    word: string,
    { forms, isWhole, isTitleOnly }: WordFit,
  ): Promise<ReadonlyMap<number, number>> {
    const asked = word.slice(0, MAX_WORD_CHARACTERS);
    const pages = new Map<number, number>();
    for (const [number, segment] of this.list.segments.entries()) {
      for (const [other, packed] of await this.#wordsAt(
        number,
        segment,
        (key) => key === keyOf(asked, segment.keyLetters),
      )) {
        const fit = other === asked ? SCORES.whole : forms.includes(other) ? SCORES.form : 0;
        if (fit === 0 && (isWhole || !other.startsWith(asked))) {
          continue;
        }
        for (const [page, weight] of unpackPages(packed, segment.first)) {
          const isInTitle = weight >= TITLE_WEIGHT;
          const isOfPlace = weight === 0; // Only the name of its repository has it, as on all of its pages.
          if ((isOfPlace && other !== asked) || (isTitleOnly && !isInTitle)) {
            continue;
          }
          const score = isOfPlace ? 0 : (isInTitle ? SCORES.title : 0) + fit + (weight % TITLE_WEIGHT);
          pages.set(page, Math.max(pages.get(page) ?? 0, score));
        }
      }
    }
    return pages;
  }

  /** A word of the index that a word was probably meant to be: the most similar one, and of those the most frequent. */
  async wordLike(word: string): Promise<string | undefined> {
    const [first = '', second = '', ...rest] = word;
    if (rest.length + 2 < MIN_GUESSED_LETTERS) {
      return undefined;
    }
    const swapped = [second, first, ...rest].join('');
    const isNear = (key: string, letters: number) =>
      [word, swapped].some((one) => keyOf(one, letters) === key);
    const isFar = (key: string, letters: number) => letters === 1 || key.startsWith(keyOf(first, 1));
    for (const isAsked of [isNear, isFar]) {
      const counts = new Map<string, number>();
      for (const [number, segment] of this.list.segments.entries()) {
        const words = await this.#wordsAt(number, segment, (key) => isAsked(key, segment.keyLetters));
        for (const [other, packed] of words) {
          counts.set(other, (counts.get(other) ?? 0) + packed.length);
        }
      }
      const similar = nearestName(
        word,
        [...counts.keys()].sort((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0)),
      );
      if (similar !== undefined && similar !== word) {
        return similar;
      }
    }
    return undefined;
  }

  /** The words of a segment with keys that are asked for. */
  async #wordsAt(number: number, { shards }: Segment, isAsked: (key: string) => boolean) {
    const asked = shards.filter(isAsked).slice(0, MAX_GUESSING_PARTS);
    const parts = await Promise.all(
      asked.map((key) => this.#part<Record<string, string>>(`${number}-${key}`)),
    );
    return parts.flatMap((part) => Object.entries(part ?? {}));
  }

  async #readMarks(): Promise<IndexedMarks> {
    const marks = {
      label: new Map<string, Set<number>>(),
      assignee: new Map<string, Set<number>>(),
      milestone: new Map<string, Set<number>>(),
    };
    const colors = new Map<string, string>();
    for (const [number, { first }] of this.list.segments.entries()) {
      const part = await this.#part<MarksPart>(`${number}-marks`);
      for (const mark of ['label', 'assignee', 'milestone'] as const) {
        for (const [name, packed] of Object.entries(part?.[mark] ?? {})) {
          const pages = unpackPages(packed, first).map(([page]) => page);
          marks[mark].set(name, new Set([...(marks[mark].get(name) ?? []), ...pages]));
        }
      }
      for (const [name, color] of Object.entries(part?.colors ?? {})) {
        colors.set(name, color);
      }
    }
    return { ...marks, colors };
  }

  async #part<Part = FactsPart>(name: string): Promise<Part | undefined> {
    return (await this.#load(name)) as Part | undefined; // The writer of the site is of the same version.
  }
}

function factsIn(part: FactsPart | undefined, first: number): readonly IndexedFacts[] {
  if (part === undefined) {
    return [];
  }
  const { kinds, authors, repos } = part;
  const columnOf = (name: 'kind' | 'author' | 'repo' | 'number' | 'day' | 'file') => unpackColumn(part[name]);
  const [kind, author, repo] = [columnOf('kind'), columnOf('author'), columnOf('repo')];
  const [number, day, file] = [columnOf('number'), columnOf('day'), columnOf('file')];
  return kind.map((place, index) => {
    const [name = '', state = ''] = (kinds[place] ?? '').split(' ');
    const written = file[index] ?? 0;
    return {
      page: first + index,
      ...{
        kind: name,
        state,
        author: authors[author[index] ?? 0] ?? '',
        repo: repos[repo[index] ?? 0] ?? '',
      },
      ...{ number: number[index] ?? 0, day: day[index] ?? 0 },
      part: `${written % 2 === 1 ? 'code' : 'pages'}-${Math.floor(written / 2)}`,
    };
  });
}
