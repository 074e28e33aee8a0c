import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FILTER_CONDITIONS } from '../../src/search/filter-conditions.table.ts';
import type { FilterName } from '../../src/search/qualifiers.table.ts';
import { SUBJECT_KINDS } from '../../src/search/subjects.table.ts';
import { applySchema } from '../../src/store/database/schema.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';

let db: Database;

beforeAll(() => {
  db = openDatabase(':memory:', { readonly: false });
  applySchema(db);
});

afterAll(() => {
  db.close();
});

/** SQLite's query plan for rows of a kind with a condition. */
function planOf(kind: string, name: FilterName, text: string): readonly string[] {
  const subject = SUBJECT_KINDS.find((one) => one.kind === kind);
  if (subject === undefined) {
    throw new TypeError(`no kind "${kind}"`);
  }
  const condition = FILTER_CONDITIONS[name]({ form: 'texts', texts: [text] }, subject);
  return db
    .prepare<unknown[], { detail: string }>(
      `EXPLAIN QUERY PLAN SELECT 1 FROM ${subject.table} AS s WHERE ${condition.text}`,
    )
    .all(...condition.values)
    .map(({ detail }) => detail);
}

describe('FILTER_CONDITIONS', () => {
  it.each(['commenter', 'involves'] as const)('finds people of %s: without reading texts', (name) => {
    expect(planOf('issue', name, 'mira').join('\n')).toMatch(
      /SEARCH c .*USING COVERING INDEX issue_comments_thread_url \(thread_url=\?\)/,
    );
    expect(planOf('pull_request', name, 'mira').join('\n')).toMatch(
      /SEARCH c .*USING COVERING INDEX pull_request_review_comments_pull_request_url/,
    );
  });

  it('finds reviewers without reading texts', () => {
    expect(planOf('pull_request', 'reviewed-by', 'mira').join('\n')).toMatch(
      /SEARCH r .*USING COVERING INDEX pull_request_reviews_pull_request_url/,
    );
  });

  it.each(['mentions', 'team', 'involves'] as const)('reads no texts for %s:', (name) => {
    const plan = planOf('issue', name, 'acme/core');
    expect(plan).toContain('SEARCH search_mentions USING PRIMARY KEY (name=?)');
    expect(
      plan.filter((step) => /search_text|^SCAN (?:issue_comments|pull_requests|releases)/.test(step)),
    ).toEqual([]);
  });

  it.each(['approved', 'changes_requested'])(
    'finds later verdicts below the same pull request for %s',
    (word) => {
      const plan = planOf('pull_request', 'review', word);
      expect(plan.filter((step) => step.startsWith('SEARCH later')).length).toBeGreaterThan(0);
      for (const step of plan.filter((one) => one.startsWith('SEARCH later'))) {
        expect(step).toContain('pull_request_reviews_pull_request_url');
      }
    },
  );

  it('looks only at events of threads that were locked once', () => {
    const plan = planOf('issue', 'is', 'locked');
    expect(plan).toContain('SEARCH s USING COVERING INDEX issues_url (url=?)');
  });
});
