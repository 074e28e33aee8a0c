import { hasCjk, isCjkCharacter } from '../store/cjk-text.ts';

export interface TextWord {
  readonly start: number;
  readonly end: number;
  readonly folded: string;
}

/** A longer run of letters is split: one of millions would overflow V8's stack. */
const WORD = /[\p{L}\p{N}\p{Co}\p{M}]{1,10000}/gu;

/** The words of a text as in `search_text` and `search_cjk`: each CJK character is a word. */
export function splitWords(text: string): readonly TextWord[] {
  const words: TextWord[] = [];
  for (const { 0: run, index: start } of text.matchAll(WORD)) {
    if (hasCjk(run)) {
      words.push(...splitRun(run, start));
    } else {
      words.push({ start, end: start + run.length, folded: foldText(run) });
    }
  }
  return words;
}

/** Removes accents and capitals like the tokenizer (sqlite.org/fts5.html, 4.3.1), and marks like `spaceCjk`. */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  return isBeyondAscii(lower) ? lower.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss') : lower;
}

/** A login or a name as people type it: without accents, capitals and hyphens. */
export function plainWords(text: string): string {
  return foldText(text).replaceAll('-', ' ');
}

/** Without what only Node has, as pages of sites split words too. A regular expression takes four times as long. */
export function isBeyondAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) > 127) {
      return true;
    }
  }
  return false;
}

function isMark(character: string): boolean {
  return /^\p{M}/u.test(character);
}

function splitRun(run: string, start: number): readonly TextWord[] {
  const words: TextWord[] = [];
  let isOpen = false;
  let place = start;
  for (const character of run) {
    const last = words.at(-1);
    if (isMark(character) && last !== undefined) {
      words[words.length - 1] = { ...last, end: place + character.length };
      place += character.length;
      continue;
    }
    const isAlone = isCjkCharacter(character);
    const end = place + character.length;
    if (isOpen && !isAlone && last !== undefined) {
      words[words.length - 1] = { ...last, end, folded: last.folded + foldText(character) };
    } else {
      words.push({ start: place, end, folded: isAlone ? character : foldText(character) });
    }
    isOpen = !isAlone;
    place = end;
  }
  return words;
}
