import type { Database } from '../store/index.ts';
import { exactly, type SearchWords } from './language/search-query.ts';
import { splitWords } from './split-words.ts';
import { matchExpression } from './sql/match-expression.ts';

/** Almost every short word is one letter away from another word. */
const MIN_LETTERS = 4;

/** Words in more texts than this are equally good suggestions. */
const MAX_COUNTED = 1_000;

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789'];

/** What a search without results gets as hints: for each word that no text contains, a similar one that occurs. */
export function hintsForMissingWords(db: Database, words: readonly SearchWords[]): readonly string[] {
  const countTexts = db
    .prepare<[string, number], number>(
      'SELECT count(*) FROM (SELECT 1 FROM search_text WHERE search_text MATCH ? LIMIT ?)',
    )
    .pluck();
  const count = (text: string) => countTexts.get(matchExpression([exactly(text)], []), MAX_COUNTED) ?? 0;
  return words.flatMap(({ text, isPrefix }) => {
    const [word, ...others] = splitWords(text);
    const isPlain = word !== undefined && others.length === 0 && !isPrefix;
    if (!isPlain || word.folded.length < MIN_LETTERS || count(word.folded) > 0) {
      return [];
    }
    const similar = findSimilar(word.folded, count);
    return similar === undefined
      ? []
      : [`no text contains "${word.folded}"; a similar word that occurs is "${similar}"`];
  });
}

/** The word with the most texts among those that differ by one typing error. */
function findSimilar(word: string, count: (word: string) => number): string | undefined {
  let best: { readonly word: string; readonly texts: number } | undefined;
  for (const candidate of new Set(oneErrorAway(word))) {
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
