import { Failure } from '../../model/index.ts';
import { chooseSavedQuery, SAVED_QUERIES, type SavedQuery } from '../../reading/index.ts';
import { type Dialect, type DialectName, dialectOf, literal } from './dialects.table.ts';

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
  const { sql, parameters } = chooseSavedQuery(name, given);
  const reason = REFUSED[dialect]?.[name];
  if (reason !== undefined) {
    throw new Failure(
      'usage',
      `Cannot write the query "${name}" for ${dialectOf(dialect).title}: ${reason}`,
      {
        hint: `Run it with DuckDB: "satchel query --lake DIR ${name}"`,
      },
    );
  }
  const { parameters: described }: SavedQuery = SAVED_QUERIES[name as keyof typeof SAVED_QUERIES];
  const valued = sql.replaceAll(/:(\w+)/g, (_, parameter: string) => {
    const value = parameters[parameter] ?? '';
    return described[parameter]?.form === 'whole number' ? value : literal(value, dialectOf(dialect));
  });
  return translate(valued, dialectOf(dialect));
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

/** What saved queries use of SQLite that other engines spell otherwise. */
function translate(sql: string, dialect: Dialect): string {
  const calls: Readonly<Record<string, (...texts: readonly string[]) => string>> = {
    julianday: (moment = '') => dialect.days(moment),
    median: (values = '') => dialect.median(values),
    strftime: (_format, moment = '') => dialect.weekday(moment),
    CAST: (text = '') => translateCast(text, dialect),
    group_concat(texts = '', ...rest) {
      const [separator = '', order = ''] = rest.join(', ').split(/\s+ORDER BY\s+/);
      return dialect.joined?.(texts, separator, order) ?? '';
    },
    substr(text = '', from = '', length = '') {
      const [part] = [dialect.month, dialect.hour].filter(
        (_, index) => `${from} ${length}` === ['1 7', '12 2'][index],
      );
      return part?.(text) ?? `${dialect.substring}(${text}, ${from}, ${length})`;
    },
  };
  const spelled = Object.entries(calls).reduce((text, [name, write]) => replaceCalls(text, name, write), sql);
  const compared = spelled.replaceAll(/\bIS NOT (?!NULL)/g, 'IS DISTINCT FROM ');
  return dialect.isNullLast ? withNullsFirst(compared) : compared;
}

/** Rows come in the order of the store: NULL first in ascending order. */
function withNullsFirst(sql: string): string {
  const start = sql.lastIndexOf(ORDER);
  const [, list = '', rest = ''] = /^(.*?)(\nLIMIT .*)?$/s.exec(sql.slice(start + ORDER.length)) ?? [];
  const { parameters } = readParameters(`${list})`, 0);
  const items = parameters.map((item) => (item.endsWith(' DESC') ? item : `${item} NULLS FIRST`));
  return start === -1 ? sql : `${sql.slice(0, start)}${ORDER}${items.join(', ')}${rest}`;
}

const ORDER = '\nORDER BY ';

function translateCast(text: string, { truncated, types }: Dialect): string {
  const [value = '', type] = text.split(/\s+AS\s+(?=\w+$)/);
  return type === 'INTEGER'
    ? truncated(value)
    : `CAST(${value} AS ${type === 'REAL' ? types.real : types.text})`;
}

/** Replaces calls of a function, the last one first, so that inner calls come before outer ones. */
function replaceCalls(
  sql: string,
  name: string,
  write: (...parameters: readonly string[]) => string,
): string {
  let text = sql;
  for (let at = text.length; at > 0; ) {
    at = text.lastIndexOf(`${name}(`, at - 1);
    if (at >= 0) {
      const { parameters, end } = readParameters(text, at + name.length + 1);
      text = text.slice(0, at) + write(...parameters) + text.slice(end);
    }
  }
  return text;
}

/** Splits the parameters of a call at its commas, except those in parentheses and string literals. */
function readParameters(sql: string, start: number): { parameters: readonly string[]; end: number } {
  const parameters = [''];
  let depth = 0;
  let end = start;
  for (const [token] of sql.slice(start).matchAll(/'[^']*'|[\s\S]/g)) {
    end += token.length;
    depth += token === '(' ? 1 : token === ')' ? -1 : 0;
    if (depth < 0) {
      break;
    }
    if (token === ',' && depth === 0) {
      parameters.push('');
    } else {
      parameters.push(`${parameters.pop() ?? ''}${token}`);
    }
  }
  return { parameters: parameters.map((text) => text.trim()), end };
}
