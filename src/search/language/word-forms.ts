import { stemmer } from 'stemmer';

/** Shorter words have few forms, and many words that look like one. */
const MIN_LETTERS = 3;

/** Endings of regular English forms, with the endings of the base form. */
const ENDINGS: readonly (readonly [ending: string, ofBase: readonly string[]])[] = [
  ['ies', ['y']],
  ['ied', ['y']],
  ['es', ['', 'e']],
  ['s', ['']],
  ['ed', ['', 'e']],
  ['ing', ['', 'e']],
];

/**
 * The other regular forms of an English word, in lower case: `crashes`, `crashed` and `crashing` for `crash`. Some of
 * them do not exist, which does no harm. There are none for words with other characters than the letters a to z.
 */
export function wordForms(text: string): readonly string[] {
  const word = text.toLowerCase();
  if (word.length < MIN_LETTERS || !/^[a-z]+$/.test(word)) {
    return [];
  }
  const stem = stemmer(word);
  const forms = new Set(basesOf(word).flatMap((base) => inflect(base)));
  return [...forms].filter((form) => form !== word && form.length >= MIN_LETTERS && stemmer(form) === stem);
}

/** The words that this word may be a form of, including itself. */
function basesOf(word: string): readonly string[] {
  const bases = ENDINGS.flatMap(([ending, ofBase]) =>
    word.endsWith(ending) ? ofBase.map((end) => word.slice(0, -ending.length) + end) : [],
  );
  const single = bases.flatMap((base) => (/([^aeiou])\1$/.test(base) ? [base.slice(0, -1)] : []));
  return [word, ...bases, ...single];
}

function inflect(base: string): readonly string[] {
  const plural = /(?:[sxz]|[cs]h|o)$/.test(base) ? `${base}es` : `${base}s`;
  if (base.endsWith('e')) {
    return [base, plural, `${base}d`, `${base.slice(0, -1)}ing`];
  }
  if (/[^aeiou]y$/.test(base)) {
    const start = base.slice(0, -1);
    return [base, `${start}ies`, `${start}ied`, `${base}ing`];
  }
  const last = base.at(-1) ?? '';
  const doubled = /[aeiou][bdfglmnprt]$/.test(base) ? [`${base}${last}ed`, `${base}${last}ing`] : [];
  return [base, plural, `${base}ed`, `${base}ing`, ...doubled];
}
