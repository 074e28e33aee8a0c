import type { CaptureName } from '../../model/captures.table.ts';
import { redactSecrets } from '../../model/redact-secrets.ts';
import { type Database, openDatabase } from '../database.ts';
import { countRows } from './public-records.ts';
import type { PublicView } from './public-value.ts';
import type { Visibility } from './visibility.ts';

interface PublicCapture {
  /** The published columns that are kept; the others become empty. */
  readonly columns: readonly string[];
  /** Columns that must not be null, and are not published. */
  readonly emptied: Readonly<Record<string, string>>;
  /** The rows that are public, as an SQL condition. What was not seen the last time was deleted since. */
  readonly where: string;
  /** Decides by the name of the row's repository. */
  readonly isPublic: (repo: string, visibility: Visibility) => boolean;
}

/** When a row was seen. */
const SEEN = ['service', 'first_seen_at', 'last_seen_at'];

/** The kinds of captured rows that are published; those without a row are private. */
const PUBLIC_CAPTURES = {
  // Neither titles nor texts: what an event is about may have been edited or deleted since.
  events: {
    columns: ['id', 'type', 'actor', 'repo', 'is_public', 'created_at'],
    emptied: { feed: '', json: '{}' },
    where: 'is_public = 1',
    isPublic: (repo, visibility) => visibility.isPublicRepository(repo),
  },
  gists: {
    columns: [
      'id',
      'owner',
      'description',
      'is_public',
      'files',
      'languages',
      'size_bytes',
      'comments',
      'url',
      'clone_url',
      'created_at',
      'updated_at',
    ],
    emptied: { json: '{}' },
    where: `is_public = 1 AND last_seen_at = (
      SELECT max(last_seen_at) FROM gists AS one WHERE one.service = gists.service AND one.owner = gists.owner)`,
    isPublic: () => true,
  },
  stars: {
    columns: [
      'repo',
      'description',
      'language',
      'topics',
      'stargazers',
      'is_private',
      'is_archived',
      'is_fork',
      'url',
      'clone_url',
      'starred_at',
      'pushed_at',
    ],
    emptied: { json: '{}' },
    where: `is_private = 0 AND last_seen_at = (
      SELECT max(last_seen_at) FROM stars AS one WHERE one.service = stars.service)`,
    isPublic: (repo, visibility) => !visibility.isHiddenRepository(repo),
  },
} as const satisfies Partial<Record<CaptureName, PublicCapture>>;

/** Tables of captured rows that are never published. */
const PRIVATE_CAPTURES = ['notifications', 'alerts', 'budgets', 'audit_log'];

/**
 * Copies the public captured rows to the public store at `to`, but none where people have pseudonyms: each says who did something.
 * Returns how many rows were left out, by table.
 */
export function copyPublicCaptures(
  db: Database,
  to: string,
  { visibility, texts, hasPseudonyms }: PublicView & { readonly hasPseudonyms: boolean },
): Readonly<Record<string, number>> {
  const target = openDatabase(to, { readonly: false });
  try {
    const copied = Object.entries<PublicCapture>(PUBLIC_CAPTURES).map(([name, capture]) => {
      const total = countRows(db, name);
      return [
        name,
        total === 0 || hasPseudonyms
          ? total
          : total - copyRows(name, capture, { db, target, visibility, texts }),
      ] as const;
    });
    const left = PRIVATE_CAPTURES.map((name) => [name, countRows(db, name)] as const);
    return Object.fromEntries([...copied, ...left]);
  } finally {
    target.close();
  }
}

interface Copying extends PublicView {
  readonly db: Database;
  readonly target: Database;
}

function copyRows(
  name: string,
  { columns, emptied, where, isPublic }: PublicCapture,
  { db, target, visibility, texts }: Copying,
): number {
  const kept = [...SEEN, ...columns];
  const all = [...kept, ...Object.keys(emptied)];
  const insert = target.prepare<[object]>(
    `INSERT INTO ${name} (${all.join(', ')}) VALUES (${all.map((column) => `@${column}`).join(', ')})`,
  );
  const rows = db
    .prepare<[], Readonly<Record<string, string | number | null>>>(
      `SELECT ${kept.join(', ')} FROM ${name} WHERE ${where}`,
    )
    .all()
    .filter(({ repo }) => isPublic(String(repo ?? ''), visibility));
  target.transaction(() => {
    for (const row of rows) {
      const plain = Object.entries(row).map(([column, value]) => [
        column,
        typeof value !== 'string'
          ? value
          : texts.clean(column.endsWith('url') ? redactSecrets(value) : value, false),
      ]);
      insert.run({ ...Object.fromEntries(plain), ...emptied });
    }
  })();
  return rows.length;
}
