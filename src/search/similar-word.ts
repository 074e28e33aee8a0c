import type { Database } from '../store/database.ts';
import { exactly, type SearchWords } from './search-query.ts';
import { splitWords } from './split-words.ts';
import { matchExpression } from './sql/match-expression.ts';

/** Almost every short word is one letter away from another word. */
const MIN_LETTERS = 4;

/** Longer words are not typing errors of words that people write. */
const MAX_LETTERS = 24;

/** How often the index is asked for the hints of one search: as many as one word of the maximum length takes. */
const MAX_LOOK_UPS = 2_000;

/** Words in more texts than this are equally good suggestions. */
const MAX_COUNTED = 1_000;

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789'];

/** A word of a search that no text contains, and what was probably meant. */
export interface WordGuess {
  readonly token: string;
  /** A similar word that occurs. */
  readonly suggestion: string;
}

/** The hint that a search without results gets of a guess. */
export function hintOfGuess({ token, suggestion }: WordGuess): string {
  return `no text contains "${token}"; a similar word that occurs is "${suggestion}"`;
}

/** The words that no text contains and that are similar to one that occurs. */
export function guessMissingWords(db: Database, words: readonly SearchWords[]): readonly WordGuess[] {
  const countTexts = db
    .prepare<[string, number], number>(
      'SELECT count(*) FROM (SELECT 1 FROM search_text WHERE search_text MATCH ? LIMIT ?)',
    )
    .pluck();
  let lookUps = 0;
  const count = (text: string) => {
    lookUps += 1;
    return countTexts.get(matchExpression([exactly(text)], []), MAX_COUNTED) ?? 0;
  };
  const guesses: WordGuess[] = [];
  for (const word of new Set(words.flatMap(plainWord))) {
    const candidates = new Set(oneErrorAway(word));
    if (lookUps + candidates.size >= MAX_LOOK_UPS) {
      break; // A long search has more than a typing error.
    }
    const similar = count(word) > 0 ? undefined : mostFrequent(candidates, count);
    if (similar !== undefined) {
      guesses.push({ token: word, suggestion: similar });
    }
  }
  return guesses;
}

/** The word of a search that has no other words, as the index has it, if a typing error in it can be recognised. */
function plainWord({ text, isPrefix }: SearchWords): readonly string[] {
  const [{ folded = '' } = {}, ...others] = splitWords(text);
  const hasLength = folded.length >= MIN_LETTERS && folded.length <= MAX_LETTERS;
  return hasLength && others.length === 0 && !isPrefix ? [folded] : [];
}

/** The word with the most texts. */
function mostFrequent(candidates: Iterable<string>, count: (word: string) => number): string | undefined {
  let best: { readonly word: string; readonly texts: number } | undefined;
  for (const candidate of candidates) {
    const texts = count(candidate);
    if (texts > (best?.texts ?? 0)) {
      best = { word: candidate, texts };
    }
  }
  return best?.word;
}

/** A letter too many, too few, a wrong one, or two that are swapped. */
function* oneErrorAway(word: string): Generator<string> {
  for (let at = 0; at <= word.length; at += 1) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    const [first = '', second = ''] = after;
    yield before + after.slice(1);
    yield before + second + first + after.slice(2);
    for (const letter of LETTERS) {
      yield before + letter + after.slice(1);
      yield before + letter + after;
    }
  }
}
