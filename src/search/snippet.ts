import { readableText } from '../store/record-facts.ts';
import type { SearchWords } from './search-query.ts';
import { splitWords, type TextWord } from './split-words.ts';
import { isPhraseAt, phrasesOf } from './words-in-text.ts';

/** A part of a text, which may be a hit. */
export interface SnippetPart {
  readonly text: string;
  readonly isHit: boolean;
}

/** The number of words in a snippet, and of those before the first hit. */
const SNIPPET_WORDS = 24;
const LEADING_WORDS = 6;

/** Only this many characters are searched; later hits are not marked. */
const MAX_LOOKED_AT = 200_000;

/**
 * The part of a text around the first hit, with all hits marked; without a hit, the start of the text. Markup, of which it
 * could show halves, is left out unless all hits are in it. The function of FTS5 for this needs the text as it was
 * indexed, which CJK text is not.
 */
export function makeSnippet(text: string, asked: readonly SearchWords[]): readonly SnippetPart[] {
  const isCut = text.length > MAX_LOOKED_AT;
  const start = isCut ? text.slice(0, MAX_LOOKED_AT) : text;
  const readable = snippetOf(readableText(start), asked, isCut);
  const isFound = readable.some(({ isHit }) => isHit);
  return isFound ? readable : snippetOf(start, asked, isCut);
}

function snippetOf(text: string, asked: readonly SearchWords[], isCut: boolean): readonly SnippetPart[] {
  const words = splitWords(text);
  const hits = findHits(words, asked);
  const firstHit = hits.findIndex((isHit) => isHit);
  const from = Math.max(0, firstHit - LEADING_WORDS);
  const shown = words.slice(from, from + SNIPPET_WORDS);
  const first = shown[0];
  const last = shown.at(-1);
  if (first === undefined || last === undefined) {
    return text.trim() === '' ? [] : [{ text: text.trim().slice(0, MAX_PLAIN), isHit: false }];
  }
  const start = from === 0 ? 0 : first.start;
  const isWhole = from + SNIPPET_WORDS >= words.length && !isCut;
  const end = isWhole ? text.length : last.end;
  const parts = markedParts(
    text,
    { start, end },
    shown.filter((_, index) => hits[from + index] === true),
  );
  const lead = from === 0 ? [] : [{ text: '…', isHit: false }];
  return mergeParts([...lead, ...parts, ...(isWhole ? [] : [{ text: '…', isHit: false }])]);
}

/** The maximum length for a text without words. */
const MAX_PLAIN = 80;

function findHits(words: readonly TextWord[], asked: readonly SearchWords[]): readonly boolean[] {
  const hits = words.map(() => false);
  const phrases = asked.flatMap((one) =>
    phrasesOf(one).map((phrase) => ({ phrase, isPrefix: one.isPrefix })),
  );
  for (const { phrase, isPrefix } of phrases) {
    for (let place = 0; place + phrase.length <= words.length; place += 1) {
      if (isPhraseAt(words, place, { phrase, isPrefix })) {
        hits.fill(true, place, place + phrase.length);
      }
    }
  }
  return hits;
}

function markedParts(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  hits: readonly TextWord[],
): readonly SnippetPart[] {
  const parts: SnippetPart[] = [];
  let place = start;
  for (const hit of hits) {
    parts.push({ text: text.slice(place, hit.start), isHit: false });
    parts.push({ text: text.slice(hit.start, hit.end), isHit: true });
    place = hit.end;
  }
  return [...parts, { text: text.slice(place, end), isHit: false }];
}

/** Merges adjacent parts of one kind, and the hits of a phrase with the text between them. */
function mergeParts(parts: readonly SnippetPart[]): readonly SnippetPart[] {
  const merged: SnippetPart[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (part.text === '') {
      continue;
    }
    if (last?.isHit === part.isHit) {
      merged[merged.length - 1] = { text: last.text + part.text, isHit: part.isHit };
    } else {
      merged.push(part);
    }
  }
  return merged;
}
