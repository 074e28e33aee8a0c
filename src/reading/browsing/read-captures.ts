import { ownerPattern } from '../../model/accounts.ts';
import { CAPTURE_NAMES, CAPTURES, type CaptureName } from '../../model/captures.table.ts';
import { both, type Fragment, fragment } from '../../search/fragment.ts';
import type { Database } from '../../store/database.ts';
import { factsOfAlert } from '../alert-record.ts';

/** A row of a captured table by column name, without its JSON except for payloads of events and recipients of budgets. */
export type CapturedRow = Readonly<Record<string, string | number | null>>;

export interface CapturedOptions {
  readonly kind: CaptureName;
  /** `owner/name`; undefined selects all repositories. */
  readonly repo: string | undefined;
  /** Only what belongs to these accounts; empty for all. */
  readonly owners?: readonly string[] | undefined;
  /** Only rows with these values in these columns. */
  readonly filter?: CapturedFilter | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** The columns by which captured rows can be chosen, and one of the `topics`. */
export type CapturedFilter = Readonly<
  Partial<
    Record<
      'is_unread' | 'reason' | 'type' | 'state' | 'severity' | 'number' | 'language' | 'topic',
      string | number
    >
  >
>;

/** Rows of a captured table with the same values in some columns. */
export interface CapturedTally {
  readonly values: CapturedRow;
  readonly count: number;
}

/** The columns by which the rows of a kind are counted. */
const TALLIED: Readonly<Partial<Record<CaptureName, string>>> = {
  events: 'type, repo',
  notifications: 'is_unread, reason, repo',
  alerts: 'state, severity, repo',
  stars: 'language',
};

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
  { kind, repo, owners, filter = {}, offset, limit }: CapturedOptions,
): readonly CapturedRow[] {
  if (!hasTable(db, kind)) {
    return [];
  }
  const chosen = Object.entries(filter).map(([column, value]) =>
    column === 'topic'
      ? fragment('EXISTS (SELECT 1 FROM json_each(topics) WHERE json_each.value = ?)', value)
      : fragment(`${column} = ?`, value),
  );
  const { text, values } = both([placedIn({ kind, repo, owners }), ...chosen]);
  return db
    .prepare<unknown[], Record<string, string | number | null>>(
      `SELECT * FROM ${kind} WHERE ${text} ORDER BY ${CAPTURES[kind].order} LIMIT ? OFFSET ?`,
    )
    .all(...values, limit, offset)
    .map(({ json, ...row }) => ({ ...row, ...FROM_JSON[kind]?.(String(json)) }));
}

/** What a row has of the JSON of its record, because no column has it. */
const FROM_JSON: Readonly<Partial<Record<CaptureName, (json: string) => CapturedRow>>> = {
  alerts: factsOfAlert,
  budgets: (json) => ({ alert_recipients: recipientsOf(json) }),
  events: (json) => ({ payload: payloadOf(json) }),
};

function placedIn({ kind, repo, owners }: Pick<CapturedOptions, 'kind' | 'repo' | 'owners'>): Fragment {
  const hasRepo = repo !== undefined && CAPTURES[kind].ownerColumn === undefined;
  return both([ownedBy(kind, owners), ...(hasRepo ? [fragment('repo = ?', repo)] : [])]);
}

/** When and from whom the rows of a kind were last read. */
export interface CaptureOrigin {
  /** In UTC; null if there are none. */
  readonly lastReadAt: string | null;
  /** The login of the account that they belong to; null if the store does not tell. */
  readonly account: string | null;
}

/**
 * The accounts that captures of the same service belong to: those of their own gists, and of what they did themselves. The service
 * does not say whose notifications it returns.
 */
const ACCOUNTS: Readonly<Partial<Record<CaptureName, readonly [column: string, condition: string]>>> = {
  gists: ['owner', 'TRUE'],
  events: ['actor', "feed = 'user'"],
};

/** Reads when the rows of a kind were last read from the service, and whose they are if that is certain. */
export function readCaptureOrigin(
  db: Database,
  { kind, owners }: Pick<CapturedOptions, 'kind' | 'owners'>,
): CaptureOrigin {
  if (!hasTable(db, kind)) {
    return { lastReadAt: null, account: null };
  }
  const { text, values } = placedIn({ kind, repo: undefined, owners });
  const newest = db
    .prepare<unknown[], string | null>(`SELECT max(last_seen_at) FROM ${kind} WHERE ${text}`)
    .pluck()
    .get(...values);
  const logins = new Set(
    CAPTURE_NAMES.flatMap((name) => {
      const [column, condition] = ACCOUNTS[name] ?? [];
      if (column === undefined || !hasTable(db, name)) {
        return [];
      }
      const owned = ownedBy(name, owners);
      return db
        .prepare<unknown[], string>(
          `SELECT DISTINCT ${column} FROM ${name} WHERE ${condition} AND ${owned.text} AND service IN (SELECT service FROM ${kind}) LIMIT 2`,
        )
        .pluck()
        .all(...owned.values);
    }),
  );
  return { lastReadAt: newest ?? null, account: logins.size === 1 ? ([...logins][0] ?? null) : null };
}

/** Counts the rows of a captured table by what people choose them by; empty for kinds of which all are shown. */
export function tallyCaptured(
  db: Database,
  options: Pick<CapturedOptions, 'kind' | 'repo' | 'owners'>,
): readonly CapturedTally[] {
  const columns = TALLIED[options.kind];
  if (columns === undefined || !hasTable(db, options.kind)) {
    return [];
  }
  const { text, values } = placedIn(options);
  return db
    .prepare<unknown[], Record<string, string | number | null> & { readonly tally: number }>(
      `SELECT ${columns}, count(*) AS tally FROM ${options.kind} WHERE ${text} GROUP BY ${columns}`,
    )
    .all(...values)
    .map(({ tally, ...row }) => ({ values: row, count: tally }));
}

/** Who is alerted about a budget, as a JSON array; null if no one is. */
function recipientsOf(json: string): string | null {
  const { budget_alerting: alerting }: BudgetRecord = JSON.parse(json);
  return alerting?.will_alert === true ? JSON.stringify(alerting.alert_recipients ?? []) : null;
}

/** The part of a budget that no column has (specification 2.3). */
interface BudgetRecord {
  readonly budget_alerting?: {
    readonly will_alert?: boolean;
    readonly alert_recipients?: readonly string[];
  };
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
