import { readdirSync, readFileSync } from 'node:fs';
import { Failure, invariant } from '../../base/index.ts';
import { type Database, openDatabase } from './database.ts';
import { makePortable, PORTABLE_VERSION } from './portable-schema.ts';

/** Marks a SQLite file as a store of ours: "Stch" (sqlite.org/fileformat.html, offset 68). */
export const APPLICATION_ID = 0x53746368;

const SCHEMA_DIRECTORY = new URL('../../../schemas/store/', import.meta.url);

/** One numbered step of the schema. */
export interface SchemaStep {
  readonly version: number;
  readonly sql: string;
}

/** The version of stores that this Satchel writes: the number of its last schema file. */
export function storeVersion(): number {
  return readSchemaSteps().length;
}

/** Brings a store's schema up to date by the steps it does not have yet, all of them or none. */
export function applySchema(db: Database): void {
  const version = Number(db.pragma('user_version', { simple: true }));
  const steps = readSchemaSteps();
  requireVersion(version, db.name);
  if (version === steps.length) {
    return;
  }
  db.transaction(() => {
    for (const step of steps.slice(version)) {
      db.exec(step.sql);
    }
    if (version > 0 && version < PORTABLE_VERSION) {
      withModel((model) => makePortable(db, model));
    }
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.pragma(`user_version = ${steps.length}`);
  })();
}

/** A new store, in memory. */
function withModel(use: (model: Database) => void): void {
  const model = openDatabase(':memory:', { readonly: false });
  try {
    applySchema(model);
    use(model);
  } finally {
    model.close();
  }
}

/** Refuses a store whose schema this Satchel does not know. */
export function requireVersion(version: number, path: string): void {
  const newest = storeVersion();
  if (version > newest) {
    throw new Failure(
      'store-newer',
      `Cannot open the store "${path}": its schema has version ${version}, and this Satchel knows versions up to ${newest}`,
    );
  }
}

/** The files `001-….sql`, `002-….sql`, … without a gap. */
export function readSchemaSteps(): readonly SchemaStep[] {
  const names = readdirSync(SCHEMA_DIRECTORY)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  return names.map((name, index) => {
    const version = Number(name.slice(0, 3));
    invariant(version === index + 1, `the schema files are numbered without a gap up to ${name}`);
    return { version, sql: readFileSync(new URL(name, SCHEMA_DIRECTORY), 'utf8') };
  });
}
