/**
 * Characters of scripts that do not separate words by spaces: Han, Hiragana, Katakana and Hangul, with the marks that
 * occur in their words (Unicode Standard Annex 24), and the letters of Thai, Lao, Khmer and Burmese. Korean uses spaces,
 * but its words have endings.
 */
const CJK_CLASS =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';

/**
 * Vowels and other marks of letters (Devanagari, Hebrew, Arabic, Thai), at which the tokenizer would split a word. The
 * accents of Latin letters are not among them: it removes them itself.
 */
const MARKS = '(?![\\u0300-\\u0331])\\p{M}';

const ANY = new RegExp(`[${CJK_CLASS}ßẞ]|${MARKS}`, 'u');
const ONE_CJK = new RegExp(`^(?!\\p{M})[${CJK_CLASS}]`, 'u');
const EACH_CJK = new RegExp(`[${CJK_CLASS}]`, 'gu');
const EACH_MARK = new RegExp(MARKS, 'gu');

/** Whether a text belongs in the index of texts that are respelled: those with CJK, marks, or `ß`. */
export function hasCjk(text: string): boolean {
  return ANY.test(text);
}

/** Whether a character is a word of its own in that index. */
export function isCjkCharacter(character: string): boolean {
  return ONE_CJK.test(character);
}

/**
 * Respells a text for that index: without marks, with `ss` for `ß`, and with spaces around each CJK character, so that
 * the tokenizer treats each as a separate word.
 */
export function spaceCjk(text: string): string {
  return text.replace(EACH_MARK, '').replace(/[ßẞ]/g, 'ss').replace(EACH_CJK, ' $& ');
}
