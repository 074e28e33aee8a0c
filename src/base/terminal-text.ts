import { shownBytes } from './byte-text.ts';

/** Foreign texts are cut to this length in messages. */
const MAX_SHOWN_CHARACTERS = 200;

const EMOJI_JOINER = String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`;

const JOINING_SCRIPTS =
  'Arabic Syriac Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar'
    .split(' ')
    .map((script) => `\\p{Script=${script}}`)
    .join('');

const SCRIPT_JOINER = String.raw`(?<=[${JOINING_SCRIPTS}])[\u200c\u200d]`;

/**
 * Characters that control a terminal or are invisible: control characters (without which escape sequences are plain
 * text), direction marks, separators, and everything without a width. Joiners are kept within emoji, and in scripts
 * whose letters they join or separate.
 */
const UNSEEN = `${EMOJI_JOINER}|${SCRIPT_JOINER}|([\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}])`;

/** Most texts: nothing in them has to be replaced, so the tables of Unicode are not loaded for them. */
const PLAIN = /^[\n -~]*$/;

/** Replaces such a character, so that a reader sees that something was there. */
const SEEN = '\ufffd';

/** The width of a real tab would depend on its column. */
const TAB = '    ';

/**
 * Makes foreign text of several lines safe for a terminal: line breaks are kept, tabs become spaces, and every other
 * character that controls a terminal or is invisible becomes visible. All text from outside must pass through it before
 * it is shown.
 */
export function terminalText(text: string): string {
  return replaceUnseen(text.replaceAll(/\r\n|[\r\u2028\u2029]/g, '\n').replaceAll('\t', TAB), (character) =>
    character === '\n' ? character : SEEN,
  );
}

/** Like `terminalText`, but on one line: line breaks become `⏎`, and tabs become spaces. */
export function terminalLine(text: string): string {
  return replaceUnseen(text.replaceAll(/\r\n|\n|\r/g, '⏎').replaceAll('\t', ' '), () => SEEN);
}

/** Escapes such characters in JSON text, which keeps its meaning. Line breaks between members stay. */
export function terminalJson(json: string): string {
  return replaceUnseen(json, (character) =>
    character === '\n'
      ? character
      : character
          .split('')
          .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .join(''),
  );
}

function replaceUnseen(text: string, replace: (character: string) => string): string {
  return PLAIN.test(text)
    ? text
    : shownBytes(text).replace(new RegExp(UNSEEN, 'gu'), (found: string, unseen: string | undefined) =>
        unseen === undefined ? found : replace(unseen),
      );
}

/** Quotes a foreign text for use in a message: on one line, safe for a terminal, and cut if it is long. */
export function quoteText(text: string): string {
  const shown = text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text;
  // JSON escapes the surrogates that stand for bytes; its own backslashes come in pairs.
  const quoted = JSON.stringify(shown).replace(/\\\\|\\udc([89a-f][0-9a-f])/g, (found, byte) =>
    byte === undefined ? found : `\\x${byte}`,
  );
  return terminalJson(quoted);
}

/** Quotes what a person typed as `quoteText` does, but with its own quotation marks and backslashes as they were typed. */
export function quoteTyped(text: string): string {
  const typed = quoteText(text)
    .slice(1, -1)
    .replaceAll(/\\(["\\])/g, '$1');
  return typed.includes('"') ? `'${typed}'` : `"${typed}"`;
}

/** A word of a command line for POSIX shells, quoted if it has to be. */
export function shellWord(word: string): string {
  return /^[\w./:@=+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
