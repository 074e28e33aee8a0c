/** A claim as a cell of a table; null where the service does not tell. */
export function yesNo(claim: boolean | null | undefined): string | null {
  return claim === null || claim === undefined ? null : claim ? 'yes' : 'no';
}
