import { readdirSync, readFileSync } from 'node:fs';
import { Failure, invariant } from '../../base/index.ts';
import { type Database, openDatabase } from './database.ts';
import { makePortable, PORTABLE_VERSION } from './portable-schema.ts';

/** Identifies a SQLite file as a Satchel store: "Stch" (sqlite.org/fileformat.html, offset 68). */
export const APPLICATION_ID = 0x53746368;

const SCHEMA_DIRECTORY = new URL('../../../schemas/store/', import.meta.url);

/** One numbered step of the schema. */
export interface SchemaStep {
  readonly version: number;
  readonly sql: string;
}

/** The schema version that this Satchel writes: the number of its last schema file. */
export function storeVersion(): number {
  return readSchemaSteps().length;
}

/** Applies the schema steps that a store lacks, all of them or none. */
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

/** Passes a new store in memory to `use`. */
function withModel(use: (model: Database) => void): void {
  const model = openDatabase(':memory:', { readonly: false });
  try {
    applySchema(model);
    use(model);
  } finally {
    model.close();
  }
}

/** Refuses a store with a newer schema than this Satchel knows. */
export function requireVersion(version: number, path: string): void {
  const newest = storeVersion();
  if (version > newest) {
    throw new Failure(
      'store-newer',
      `Cannot open the store "${path}": its schema has version ${version}, and this Satchel supports versions up to ${newest}`,
    );
  }
}

/** The files `001-….sql`, `002-….sql`, …, numbered without gaps. */
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
