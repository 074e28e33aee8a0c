import { NO_TIMES } from './hostile-store.ts';
import type { StoredValue } from './stored-rows.ts';

/** The expected DuckDB type of a column, derived independently from its name and declaration. */
export function typeOf(column: string, declared: string): string {
  if (/^(is|has)_/.test(column) || FLAGS.has(column)) {
    return 'BOOLEAN';
  }
  if (declared === 'BLOB') {
    return 'BLOB';
  }
  if (declared === 'INTEGER') {
    return 'BIGINT';
  }
  if (declared === 'REAL') {
    return 'DOUBLE';
  }
  if (/_at$|^due_on$/.test(column)) {
    return 'TIMESTAMP WITH TIME ZONE';
  }
  return JSONS.has(column) ? 'JSON' : 'VARCHAR';
}

const JSONS: ReadonlySet<string> = new Set([
  'extra',
  'json',
  'keys',
  'counts',
  'scope',
  'findings',
  'previous',
]);
const FLAGS: ReadonlySet<string> = new Set([
  'admin_enforced',
  'dismiss_stale_reviews_on_push',
  'require_code_owner_review',
  'strict_required_status_checks_policy',
  'authorized_actors_only',
  'requires_approving_reviews',
  'requires_commit_signatures',
  'requires_linear_history',
  'requires_status_checks',
  'restricts_review_dismissals',
  'allows_force_pushes',
  'allows_deletions',
]);

/** The value that DuckDB should return for a value in SQLite. */
export function readValue(value: StoredValue, type: string): unknown {
  if (value === null) {
    return null;
  }
  switch (type) {
    case 'BOOLEAN':
      return value === 1n;
    case 'TIMESTAMP WITH TIME ZONE': {
      const time = new Date(String(value));
      return Number.isNaN(time.getTime()) || NO_TIMES.includes(String(value)) ? null : time;
    }
    case 'BLOB':
      return Buffer.from(value as string).toString('hex');
    case 'JSON':
      return String(value).replaceAll('\\ud800', '\\ufffd'); // DuckDB rejects lone surrogates.
    default:
      return value;
  }
}
