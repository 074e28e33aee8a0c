import { readFileSync } from 'node:fs';
import { invariant } from '../../base/failure.ts';
import type { Database } from '../database.ts';

/** Identifies a SQLite file as a Satchel store: "Satc" (sqlite.org/fileformat.html, offset 68). */
export const APPLICATION_ID = 0x53617463;

/** The files of `schemas/store` that make a store of each format, or one of the format before: format 1 comes first. */
const FORMATS = [
  [
    'history.sql',
    'records.sql',
    'accounts.sql',
    'repositories.sql',
    'threads.sql',
    'comments.sql',
    'files.sql',
    'timeline.sql',
    'captures.sql',
    'search.sql',
  ],
] as const;

const SCHEMA_DIRECTORY = new URL('../../../schemas/store/', import.meta.url);

export const STORE_FORMAT: number = FORMATS.length;

/** The SQL of each file, by the format that it belongs to. */
export type SchemaFormats = readonly (readonly string[])[];

export function readSchema(): SchemaFormats {
  return FORMATS.map((names) => names.map((name) => readFileSync(new URL(name, SCHEMA_DIRECTORY), 'utf8')));
}

/** Brings an empty database, or a store of an earlier format, to the newest of `formats`: completely or not at all. */
export function applySchema(db: Database, formats = readSchema()): void {
  const format = Number(db.pragma('user_version', { simple: true }));
  invariant(format <= formats.length, 'a store of a newer format is refused before it is opened');
  if (format === formats.length) {
    return;
  }
  db.transaction(() => {
    for (const sql of formats.slice(format).flat()) {
      db.exec(sql);
    }
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.pragma(`user_version = ${formats.length}`);
  })();
}
