import { isJsonObject, type JsonObject, parseJson } from '../base/json.ts';
import { CAPTURE_NAMES, CAPTURES } from '../model/captures.table.ts';
import { openStore } from '../store/store.ts';
import { writeCapture } from '../store/write-capture.ts';

/**
 * Copies captured records, which no archive contains, from one store to another, with the times at which they were
 * first and last seen. A record that the other store has seen later stays as it is there. Returns the number of records.
 * Fails as reading and writing stores do.
 */
export async function carryCaptures(fromPath: string, toPath: string): Promise<number> {
  let records = 0;
  for (const name of CAPTURE_NAMES) {
    const { context } = CAPTURES[name];
    const known = new Set(readRows(toPath, name, context).map((row) => JSON.stringify(row)));
    // What both have is not written: a store that gains nothing keeps its bytes.
    const rows = readRows(fromPath, name, context).filter((row) => !known.has(JSON.stringify(row)));
    records += rows.length;
    for (const time of ['firstSeenAt', 'lastSeenAt'] as const) {
      for (const group of groupRows(rows, time)) {
        const [{ service, of, [time]: seenAt }] = group;
        const capture = {
          name,
          service,
          seenAtMs: Date.parse(seenAt),
          ...(context === undefined ? {} : { [context]: of }),
          records: group.map(({ record }) => record),
        };
        await writeCapture(toPath, capture, { keepsNewer: true });
      }
    }
  }
  return records;
}

/** Whether a store has captured records that another one lacks. Fails as reading stores does. */
export function hasOwnCaptures(path: string, otherPath: string): boolean {
  return CAPTURE_NAMES.some((name) => {
    const { context } = CAPTURES[name];
    const others = new Set(readRows(otherPath, name, context).map(({ record }) => JSON.stringify(record)));
    return readRows(path, name, context).some(({ record }) => !others.has(JSON.stringify(record)));
  });
}

interface CapturedRow {
  readonly service: string;
  /** The value of its context column. */
  readonly of: string;
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
  readonly record: JsonObject;
}

function readRows(path: string, table: string, column: string | undefined): readonly CapturedRow[] {
  const store = openStore(path, { allowsOlder: true });
  try {
    const { rows } = store.query(
      `SELECT service, ${column ?? "''"}, first_seen_at, last_seen_at, json FROM ${table}`,
    );
    return [...rows].flatMap(([service, of, firstSeenAt, lastSeenAt, json]) => {
      const record = parseJson(String(json)); // The store may be damaged.
      const row = {
        service: String(service),
        of: String(of),
        firstSeenAt: String(firstSeenAt),
        lastSeenAt: String(lastSeenAt),
      };
      return isJsonObject(record) ? [{ ...row, record }] : [];
    });
  } finally {
    store.close();
  }
}

/** Groups rows for one capture each: same service, context and time. */
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
