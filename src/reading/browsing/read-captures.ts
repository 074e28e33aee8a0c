import { ownerPattern } from '../../model/accounts.ts';
import { CAPTURE_NAMES, CAPTURES, type CaptureName } from '../../model/captures.table.ts';
import { both, type Fragment, fragment } from '../../search/fragment.ts';
import type { Database } from '../../store/database.ts';

/** A row of a captured table by column name, without its JSON except for the payload of events. */
export type CapturedRow = Readonly<Record<string, string | number | null>>;

export interface CapturedOptions {
  readonly kind: CaptureName;
  /** `owner/name`; undefined selects all repositories. */
  readonly repo: string | undefined;
  /** Only what belongs to these accounts; empty for all. */
  readonly owners?: readonly string[] | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** The condition on rows of these accounts. */
function ownedBy(kind: CaptureName, owners: readonly string[] = []): Fragment {
  const column = CAPTURES[kind].ownerColumn;
  const name = column === undefined ? 'repo' : `${column} || '/'`;
  const condition = owners.map(() => `${name} LIKE ? ESCAPE '\\'`).join(' OR ');
  return owners.length === 0 ? both([]) : fragment(`(${condition})`, ...owners.map(ownerPattern));
}

/** Rows of a captured table, the most relevant first. */
export function listCaptured(
  db: Database,
  { kind, repo, owners, offset, limit }: CapturedOptions,
): readonly CapturedRow[] {
  if (!hasTable(db, kind)) {
    return [];
  }
  const hasRepo = repo !== undefined && CAPTURES[kind].ownerColumn === undefined;
  const { text, values } = both([ownedBy(kind, owners), ...(hasRepo ? [fragment('repo = ?', repo)] : [])]);
  return db
    .prepare<unknown[], Record<string, string | number | null>>(
      `SELECT * FROM ${kind} WHERE ${text} ORDER BY ${CAPTURES[kind].order} LIMIT ? OFFSET ?`,
    )
    .all(...values, limit, offset)
    .map(({ json, ...row }) => (kind === 'events' ? { ...row, payload: payloadOf(String(json)) } : row));
}

/** The part of an event that says what it is about, as JSON. */
function payloadOf(json: string): string {
  const { payload = {} }: { readonly payload?: object } = JSON.parse(json);
  return JSON.stringify(payload);
}

/** Counts the rows of each captured table that belong to these accounts; all if none is named. */
export function countCaptured(
  db: Database,
  owners: readonly string[] = [],
): Readonly<Record<CaptureName, number>> {
  const count = (kind: CaptureName) => {
    const { text, values } = ownedBy(kind, owners);
    // Without a condition, SQLite need not look at the rows.
    const sql = `SELECT count(*) FROM ${kind}${owners.length === 0 ? '' : ` WHERE ${text}`}`;
    return hasTable(db, kind)
      ? Number(
          db
            .prepare<unknown[]>(sql)
            .pluck()
            .get(...values),
        )
      : 0;
  };
  const counts = CAPTURE_NAMES.map((kind) => [kind, count(kind)]);
  return Object.fromEntries(counts) as Record<CaptureName, number>; // By all names.
}

/** A store of an older version lacks the newest tables. */
function hasTable(db: Database, kind: CaptureName): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(kind) !== undefined;
}
