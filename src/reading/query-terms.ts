/** How an engine spells what SQL dialects do not share. Arguments and results are SQL texts. */
export interface Spelling {
  /** The names of types. */
  readonly types: { readonly real: string; readonly text: string };
  /** Days since a fixed day, with a fraction. */
  readonly days: (moment: string) => string;
  /** `2026-06`. */
  readonly month: (moment: string) => string;
  /** `09`, in UTC. */
  readonly hour: (moment: string) => string;
  /** 0 for Sunday. */
  readonly weekday: (moment: string) => string;
  /** A number without its fraction. */
  readonly truncated: (number: string) => string;
  readonly median: (values: string) => string;
  /** The texts of a group in an order; undefined if the engine has no function for that. */
  readonly joined: ((texts: string, separator: string, order: string) => string) | undefined;
  readonly substring: string;
  /** The operator of values that differ, where NULL is a value. */
  readonly isNot: string;
  /** Whether NULL comes last in ascending order; in the store it comes first. */
  readonly isNullLast: boolean;
}

/** The terms that a saved query is written with, so that other engines can run it. */
export interface QueryTerms extends Spelling {
  /** The value of a parameter. */
  readonly value: (parameter: string) => string;
  /** Whether this is the name of a repository that is asked for. */
  readonly within: (repo: string) => string;
  /** Items of ORDER BY, with NULL first. */
  readonly ascending: (...items: readonly string[]) => string;
}

const SQLITE: Spelling = {
  types: { real: 'REAL', text: 'TEXT' },
  days: (moment) => `julianday(${moment})`,
  month: (moment) => `substr(${moment}, 1, 7)`,
  hour: (moment) => `substr(${moment}, 12, 2)`,
  weekday: (moment) => `strftime('%w', ${moment})`,
  truncated: (number) => `CAST(${number} AS INTEGER)`,
  median: (values) => `median(${values})`,
  joined: (texts, separator, order) => `group_concat(${texts}, ${separator} ORDER BY ${order})`,
  substring: 'substr',
  isNot: 'IS NOT',
  isNullLast: false,
};

/** The terms of an engine, with the values of parameters. */
export function termsOf(value: QueryTerms['value'], spelling = SQLITE): QueryTerms {
  return {
    ...spelling,
    value,
    within: (repo) => `${value('repo')} IN ('', ${repo})`,
    ascending: (...items) =>
      items.map((item) => (spelling.isNullLast ? `${item} NULLS FIRST` : item)).join(', '),
  };
}

/** Those of a store, where statements have parameters. */
export const STORE_TERMS = termsOf((parameter) => `:${parameter}`);

/** The same, only for repositories whose names are like one of these parameters. */
export function termsWithin(patterns: readonly string[]): QueryTerms {
  const isOwned = (repo: string) =>
    patterns.map((pattern) => `${repo} LIKE :${pattern} ESCAPE '\\'`).join(' OR ');
  return { ...STORE_TERMS, within: (repo) => `(${STORE_TERMS.within(repo)} AND (${isOwned(repo)}))` };
}
