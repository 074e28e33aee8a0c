/**
 * Characters of scripts that do not separate words by spaces: Han, Hiragana, Katakana and Hangul, with the marks that
 * occur in their words (Unicode Standard Annex 24). Korean uses spaces, but its words have endings.
 */
const CJK_CLASS = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー';

const ANY_CJK = new RegExp(`[${CJK_CLASS}]`, 'u');
const EACH_CJK = new RegExp(`[${CJK_CLASS}]`, 'gu');

/** Whether a text belongs in the index of CJK texts. */
export function hasCjk(text: string): boolean {
  return ANY_CJK.test(text);
}

/** Adds spaces around each CJK character, so that a tokenizer treats each as a separate word. */
export function spaceCjk(text: string): string {
  return text.replace(EACH_CJK, ' $& ');
}
