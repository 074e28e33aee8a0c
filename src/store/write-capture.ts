import { existsSync } from 'node:fs';
import { invariant } from '../base/failure.ts';
import { isJsonObject } from '../base/json.ts';
import type { LockWait } from '../base/lock.ts';
import { CAPTURES, type CaptureContext, type CaptureName } from '../model/captures.table.ts';
import { isIndexed } from './build-index.ts';
import { CAPTURE_TABLES, type CaptureColumn, captureRow } from './captures/capture-tables.table.ts';
import { writeInPlace } from './database/in-place-store.ts';
import { convertStore, openPartStore } from './database/part-store.ts';
import type { Database } from './database.ts';
import { lockStore } from './store-lock.ts';
import { NO_INDEX, openRowIndex } from './text-index/row-index.ts';

/** Records that were read from the service at one moment. */
export interface Capture extends CaptureContext {
  readonly name: CaptureName;
  /** Base URL of the API. */
  readonly service: string;
  /** When they were read, in milliseconds since the Unix epoch. */
  readonly seenAtMs: number;
  /** Records as received from the service, validated against their schema. */
  readonly records: Iterable<object>;
}

/** How the records of a capture differ from those of the store. */
export interface CaptureCounts {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
}

interface CaptureOptions {
  /** How long to wait for another writer; without it, a store that is being written is refused at once. */
  readonly lockWait?: LockWait | undefined;
  /** Keeps records as they are that were seen later than this capture was made. */
  readonly keepsNewer?: boolean | undefined;
}

/**
 * Writes a capture to the store in one transaction; creates the store if it is absent. Repeating a capture only updates
 * when its records were last seen. Fails as loading does: `not-a-store`, `store-newer`, `locked`.
 */
export async function writeCapture(
  path: string,
  capture: Capture,
  { lockWait, keepsNewer = false }: CaptureOptions = {},
): Promise<CaptureCounts> {
  const lock = await lockStore(path, {
    command: 'a capture',
    lockWait,
    clock: { now: () => capture.seenAtMs },
  });
  try {
    await (existsSync(path) ? convertStore(path, lock) : openPartStore(path, lock).publish());
    return await writeInPlace(path, lock, async (store) => {
      const counts = writeRecords(store.db, capture, keepsNewer);
      await store.publish();
      return counts;
    });
  } finally {
    await lock.release();
  }
}

function writeRecords(
  db: Database,
  { name, service, seenAtMs, records, ...context }: Capture,
  keepsNewer: boolean,
): CaptureCounts {
  const { find, insert, touch } = statementsFor(db, name);
  const taken = columnsOf(db, name);
  const index = isIndexed(db) ? openRowIndex(db) : NO_INDEX;
  const seenAt = new Date(seenAtMs).toISOString();
  const counts = { added: 0, changed: 0, unchanged: 0 };
  for (const record of records) {
    invariant(isJsonObject(record), 'only JSON objects are captured');
    const row = {
      ...captureRow(name, record, { context, taken }),
      service,
      first_seen_at: seenAt,
      last_seen_at: seenAt,
      json: JSON.stringify(record),
    };
    const before = find.get(row);
    if (before?.json === row.json || (keepsNewer && before !== undefined && before.last_seen_at > seenAt)) {
      touch.run(row);
      counts.unchanged += 1;
    } else if (before !== undefined) {
      index.replace(before.search_id, () => insert.run(row));
      counts.changed += 1;
    } else {
      insert.run(row);
      const written = find.get(row);
      invariant(written !== undefined, 'the row was written just now');
      index.add(written.search_id);
      counts.added += 1;
    }
  }
  return counts;
}

interface CapturedRow {
  readonly json: string;
  readonly search_id: number;
  readonly last_seen_at: string;
}

function columnsOf(db: Database, name: CaptureName): readonly CaptureColumn[] {
  return db
    .prepare<[string], { readonly name: string; readonly type: string; readonly notnull: number }>(
      'SELECT name, type, "notnull" FROM pragma_table_info(?)',
    )
    .all(name)
    .map((row) => ({
      name: row.name,
      type: row.type, // The table refuses a record without its key: it could not be identified.
      isNullable: row.notnull === 0 || CAPTURE_TABLES[name].key.some((column) => column === row.name),
    }));
}

function statementsFor(db: Database, name: CaptureName) {
  const { key, columns } = CAPTURE_TABLES[name];
  const all = ['service', ...Object.keys(columns), 'first_seen_at', 'last_seen_at', 'json'];
  const keys = ['service', ...key];
  // An event is also in later feeds: the first one is kept.
  const fixed = new Set<string>([...keys, CAPTURES[name].context ?? 'service', 'first_seen_at']);
  const moving = all.filter((column) => !fixed.has(column));
  const where = keys.map((column) => `${column} = :${column}`).join(' AND ');
  return {
    find: db.prepare<[object], CapturedRow>(
      `SELECT json, search_id, last_seen_at FROM ${name} WHERE ${where}`,
    ),
    touch: db.prepare<[object]>(
      `UPDATE ${name} SET first_seen_at = min(first_seen_at, :first_seen_at),
         last_seen_at = max(last_seen_at, :last_seen_at) WHERE ${where}`,
    ),
    insert: db.prepare<[object]>(
      `INSERT INTO ${name} (${all.join(', ')}) VALUES (${all.map((column) => `:${column}`).join(', ')})
       ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${moving.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    ),
  };
}
