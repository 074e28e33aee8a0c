/** Searches as they are written, of which links add and remove terms; also in pages of sites. */

import { SORT_WORDS } from '../../search/qualifiers.table.ts';

/** Splits a search into its words and qualifiers as written. */
export function splitTerms(search: string): readonly string[] {
  return search.match(/(?:[^\s"()]+:)?(?:"[^"]*")+|[^\s"]+/g) ?? [];
}

/** Removes one term from a search. */
export function removeTerm(search: string, term: string): string {
  return splitTerms(search)
    .filter((other) => other !== term)
    .join(' ');
}

/** Sets a qualifier in a search, replacing all others of this name. */
export function withTerm(search: string, name: string, value: string): string {
  const rest = splitTerms(search).filter((term) => !term.startsWith(`${name}:`));
  return [...rest, /^[:/]|[\s,()"]/.test(value) ? quotedTerm(name, value) : `${name}:${value}`].join(' ');
}

/** A qualifier with its value in quotation marks, of which two are one within. */
export function quotedTerm(name: string, value: string): string {
  return `${name}:"${value.replaceAll('"', '""')}"`;
}

/** The search with a qualifier, or without it if the search has it. */
export function toggleTerm(search: string, name: string, value: string) {
  const isChosen = hasTerm(search, name, value);
  const spelled = splitTerms(withTerm('', name, value))[0] ?? '';
  const chosen = splitTerms(search).find((other) => other.toLowerCase() === spelled.toLowerCase());
  return {
    isChosen,
    search: isChosen && chosen !== undefined ? removeTerm(search, chosen) : withTerm(search, name, value),
  };
}

/** Removes the states open, closed and merged from a search. */
export function withoutStates(search: string): string {
  return splitTerms(search)
    .filter((term) => !/^(?:is|state):(?:open|closed|merged)$/.test(term))
    .join(' ');
}

/** Whether a search contains this term. */
function hasTerm(search: string, name: string, value: string): boolean {
  const spellings = [`${name}:${value}`, quotedTerm(name, value)].map((text) => text.toLowerCase());
  return splitTerms(search).some((term) => spellings.includes(term.toLowerCase()));
}

/** The name of an order that a search may say in other words. */
export function orderOf(word: string): string {
  return (SORT_WORDS[word] ?? word).replace(/-desc$/, '');
}
