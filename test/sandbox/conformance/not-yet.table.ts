type Missing = readonly (readonly [reason: string, ids: readonly string[]])[];

/** Rows whose behaviour the sandbox does not have yet, by reason. It shrinks as things land. */
const MISSING: Missing = [
  [
    'no archive of the real service is known to hold such files',
    ['2.8/archive/bases', '2.8/archive/projects', '2.8/archive/review_comments'],
  ],
];

/** The reason by row. */
export const NOT_YET: ReadonlyMap<string, string> = new Map(
  MISSING.flatMap(([reason, ids]) => ids.map((id) => [id, reason] as const)),
);
