import { Failure } from '../model/failure.ts';
import { termsOf } from '../reading/query-terms.ts';
import { chooseSavedQuery, SAVED_QUERIES, type SavedQuery } from '../reading/saved-queries.ts';
import { type DialectName, dialectOf, literal } from './dialects.table.ts';

const CORRELATED = 'it has correlated subqueries, which ClickHouse supports only in part';

/** Saved queries that an engine cannot run, and why. */
const REFUSED: Readonly<Partial<Record<DialectName, Readonly<Record<string, string>>>>> = {
  clickhouse: {
    'most-reacted': 'ClickHouse has no function that joins texts in an order',
    'repository-overview': CORRELATED,
    'review-turnaround': 'it joins tables by an inequality, which ClickHouse supports only in part',
    'unanswered-issues': CORRELATED,
  },
};

/**
 * The SQL of a saved query for an engine that reads a lake, with its parameters as literals. Fails with `usage` if the
 * engine cannot run it.
 */
export function translateSavedQuery(
  name: string,
  given: Readonly<Record<string, string>>,
  dialect: DialectName,
): string {
  const { parameters } = chooseSavedQuery(name, given);
  const reason = REFUSED[dialect]?.[name];
  if (reason !== undefined) {
    throw new Failure(
      'usage',
      `Cannot write the query "${name}" for ${dialectOf(dialect).title}: ${reason}`,
      {
        commandHint: `Run it with DuckDB: "satchel query --lake DIR ${name}"`,
      },
    );
  }
  const query: SavedQuery = SAVED_QUERIES[name as keyof typeof SAVED_QUERIES];
  const value = (parameter: string) => {
    const text = parameters[parameter] ?? '';
    const isNumber = query.parameters[parameter]?.form === 'whole number';
    return isNumber ? text : literal(text, dialectOf(dialect));
  };
  return query.write(termsOf(value, dialectOf(dialect))).trim();
}

/** The saved query as SQL under comments that describe it. */
export function showTranslatedQuery(
  name: string,
  given: Readonly<Record<string, string>>,
  dialect: DialectName,
): string {
  const sql = translateSavedQuery(name, given, dialect);
  const { title, description }: SavedQuery = SAVED_QUERIES[name as keyof typeof SAVED_QUERIES];
  return `-- ${title}\n-- ${description}\n-- For ${dialectOf(dialect).title}, with the views of a lake.\n${sql};\n`;
}
