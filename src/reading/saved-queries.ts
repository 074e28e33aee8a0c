import { nearestName } from '../base/nearest-name.ts';
import { quoteText } from '../base/terminal-text.ts';
import { ownerPattern } from '../model/accounts.ts';
import { Failure } from '../model/failure.ts';
import { termsWithin } from './query-terms.ts';
import { SAVED_QUERIES, type SavedParameter, type SavedQuery } from './saved-queries/saved-queries.table.ts';

export { SAVED_QUERIES, type SavedQuery };

/** The names of saved queries. */
export type SavedQueryName = keyof typeof SAVED_QUERIES;

/** The SQL of a saved query with values for all of its parameters. */
export interface ChosenQuery {
  readonly sql: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Whether a text has the format of a saved query's name: one lower-case word, which no statement is. */
export function isQueryName(text: string): boolean {
  return /^[a-z][a-z0-9-]*$/.test(text);
}

/**
 * Returns a saved query with default values for omitted parameters, of the repositories of these accounts; of all if
 * none is named. Fails with `usage` for unknown names, unknown parameters and invalid values.
 */
export function chooseSavedQuery(
  name: string,
  given: Readonly<Record<string, string>> = {},
  accounts: readonly string[] = [],
): ChosenQuery {
  const { sql, parameters, write } = findSavedQuery(name);
  const known = Object.keys(parameters);
  const unknown = Object.keys(given).find((parameter) => !known.includes(parameter));
  if (unknown !== undefined) {
    throw new Failure('usage', `Cannot run the query "${name}": it has no parameter "${unknown}"`, {
      hint: `It takes ${known.join(', ')}`,
    });
  }
  for (const [key, parameter] of Object.entries(parameters)) {
    const value = given[key];
    const form = value === undefined ? undefined : formLacked(value, parameter);
    if (value !== undefined && form !== undefined) {
      throw new Failure('usage', `Cannot run the query "${name}": ${key} is ${quoteText(value)}`, {
        hint: `It must be ${form}`,
      });
    }
  }
  const standard = Object.entries(parameters).map(([key, parameter]) => [key, parameter.default]);
  const patterns = patternsOf(accounts);
  return {
    sql: accounts.length === 0 ? sql : write(termsWithin(Object.keys(patterns))).trim(),
    parameters: { ...Object.fromEntries(standard), ...given, ...patterns },
  };
}

/** The format that a value should have, such as "a whole number such as 20"; undefined if it has it. */
export function formLacked(value: string, { form, default: standard }: SavedParameter): string | undefined {
  return form === 'whole number' && !/^\d{1,15}$/.test(value) ? `a ${form} such as ${standard}` : undefined;
}

/** A parameter for each account: the pattern of the names of its repositories. */
function patternsOf(accounts: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(accounts.map((account, index) => [`account${index}`, ownerPattern(account)]));
}

/** Formats a saved query as SQL under comments that describe it and its parameters. */
export function showSavedQuery(name: string): string {
  const { title, description, parameters, sql } = findSavedQuery(name);
  const taken = Object.entries(parameters).map(
    ([parameter, { summary, default: standard }]) => `-- :${parameter}  ${summary} (default: '${standard}')`,
  );
  return [`-- ${title}`, `-- ${description}`, ...taken, `${sql};`, ''].join('\n');
}

/** Fails with `usage` for unknown names. */
export function findSavedQuery(name: string): SavedQuery {
  const queries: Readonly<Record<string, SavedQuery>> = SAVED_QUERIES;
  const query = Object.hasOwn(queries, name) ? queries[name] : undefined;
  if (query === undefined) {
    const nearest = nearestName(name, Object.keys(queries));
    const guess = nearest === undefined ? '' : `Did you mean "${nearest}"? `;
    throw new Failure('usage', `Cannot find the saved query "${name}": there is no query with that name`, {
      hint: `${guess}SAVED_QUERIES has all of them`,
      commandHint: `${guess}"satchel query --list" lists them`,
    });
  }
  return query;
}
