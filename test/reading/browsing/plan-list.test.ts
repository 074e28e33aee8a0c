import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type ListOptions, planList } from '../../../src/reading/browsing/plan-list.ts';
import { applySchema } from '../../../src/store/database/schema.ts';
import { type Database, openDatabase } from '../../../src/store/database.ts';

let db: Database;

beforeEach(() => {
  db = openDatabase(':memory:', { readonly: false });
  onTestFinished(() => void db.close());
  applySchema(db);
  const insert = db.prepare(
    `INSERT INTO issues (id, repo, number, title, author, state, created_at, url, shape_id, digest)
     VALUES (@number, @repo, @number, 'One', @author, @state, '2025-01-01T00:00:00Z', @number, 1, 1)`,
  );
  insert.run({ number: 1, repo: 'acme/rocket', author: 'mira', state: 'open' });
  insert.run({ number: 2, repo: 'acme/rocket', author: 'noor', state: 'closed' });
  insert.run({ number: 3, repo: 'acme/pad', author: 'mira', state: 'open' });
});

const options = (search: string): ListOptions => ({
  kind: 'issue',
  repo: 'acme/rocket',
  search,
  nowMs: Date.UTC(2026, 0, 1),
});

/** The numbers of the threads that a plan selects. */
function numbersOf(search: string, isOfAllStates = false): readonly unknown[] {
  const { subject, tables, condition } = planList(db, options(search), isOfAllStates);
  const before = tables.length === 0 ? '' : `WITH ${tables.map(({ text }) => text).join(', ')} `;
  return db
    .prepare(`${before}SELECT s.number FROM ${subject.table} s WHERE ${condition.text} ORDER BY s.number`)
    .pluck()
    .all(...tables.flatMap(({ values }) => values), ...condition.values);
}

describe('planList()', () => {
  it('has what is in the repository and fits the search', () => {
    expect(numbersOf('')).toEqual([1, 2]);
    expect(numbersOf('author:mira')).toEqual([1]);
    expect(numbersOf('-author:mira')).toEqual([2]);
  });

  it('asks of no row what the list is of already', () => {
    const plain = planList(db, options('author:mira'));
    expect(planList(db, options('is:issue repo:ACME/Rocket author:mira')).condition).toEqual(plain.condition);
    expect(planList(db, options('type:issue author:mira')).condition).toEqual(plain.condition);
  });

  it('is empty if another kind or repository is asked for', () => {
    expect(numbersOf('is:pr')).toEqual([]);
    expect(numbersOf('repo:acme/pad')).toEqual([]);
  });

  it('ignores states if all of them are counted', () => {
    expect(numbersOf('is:closed')).toEqual([2]);
    expect(numbersOf('is:closed', true)).toEqual([1, 2]);
    expect(numbersOf('state:open author:noor', true)).toEqual([2]);
  });

  it('has the newest first unless another order is asked for', () => {
    expect(planList(db, options('')).sort).toEqual({ by: 'created', isAscending: false });
    expect(planList(db, options('sort:updated-asc')).sort).toEqual({ by: 'updated', isAscending: true });
  });

  it('refuses what is not a search', () => {
    expect(() => planList(db, options('author:'))).toThrow(
      expect.objectContaining({ code: 'search-refused' }),
    );
  });
});
