import { expect, it } from 'vitest';
import { parseSearch } from '../../../src/search/parse-search.ts';

const LENGTH = 1_000_000;

/** Inputs of one megabyte that would make vulnerable patterns restart at each character. */
it.each([
  ['letters', 'a'],
  ['hyphens', '-'],
  ['hyphens before a letter', '--a'],
  ['negations', '-a '],
  ['blanks', ' '],
  ['opening parentheses', '('],
  ['parentheses within words', 'a('],
  ['words', 'a '],
  ['phrases', '"a" '],
  ['qualifiers', 'is:open '],
  ['values of one qualifier', 'label:a,'],
  ['quoted values', 'label:"a",'],
  ['spans of time', 'created:last  '],
  ['digits', 'created:1'],
  ['unknown qualifiers', 'nosuch:x '],
  ['colons', 'a:'],
  ['stars', '*'],
  ['combining marks', '\u0301'],
])('reads or refuses a megabyte of %s without starting again', (_what, unit) => {
  const text = unit.repeat(Math.ceil(LENGTH / unit.length));
  const parsed = parseSearch(text, 0);
  expect('query' in parsed || parsed.mistake.position > 0).toBe(true);
});
