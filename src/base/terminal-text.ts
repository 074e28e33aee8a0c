/** How much of a text from an archive a message shows: enough to recognise it. */
const MAX_SHOWN_CHARACTERS = 200;

const EMOJI_JOINER = String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`;

/** Scripts in which a joiner changes what is read. */
const JOINING_SCRIPTS =
  'Arabic Syriac Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar'
    .split(' ')
    .map((script) => `\\p{Script=${script}}`)
    .join('');

const SCRIPT_JOINER = String.raw`(?<=[${JOINING_SCRIPTS}])[\u200c\u200d]`;

/**
 * What a terminal obeys, or shows as nothing: control characters (without theirs, escape sequences are plain text),
 * marks that turn a line around, separators, and everything of no width. Joiners stay where writing needs them: within
 * emoji, and in the scripts whose letters they join or part.
 */
const UNSEEN = new RegExp(`${EMOJI_JOINER}|${SCRIPT_JOINER}|([\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}])`, 'gu');

/** What stands in the place of such a character, so that a reader sees that there was one. */
const SEEN = '\ufffd';

/** A tab stands for as many blanks: where it would end depends on what stands before it. */
const TAB = '    ';

/**
 * Foreign text of several lines, fit for a terminal: line breaks stay, tabs become blanks, and every other character that
 * a terminal would obey, or a reader would not see, is made visible. All text from outside that people read goes
 * through here.
 */
export function terminalText(text: string): string {
  return replaceUnseen(text.replaceAll(/\r\n|[\r\u2028\u2029]/g, '\n').replaceAll('\t', TAB), (character) =>
    character === '\n' ? character : SEEN,
  );
}

/** The same as one line: line breaks become `⏎`, and a tab one blank. */
export function terminalLine(text: string): string {
  return replaceUnseen(text.replaceAll(/\r\n|\n|\r/g, '⏎').replaceAll('\t', ' '), () => SEEN);
}

/** JSON text that means the same, and holds such characters as escapes only. Line breaks between its members stay. */
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
  return text.replace(UNSEEN, (found: string, unseen: string | undefined) =>
    unseen === undefined ? found : replace(unseen),
  );
}

/**
 * Quotes a name or address from an archive for use in a message: on one line, without anything that a terminal would
 * obey, and cut where it is long.
 */
export function quoteText(text: string): string {
  const shown = text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text;
  return terminalJson(JSON.stringify(shown));
}
