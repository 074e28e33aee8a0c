import { folded, joinHashes, runsOf } from './word-runs.ts';
import {
  AROUND_BYTES,
  FILTER_MASK,
  type Fits,
  type FormOfWords,
  type FoundWord,
  PHRASE_RUNS,
  type SoughtWord,
  type SoughtWords,
  WordSearch,
} from './word-search.ts';

/**
 * Finds many words in one pass over bytes, ignoring the case of ASCII. A word begins and ends where runs of letters and digits
 * do. The time does not depend on the number of words: each run is looked up by its hash.
 */
export class WordFinder<Label> {
  readonly #words = new Map<number, SoughtWord<Label>[]>();
  readonly #phrases = new Map<number, SoughtWord<Label>>();
  readonly #filter = new Uint8Array(FILTER_MASK + 1);
  readonly #forms: readonly FormOfWords<Label>[];

  constructor(forms: readonly FormOfWords<Label>[] = []) {
    this.#forms = forms;
  }

  get phraseCount(): number {
    return this.#phrases.size;
  }

  /** Adds a word, which may consist of several. One without a letter or digit is never found. */
  add(text: string, label: Label, fits: Fits = () => true): void {
    const bytes = folded(text);
    const [longest] = runsOf(bytes).toSorted((one, other) => other.length - one.length);
    if (longest !== undefined && bytes.length < AROUND_BYTES) {
      const known = this.#words.get(longest.hash);
      const entry = { bytes, runEnd: longest.end, label, fits };
      if (known === undefined) {
        this.#words.set(longest.hash, [entry]);
      } else {
        known.push(entry);
      }
      this.#filter[longest.hash & FILTER_MASK] = 1;
    }
  }

  /** Adds a sequence of at least six words: texts of people, of which there may be very many. */
  addPhrase(text: string, label: Label): void {
    const bytes = folded(text);
    const hashes = runsOf(bytes).map(({ hash }) => hash);
    if (hashes.length >= PHRASE_RUNS && bytes.length < AROUND_BYTES) {
      this.#phrases.set(joinHashes(hashes.slice(-PHRASE_RUNS)), {
        ...{ bytes, runEnd: bytes.length, label, fits: () => true },
      });
    }
  }

  removePhrases(text: Buffer): void {
    const search = new WordSearch(this.#sought(), () => undefined, text);
    search.end();
    for (const hash of search.foundPhrases) {
      this.#phrases.delete(hash);
    }
  }

  /** Removes phrases by the hash of their words. */
  keepPhrases(isKept: (hash: number) => boolean): void {
    for (const hash of this.#phrases.keys()) {
      if (!isKept(hash)) {
        this.#phrases.delete(hash);
      }
    }
  }

  /** Begins a search in bytes that come in pieces. It keeps a few kilobytes of them. */
  open(onFound: (found: FoundWord<Label>) => void): { push(bytes: Uint8Array): void; end(): void } {
    return new WordSearch(this.#sought(), onFound);
  }

  find(text: Buffer): readonly FoundWord<Label>[] {
    const found: FoundWord<Label>[] = [];
    const search = new WordSearch(this.#sought(), (one) => found.push(one), text);
    search.end();
    return found;
  }

  #sought(): SoughtWords<Label> {
    return { words: this.#words, phrases: this.#phrases, filter: this.#filter, forms: this.#forms };
  }
}
