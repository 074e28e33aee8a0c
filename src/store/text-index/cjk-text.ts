/**
 * Characters of scripts that set no blanks between words: Han, Hiragana, Katakana and Hangul, with the marks that
 * stand in their words (Unicode Standard Annex 24). Korean has blanks, but its words carry endings.
 */
const CJK_CLASS = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー';

const ANY_CJK = new RegExp(`[${CJK_CLASS}]`, 'u');
const EACH_CJK = new RegExp(`[${CJK_CLASS}]`, 'gu');

/** Whether a text belongs into the index of CJK text. */
export function hasCjk(text: string): boolean {
  return ANY_CJK.test(text);
}

/** The text with a blank around each CJK character, so that a tokenizer takes each for a word of its own. */
export function spaceCjk(text: string): string {
  return text.replace(EACH_CJK, ' $& ');
}
