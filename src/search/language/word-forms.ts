/** Shorter words have few forms, and resemble many others. */
const MIN_LETTERS = 3;

/**
 * The other regular forms of an English word, in lower case: `crashes`, `crashed` and `crashing` for `crash`. Some of
 * them do not exist, which does no harm. There are none for words with other characters than the letters a to z.
 */
export function wordForms(text: string): readonly string[] {
  const word = text.toLowerCase();
  if (!/^[a-z]+$/.test(word)) {
    return [];
  }
  const bases = [word, ...basesOf(word)].filter((base) => base.length >= MIN_LETTERS);
  return [...new Set(bases.flatMap(inflect))].filter((form) => form !== word);
}

/** What the word may be a form of. */
function basesOf(word: string): readonly string[] {
  const [, start = '', ending] = /^(.+?)(ies|ied|ed|ing|s)$/.exec(word) ?? [];
  switch (ending) {
    case 'ies':
    case 'ied':
      return [`${start}y`];
    case 's':
      return start.endsWith('s')
        ? []
        : /(?:[sxzo]|[cs]h)e$/.test(start)
          ? [start, start.slice(0, -1)]
          : [start];
    case 'ed':
    case 'ing':
      return /[aeiouy]/.test(start) ? verbsOf(start) : [];
    default:
      return [];
  }
}

/** The verbs of which `-ed` and `-ing` follow this. */
function verbsOf(start: string): readonly string[] {
  if (/([bdfgmnprt])\1$/.test(start)) {
    return [start.slice(0, -1)]; // Stopped, running.
  }
  const isShort = /^[^aeiou]*[aeiou][^aeiouwxy]$/.test(start); // Hoping is not a form of hop: that is hopping.
  return isShort ? [`${start}e`] : [start, `${start}e`];
}

function inflect(base: string): readonly string[] {
  const plural = /(?:[sxzo]|[cs]h)$/.test(base) ? `${base}es` : `${base}s`;
  if (base.endsWith('e')) {
    return [base, plural, `${base}d`, `${base.slice(0, -1)}ing`];
  }
  if (/[^aeiou]y$/.test(base)) {
    const start = base.slice(0, -1);
    return [base, `${start}ies`, `${start}ied`, `${base}ing`];
  }
  const stem = /[^aeiou][aeiou][bdfgmnprt]$/.test(base) ? [base, `${base}${base.at(-1)}`] : [base];
  return [base, plural, ...stem.flatMap((start) => [`${start}ed`, `${start}ing`])];
}
