import type { Database } from '../../store/index.ts';

/** What was captured from the service's API in addition to archives. */
export type CapturedKind = 'events' | 'notifications' | 'alerts' | 'budgets';

/** A row of a captured table by column name, without its JSON except for the payload of events. */
export type CapturedRow = Readonly<Record<string, string | number | null>>;

export interface CapturedOptions {
  readonly kind: CapturedKind;
  /** `owner/name`; undefined selects all repositories. */
  readonly repo: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

const ORDERS: Readonly<Record<CapturedKind, string>> = {
  events: 'created_at DESC, id DESC',
  notifications: 'updated_at DESC, id',
  alerts: "state = 'open' DESC, created_at DESC, repo, number",
  budgets: 'org, type, scope, entity_name',
};

/** Rows of a captured table, the most relevant first. */
export function listCaptured(
  db: Database,
  { kind, repo, offset, limit }: CapturedOptions,
): readonly CapturedRow[] {
  const where = repo === undefined || kind === 'budgets' ? '@repo IS @repo' : 'repo = @repo';
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
export function countCaptured(db: Database): Readonly<Record<CapturedKind, number>> {
  const count = (kind: CapturedKind) => Number(db.prepare(`SELECT count(*) FROM ${kind}`).pluck().get());
  return {
    events: count('events'),
    notifications: count('notifications'),
    alerts: count('alerts'),
    budgets: count('budgets'),
  };
}
