import { CAPTURE_NAMES, type CaptureName, type Database } from '../../store/index.ts';

/** A row of a captured table by column name, without its JSON except for the payload of events. */
export type CapturedRow = Readonly<Record<string, string | number | null>>;

export interface CapturedOptions {
  readonly kind: CaptureName;
  /** `owner/name`; undefined selects all repositories. */
  readonly repo: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

const ORDERS: Readonly<Record<CaptureName, string>> = {
  events: 'created_at DESC, id DESC',
  notifications: 'updated_at DESC, id',
  alerts: "state = 'open' DESC, created_at DESC, repo, number",
  budgets: 'org, type, scope, entity_name',
  gists: 'updated_at DESC, id',
  stars: 'starred_at DESC, repo',
};

/** Kinds whose rows do not belong to a repository. */
const WITHOUT_REPOSITORY: ReadonlySet<CaptureName> = new Set(['budgets', 'gists']);

/** Rows of a captured table, the most relevant first. */
export function listCaptured(
  db: Database,
  { kind, repo, offset, limit }: CapturedOptions,
): readonly CapturedRow[] {
  if (!hasTable(db, kind)) {
    return [];
  }
  const where = repo === undefined || WITHOUT_REPOSITORY.has(kind) ? '@repo IS @repo' : 'repo = @repo';
  return db
    .prepare<Record<string, unknown>, Record<string, string | number | null>>(
      `SELECT * FROM ${kind} WHERE ${where} ORDER BY ${ORDERS[kind]} LIMIT @limit OFFSET @offset`,
    )
    .all({ repo: repo ?? null, limit, offset })
    .map(({ json, ...row }) => (kind === 'events' ? { ...row, payload: payloadOf(String(json)) } : row));
}

/** The part of an event that says what it is about, as JSON. */
function payloadOf(json: string): string {
  const { payload = {} }: { readonly payload?: object } = JSON.parse(json);
  return JSON.stringify(payload);
}

/** Counts the rows of each captured table. */
export function countCaptured(db: Database): Readonly<Record<CaptureName, number>> {
  const count = (kind: CaptureName) =>
    hasTable(db, kind) ? Number(db.prepare(`SELECT count(*) FROM ${kind}`).pluck().get()) : 0;
  const counts = CAPTURE_NAMES.map((kind) => [kind, count(kind)]);
  return Object.fromEntries(counts) as Record<CaptureName, number>; // By all names.
}

/** A store of an older version lacks the newest tables. */
function hasTable(db: Database, kind: CaptureName): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(kind) !== undefined;
}
