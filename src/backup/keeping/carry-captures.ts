import { type CaptureName, openStore, writeCapture } from '../../store/index.ts';

/** The column of each kind that tells what a record itself does not: its feed, its organization, its repository. */
const CONTEXT_COLUMNS = {
  events: { column: 'feed', member: 'feed' },
  notifications: undefined,
  alerts: { column: 'repo', member: 'repository' },
  budgets: { column: 'org', member: 'org' },
} as const satisfies Readonly<
  Record<CaptureName, { readonly column: string; readonly member: string } | undefined>
>;

/**
 * Copies what was captured from the service, which is in no archive, from one store to another, with the times at which it
 * was first and last seen. Gives how many records. Fails as reading the one and writing to the other do.
 */
export async function carryCaptures(fromPath: string, toPath: string): Promise<number> {
  let records = 0;
  for (const [name, context] of Object.entries(CONTEXT_COLUMNS)) {
    const rows = readRows(fromPath, name, context?.column);
    records += rows.length;
    for (const time of ['firstSeenAt', 'lastSeenAt'] as const) {
      for (const group of groupRows(rows, time)) {
        const [{ service, of, [time]: seenAt }] = group;
        await writeCapture(toPath, {
          name: name as CaptureName, // A key of the table.
          service,
          seenAtMs: Date.parse(seenAt),
          ...(context === undefined ? {} : { [context.member]: of }),
          records: group.map(({ json }) => JSON.parse(json) as object),
        });
      }
    }
  }
  return records;
}

interface CapturedRow {
  readonly service: string;
  /** What its context column says. */
  readonly of: string;
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
  readonly json: string;
}

function readRows(path: string, table: string, column: string | undefined): readonly CapturedRow[] {
  const store = openStore(path);
  try {
    const { rows } = store.query(
      `SELECT service, ${column ?? "''"}, first_seen_at, last_seen_at, json FROM ${table}`,
    );
    return [...rows].map(([service, of, firstSeenAt, lastSeenAt, json]) => ({
      service: String(service),
      of: String(of),
      firstSeenAt: String(firstSeenAt),
      lastSeenAt: String(lastSeenAt),
      json: String(json),
    }));
  } finally {
    store.close();
  }
}

/** Rows that one capture can write: of one service and place, seen at one time. */
function groupRows(
  rows: readonly CapturedRow[],
  time: 'firstSeenAt' | 'lastSeenAt',
): readonly (readonly [CapturedRow, ...CapturedRow[]])[] {
  const groups = new Map<string, [CapturedRow, ...CapturedRow[]]>();
  for (const row of rows) {
    const key = JSON.stringify([row.service, row.of, row[time]]);
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, [row]);
    } else {
      group.push(row);
    }
  }
  return [...groups.values()];
}
