import { stemmer } from 'stemmer';

/** Shorter words have few forms, and many words that look like one. */
const MIN_LETTERS = 3;

/** Ends of regular English forms, with what the base form has instead. */
const ENDS: readonly (readonly [end: string, bases: readonly string[]])[] = [
  ['ies', ['y']],
  ['ied', ['y']],
  ['es', ['', 'e']],
  ['s', ['']],
  ['ed', ['', 'e']],
  ['ing', ['', 'e']],
];

/**
 * The other regular forms of an English word, in small letters: for `crash` those are `crashes`, `crashed` and
 * `crashing`. Some of them are no words, which no text contains. Empty for words with anything but the letters a to z.
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

/** What the word may be a form of, itself included. */
function basesOf(word: string): readonly string[] {
  const bases = ENDS.flatMap(([end, starts]) =>
    word.endsWith(end) ? starts.map((start) => word.slice(0, -end.length) + start) : [],
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
