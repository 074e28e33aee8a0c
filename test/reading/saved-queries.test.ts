import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../../src/model/failure.ts';
import {
  chooseSavedQuery,
  isQueryName,
  SAVED_QUERIES,
  showSavedQuery,
} from '../../src/reading/saved-queries.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { loadSample } from '../dump/support/sample-store.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { ANSWERS } from './saved-queries/answers.table.ts';

/** Queries of which the table only contains the first five rows. */
const FIVE_ROWS: ReadonlySet<string> = new Set([
  'first-time-contributors',
  'most-discussed-threads',
  'most-reacted',
]);

let store: Store;

beforeAll(async () => {
  store = openStore(await loadSample(temporaryFolder()));
});

afterAll(() => {
  store.close();
});

function linesOf(
  name: string,
  given: Readonly<Record<string, string>> = {},
  accounts: readonly string[] = [],
): readonly string[] {
  const { sql, parameters } = chooseSavedQuery(name, given, accounts);
  const { columns, rows } = store.query(sql, { parameters });
  return [columns, ...rows].map((row) => row.join('|'));
}

function failureOf(work: () => unknown): Failure {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(Failure);
    return error as Failure;
  }
  throw new Error('nothing failed');
}

describe('SAVED_QUERIES', () => {
  it('has an expected answer for each query', () => {
    expect(Object.keys(ANSWERS)).toEqual(Object.keys(SAVED_QUERIES));
    expect(Object.keys(SAVED_QUERIES)).toEqual(Object.keys(SAVED_QUERIES).sort());
  });

  it.each(Object.entries(ANSWERS))('%s answers what is in the sample archive', (name, answer) => {
    expect(linesOf(name, FIVE_ROWS.has(name) ? { rows: '5' } : {})).toEqual(answer);
  });

  it.each(Object.entries(SAVED_QUERIES))(
    '%s accepts every parameter that it names, and no other',
    (name, query) => {
      expect(isQueryName(name)).toBe(true);
      const named = new Set([...query.sql.matchAll(/:(\w+)/g)].map((match) => match[1]));
      expect([...named].sort()).toEqual(Object.keys(query.parameters).sort());
    },
  );

  it('is limited to one repository on request', () => {
    const repo = 'northquay-works/ferrylight';
    for (const name of Object.keys(SAVED_QUERIES)) {
      expect(linesOf(name, { repo }).join('\n'), name).not.toContain('tidewatch');
      expect(linesOf(name, { repo: 'no/such' }), name).toHaveLength(1);
    }
  });

  it('is limited to the repositories of accounts on request', () => {
    const repo = 'northquay-works/ferrylight';
    for (const name of Object.keys(SAVED_QUERIES)) {
      expect(linesOf(name, {}, ['Northquay-Works']), name).toEqual(linesOf(name, { repo }));
      expect(linesOf(name, {}, ['northquay-works', 'yaryna-vitrolom']), name).toEqual(linesOf(name));
      expect(linesOf(name, {}, ['northquay%', 'northquay_works']), name).toHaveLength(1);
    }
  });

  it('finds more stale pull requests for fewer quiet days', () => {
    expect(linesOf('stale-pull-requests', { days: '400' })).toHaveLength(3);
    expect(linesOf('stale-pull-requests', { days: '0' })).toHaveLength(6);
  });
});

describe('chooseSavedQuery()', () => {
  it('uses the given values, and defaults for the others', () => {
    const { parameters } = chooseSavedQuery('stale-pull-requests', { days: '90' });
    expect(parameters).toEqual({ repo: '', days: '90', rows: '20' });
  });

  it('suggests the nearest query if there is none with that name', () => {
    const failure = failureOf(() => chooseSavedQuery('stale-pull-request'));
    expect(failure.code).toBe('usage');
    expect(failure.hint).toContain('Did you mean "stale-pull-requests"?');
    expect(failureOf(() => chooseSavedQuery('constructor')).commandHint).toBe(
      '"satchel query --list" lists them',
    );
  });

  it.each(['abc', '-1', '', '1.5', '9'.repeat(30)])('refuses %j for a whole number', (days) => {
    const failure = failureOf(() => chooseSavedQuery('stale-pull-requests', { days }));
    expect([failure.code, failure.hint]).toEqual(['usage', 'It must be a whole number such as 30']);
    expect(failure.message).toBe(`Cannot run the query "stale-pull-requests": days is "${days}"`);
  });

  it('names the parameters that there are', () => {
    expect(failureOf(() => chooseSavedQuery('label-mix', { day: '1' })).hint).toBe('It takes repo');
  });
});

describe('isQueryName()', () => {
  it.each(['select 1', 'SELECT(1)', 'SELECTED', '', ' label-mix', 'a;'])('recognizes %j as SQL', (text) => {
    expect(isQueryName(text)).toBe(false);
  });
});

describe('showSavedQuery()', () => {
  it('returns SQL with its parameters', () => {
    const text = showSavedQuery('release-rhythm');
    expect(text.split('\n').slice(0, 3)).toEqual([
      '-- How often each repository is released',
      '-- Published releases, and the days between releases.',
      "-- :repo  only this repository, as owner/name; empty for all (default: '')",
    ]);
    const { sql, parameters } = chooseSavedQuery('release-rhythm');
    expect(text).toContain(sql);
    expect([...store.query(sql, { parameters }).rows]).toHaveLength(2);
    expect(showSavedQuery('stale-pull-requests')).toContain(
      "-- :days  days without activity that make it stale (default: '30')\n",
    );
  });
});
