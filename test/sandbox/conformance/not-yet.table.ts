type Missing = readonly (readonly [reason: string, ids: readonly string[]])[];

/** Rows whose behaviour the sandbox does not have yet, by reason: none. */
const MISSING: Missing = [];

export const NOT_YET: ReadonlyMap<string, string> = new Map(
  MISSING.flatMap(([reason, ids]) => ids.map((id) => [id, reason] as const)),
);
