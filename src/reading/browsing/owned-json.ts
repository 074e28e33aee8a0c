/** The names of the repositories that a reader is narrowed to, as a JSON array; undefined for all. */
export type OwnedJson = string | undefined;

/** The condition on rows with a repository, with the names in the parameter `@repos`; nothing for all. */
export function andOwned(repos: OwnedJson): string {
  return repos === undefined ? '' : ' AND repo IN (SELECT value FROM json_each(@repos))';
}
