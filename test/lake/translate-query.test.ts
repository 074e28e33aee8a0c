import { describe, expect, it } from 'vitest';
import { DIALECT_NAMES } from '../../src/lake/dialects.table.ts';
import { showTranslatedQuery, translateSavedQuery } from '../../src/lake/translate-query.ts';
import { SAVED_QUERIES } from '../../src/reading/saved-queries.ts';

/** What only SQLite knows. */
const SQLITE = /julianday|strftime\('%w'|group_concat|\bIS NOT (?!NULL)|AS (?:INTEGER|REAL|TEXT)\)|:\w+/;

const REFUSED = ['most-reacted', 'repository-overview', 'review-turnaround', 'unanswered-issues'];

describe('translateSavedQuery()', () => {
  it.each(DIALECT_NAMES)('leaves nothing of SQLite in the SQL for %s', (dialect) => {
    for (const name of Object.keys(SAVED_QUERIES)) {
      if (dialect === 'clickhouse' && REFUSED.includes(name)) {
        expect(() => translateSavedQuery(name, {}, dialect)).toThrow(
          /^Cannot write the query "[\w-]+" for ClickHouse: /,
        );
        continue;
      }
      const sql = translateSavedQuery(name, {}, dialect);
      expect(sql).not.toMatch(SQLITE);
      expect(sql.match(/\(/g)?.length).toBe(sql.match(/\)/g)?.length);
    }
  });

  it('spells times, medians and whole numbers as each engine does', () => {
    const spell = (dialect: (typeof DIALECT_NAMES)[number]) =>
      translateSavedQuery('closing-time-by-month', {}, dialect).split('\n').slice(0, 3).join(' ');
    expect(DIALECT_NAMES.map(spell)).toMatchInlineSnapshot(`
      [
        "SELECT strftime(closed_at, '%Y-%m') AS month,        count(*) AS closed,        round(median((epoch(closed_at) / 86400) - (epoch(created_at) / 86400)), 1) AS median_days,",
        "SELECT formatDateTime(closed_at, '%Y-%m', 'UTC') AS month,        count(*) AS closed,        round(quantileExactInclusive(0.5)((toUnixTimestamp64Milli(closed_at) / 86400000) - (toUnixTimestamp64Milli(created_at) / 86400000)), 1) AS median_days,",
      ]
    `);
  });

  it('writes parameters as literals', () => {
    const given = { repo: "a\\b'c", rows: '7' };
    const sql = (dialect: (typeof DIALECT_NAMES)[number]) =>
      translateSavedQuery('most-discussed-threads', given, dialect);
    expect(sql('duckdb')).toContain("'a\\b''c' IN ('', thread.repo)");
    expect(sql('clickhouse')).toContain("'a\\\\b''c' IN ('', thread.repo)");
    expect(sql('duckdb')).toContain('LIMIT 7');
    expect(() => translateSavedQuery('most-discussed-threads', { rows: '1; DROP' }, 'duckdb')).toThrow(
      'rows is',
    );
  });
});

describe('showTranslatedQuery()', () => {
  it('begins with comments', () => {
    expect(showTranslatedQuery('label-mix', {}, 'duckdb')).toMatch(
      /^-- Issues and pull requests by label\n-- [^\n]+\n-- For DuckDB, /,
    );
  });
});
