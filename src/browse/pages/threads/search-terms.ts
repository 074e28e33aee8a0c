/** The words and qualifiers of a search as they are written, one after the other. */
export function splitTerms(search: string): readonly string[] {
  return search.match(/(?:[^\s"()]+:)?"[^"]*"|[^\s"]+/g) ?? [];
}

/** The search without one of its terms. */
export function removeTerm(search: string, term: string): string {
  return splitTerms(search)
    .filter((other) => other !== term)
    .join(' ');
}

/** The search with a qualifier in place of all others of that name. */
export function withTerm(search: string, name: string, value: string): string {
  const rest = splitTerms(search).filter((term) => !term.startsWith(`${name}:`));
  return [...rest, `${name}:${/[\s,()]/.test(value) ? `"${value}"` : value}`].join(' ');
}

/** The search without what it says of open and closed. */
export function withoutStates(search: string): string {
  return splitTerms(search)
    .filter((term) => !/^(?:is|state):(?:open|closed|merged)$/.test(term))
    .join(' ');
}

/** Whether a search has this term. */
export function hasTerm(search: string, name: string, value: string): boolean {
  const spellings = [`${name}:${value}`, `${name}:"${value}"`].map((text) => text.toLowerCase());
  return splitTerms(search).some((term) => spellings.includes(term.toLowerCase()));
}
