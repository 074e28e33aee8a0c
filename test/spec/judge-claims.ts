interface Evidence {
  /** Ids of the rows that a side must keep. */
  readonly ids: readonly string[];
  /** For each claimed id, the tests that passed and claim it. */
  readonly claims: ReadonlyMap<string, readonly string[]>;
  /** Ids of rows whose behaviour does not exist yet. */
  readonly notYet: ReadonlySet<string>;
}

/** Says what is wrong between rows, claims and the list of what is missing, one sentence each. */
export function judgeClaims({ ids, claims, notYet }: Evidence): readonly string[] {
  const known = new Set(ids);
  return [
    ...ids
      .filter((id) => !claims.has(id) && !notYet.has(id))
      .map((id) => `"${id}" is claimed by no test that passed`),
    ...ids
      .filter((id) => claims.has(id) && notYet.has(id))
      .map((id) => `"${id}" is claimed and still listed as not there yet`),
    ...[...notYet]
      .filter((id) => !known.has(id))
      .map((id) => `"${id}" is listed as not there yet, but is no row`),
    ...[...claims.keys()].filter((id) => !known.has(id)).map((id) => `"${id}" is claimed for another side`),
  ];
}
