import { splitWords, type TextWord } from '../../../search/split-words.ts';
import type { AskedWords } from './find-pages.ts';
import type { Passage } from './index-format.ts';

/** A part of a text, and whether it is one of the words of a search. */
export interface MarkedPart {
  readonly text: string;
  readonly isHit: boolean;
}

/** What of a text is shown for a search. */
export interface ShownPassage {
  readonly parts: readonly MarkedPart[];
  /** The part of the page that has it; undefined if links cannot name it. */
  readonly anchor: string | undefined;
  readonly author: string;
}

/** In characters; of the hits, the first ones are compared. */
const LENGTHS = { lead: 100, reach: 180, enough: 140, whole: 260, hits: 400 };

interface Place {
  readonly start: number;
  readonly end: number;
  /** What of the search it is. */
  readonly word: string;
}

/** The words of a search in a text: those of a phrase only one after the other. */
function placesOf(text: string, asked: readonly AskedWords[]): readonly Place[] {
  const words = splitWords(text);
  const places: Place[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const found = asked.find((one) => isAt(words, at, one));
    for (const word of found?.folded ?? []) {
      const { start = 0, end = 0 } = words[at] ?? {};
      places.push({ start, end, word });
      at += 1;
    }
    at -= found === undefined ? 0 : 1;
  }
  return places;
}

/** Whether words are at a place of a text; the last may be the beginning of a longer one. */
function isAt(words: readonly TextWord[], at: number, { folded, forms, isWhole }: AskedWords): boolean {
  return folded.every((one, index) => {
    const other = words[at + index]?.folded ?? '';
    return (
      other === one ||
      (index === folded.length - 1 && ((!isWhole && other.startsWith(one)) || forms.includes(other)))
    );
  });
}

/** Whether a text has all phrases that it must have. */
export function hasPhrases(text: string, asked: readonly AskedWords[]): boolean {
  const words = splitWords(text);
  return asked.every((one) => !one.isPhrase || words.some((_, at) => isAt(words, at, one)));
}

/** A text with its words marked: neighbours without a space between them are one mark. */
export function markWords(text: string, asked: readonly AskedWords[]): readonly MarkedPart[] {
  const parts: MarkedPart[] = [];
  let end = 0;
  for (const place of placesOf(text, asked)) {
    const last = parts.at(-1);
    if (place.start === end && last?.isHit === true) {
      parts[parts.length - 1] = { ...last, text: last.text + text.slice(place.start, place.end) };
    } else {
      parts.push(...plain(text.slice(end, place.start)), {
        text: text.slice(place.start, place.end),
        isHit: true,
      });
    }
    end = place.end;
  }
  return [...parts, ...plain(text.slice(end))];
}

function plain(text: string): readonly MarkedPart[] {
  return text === '' ? [] : [{ text, isHit: false }];
}

/** A sentence or two around the most of the words, of what one person wrote. */
export function passageOf(
  text: string,
  passages: readonly Passage[],
  asked: readonly AskedWords[],
): ShownPassage {
  const best = bestPlace(placesOf(text, asked).slice(0, LENGTHS.hits), passages);
  const [, opening] = passages[0] ?? [];
  if (best === undefined && opening !== undefined && opening !== 'opening') {
    return { parts: [], anchor: undefined, author: '' }; // Nothing but what others said about it.
  }
  const at = best?.start ?? /^(?:# .*\n)*/.exec(text)?.[0].length ?? 0; // The beginning, without headings.
  const own = passages.findLast(([start]) => start <= at);
  const next = passages.find(([start]) => start > at)?.[0];
  const said = text.slice(own?.[0] ?? 0, next === undefined ? text.length : next - 1);
  const shown = excerptOf(said, at - (own?.[0] ?? 0), best?.reach ?? 0);
  return { parts: markWords(shown, asked), anchor: own?.[1], author: own?.[2] ?? '' };
}

/** Where the first stretch with the most of the words begins, and how long it is: it never crosses two people's texts. */
function bestPlace(places: readonly Place[], passages: readonly Passage[]) {
  let best: { start: number; reach: number; count: number } | undefined;
  for (const [index, { start }] of places.entries()) {
    const end = passages.find(([begin]) => begin > start)?.[0] ?? Number.POSITIVE_INFINITY;
    const near = places.slice(index).filter((one) => one.end <= Math.min(start + LENGTHS.reach, end));
    const count = new Set(near.map(({ word }) => word)).size;
    if (count > (best?.count ?? 0)) {
      const seen = new Set<string>();
      const last = near.filter(({ word }) => !seen.has(word) && seen.add(word)).at(-1);
      best = { start, reach: (last?.end ?? start) - start, count };
    }
  }
  return best;
}

const SENTENCE_END = /[.!?…。！？](?=[\s"”»)]|$)|\n/g;

/** Whole sentences around a place, as far as there is room for them; headings only if the place is in one. */
function excerptOf(text: string, at: number, reach: number): string {
  const marks = [...text.matchAll(SENTENCE_END)].map(({ index, 0: mark }) => index + mark.length);
  const ends = [...marks, text.length];
  const sentence = ends.findLast((end) => end <= at) ?? 0;
  const isFar = at - sentence > LENGTHS.lead;
  const start = isFar ? text.indexOf(' ', at - LENGTHS.lead) + 1 || at : sentence;
  let end = ends.find((one) => one >= at + reach) ?? text.length;
  for (const further of ends) {
    if (further > end && end - start < LENGTHS.enough && further - start <= LENGTHS.whole) {
      end = further;
    }
  }
  const isCut = end - start > LENGTHS.whole;
  const shown = isCut ? wholeWords(text.slice(start, start + LENGTHS.whole)) : text.slice(start, end);
  return `${isFar ? '…' : ''}${joinLines(shown.trim())}${isCut ? '…' : ''}`;
}

/** Without a part of a word at its end; texts without spaces are cut anywhere. */
function wholeWords(text: string): string {
  const end = text.lastIndexOf(' ');
  return text.slice(0, end < text.length / 2 ? text.length : end);
}

/** Lines one after the other, with a dot between those that end no sentence; of headings only the first. */
function joinLines(text: string): string {
  const [first = '', ...others] = text.split('\n');
  return [first.replace(/^# /, ''), ...others.filter((line) => !line.startsWith('# '))].reduce(
    (joined, line) =>
      line === '' ? joined : `${joined}${/[.!?…:;。！？]$/.test(joined) ? ' ' : ' · '}${line}`,
  );
}
