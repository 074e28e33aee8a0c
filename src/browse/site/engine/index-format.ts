/** How the index of a site is written: the writer of sites and the script of their page of searches share this module. */

/** A page in a file of texts. */
export type IndexRow = readonly [
  title: string,
  /** Seen from the folder of the index. */
  file: string,
  /** A line for each block; a heading begins with `# `. */
  text: string,
  passages: readonly Passage[],
  labels: readonly IndexLabel[],
  /** The class and the initials of a person, as the style sheet draws them. */
  face: string,
];

/** Where in a text a part begins that links can name, and who wrote it. */
export type Passage = readonly [start: number, anchor: string, author: string];

export type IndexLabel = readonly [name: string, color: string];

/** What is known of the whole index. */
export interface IndexList {
  readonly count: number;
  /** The drawing of each kind with its state. */
  readonly signs: Readonly<Record<string, string>>;
  /** The names of months as pages write them. */
  readonly months: readonly string[];
  readonly segments: readonly Segment[];
  /** The first digits of the commits with pages. */
  readonly commits: string;
}

/** Some of the pages, whose words are in files of their own. */
export interface Segment {
  /** The number of its first page. */
  readonly first: number;
  readonly keyLetters: number;
  readonly shards: readonly string[];
}

/** A column for each fact of the pages of a segment, as `packColumn` writes them; names are in lists of their own. */
export interface FactsPart {
  /** Kinds with their states: `issue open`. */
  readonly kinds: readonly string[];
  readonly authors: readonly string[];
  readonly repos: readonly string[];
  readonly kind: string;
  readonly author: string;
  readonly repo: string;
  readonly number: string;
  /** Days since 1970; 0 if it is not known. */
  readonly day: string;
  /** Numbers of files times two, plus one for files of code. */
  readonly file: string;
}

/** The pages of a segment, as `packPages` writes them, by what threads have several of. */
export interface MarksPart {
  readonly label: Readonly<Record<string, string>>;
  readonly assignee: Readonly<Record<string, string>>;
  readonly milestone: Readonly<Record<string, string>>;
  readonly colors: Readonly<Record<string, string>>;
}

/** The commits whose ids begin with the same digit, by repository. */
export type CommitsPart = Readonly<
  Record<
    string,
    {
      /** The folder of their pages, seen from that of the index. */
      readonly folder: string;
      readonly commits: readonly (readonly [id: string, title: string])[];
    }
  >
>;

export const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * How much a page is about a word, as one digit of base 36: how often it has the word, up to 17, and 18 more for a word of
 * its title. All pages of a repository have the words of its name: the weight of what only names their place is 0.
 */
export const WEIGHTS = 36;
export const TITLE_WEIGHT = 18;

/** Longer texts are shown up to here; all of their words are found. */
export const MAX_SHOWN_CHARACTERS = 20_000;

/** The words of longer ones begin like this. */
export const MAX_WORD_CHARACTERS = 40;

/** As many files have the words with letters beyond ASCII. */
const OTHER_KEYS = 64;

/** The name of the file of a word. */
export function keyOf(word: string, letters: number): string {
  return [...word]
    .slice(0, letters)
    .map((letter) => (/[a-z0-9]/.test(letter) ? letter : `_${(letter.codePointAt(0) ?? 0) % OTHER_KEYS}`))
    .join('');
}

/** Pages with a value each: the distances between their numbers, which are smaller than the numbers, and the values but 1. */
export function packPages(pages: readonly (readonly [page: number, value: number])[], first: number): string {
  return pages
    .map(([page, value], index) => {
      const distance = (page - (pages[index - 1]?.[0] ?? first)).toString(36);
      return value === 1 ? distance : `${distance}.${value.toString(36)}`;
    })
    .join(' ');
}

export function unpackPages(
  packed: string,
  first: number,
): readonly (readonly [page: number, value: number])[] {
  let page = first;
  return packed === ''
    ? []
    : packed.split(' ').map((written) => {
        const [distance = '', value = '1'] = written.split('.');
        page += Number.parseInt(distance, 36);
        return [page, Number.parseInt(value, 36)];
      });
}

/** The differences between values that follow each other, and how often a difference is repeated. */
export function packColumn(values: readonly number[]): string {
  const runs: [difference: number, length: number][] = [];
  for (const [index, value] of values.entries()) {
    const difference = value - (values[index - 1] ?? 0);
    const last = runs.at(-1);
    if (last?.[0] === difference) {
      last[1] += 1;
    } else {
      runs.push([difference, 1]);
    }
  }
  return runs
    .map(([difference, length]) => difference.toString(36) + (length === 1 ? '' : `.${length.toString(36)}`))
    .join(' ');
}

export function unpackColumn(packed: string): readonly number[] {
  const values: number[] = [];
  let value = 0;
  for (const [, difference = '', length = '1'] of packed.matchAll(/(-?\w+)(?:\.(\w+))?/g)) {
    for (let left = Number.parseInt(length, 36); left > 0; left -= 1) {
      value += Number.parseInt(difference, 36);
      values.push(value);
    }
  }
  return values;
}
