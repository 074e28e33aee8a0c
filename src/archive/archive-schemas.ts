import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  createSchemaCompiler,
  isJsonObject,
  type JsonObject,
  openStandaloneSchemas,
  type SchemaCompiler,
  type Validate,
  writeStandaloneSchemas,
} from '../base/index.ts';

/** The schemas of `schemas/archive`: read on first use, each compiled on its first use. */
export interface ArchiveSchemas {
  /** The judge of records of a kind, or undefined where the kind has no schema. */
  validatorFor(kind: string): Validate | undefined;
  /** The fields that the schema of a kind names; empty where the kind has none. */
  fieldsOf(kind: string): ReadonlySet<string>;
}

/** `urls` and `schema` are documents of the archive; they are judged under these names like kinds. */
export type DocumentName = 'schema' | 'urls';

const SCHEMA_FOLDER = new URL('../../schemas/archive/', import.meta.url);
const SCHEMA_ENDING = '.schema.json';

/** The schemas as code, where the build puts them: seen from the source and from the built file alike. */
const STANDALONE = fileURLToPath(new URL('../../dist/archive/archive-schemas.cjs', import.meta.url));

interface SchemaSet {
  readonly byKind: ReadonlyMap<string, JsonObject>;
  /** Stands for all of their texts. */
  readonly digest: string;
}

/**
 * Makes the set of schemas. Compiling, where there is no code of theirs, takes a tenth of a second, so callers who read
 * many archives share one.
 */
export function createArchiveSchemas(standalonePath = STANDALONE): ArchiveSchemas {
  let schemas: (SchemaSet & { readonly compiler: SchemaCompiler }) | undefined;
  const validators = new Map<string, Validate | undefined>();
  const load = () => {
    schemas ??= withCompiler(readSchemas(), standalonePath);
    return schemas;
  };
  return {
    validatorFor(kind) {
      if (!validators.has(kind)) {
        const { byKind, compiler } = load();
        const id = byKind.get(kind)?.['$id'];
        validators.set(kind, typeof id === 'string' ? compiler.validatorFor(id) : undefined);
      }
      return validators.get(kind);
    },
    fieldsOf(kind) {
      const properties = load().byKind.get(kind)?.['properties'];
      return new Set(isJsonObject(properties) ? Object.keys(properties) : []);
    },
  };
}

/** Writes the schemas as code, as a step of the build. Where that was not done, or not since, each is compiled when it is used. */
export function writeArchiveSchemas(path = STANDALONE): void {
  const { byKind, digest } = readSchemas();
  writeFileSync(path, writeStandaloneSchemas([...byKind.values()], digest));
}

function withCompiler(
  schemas: SchemaSet,
  standalonePath: string,
): SchemaSet & { readonly compiler: SchemaCompiler } {
  const standalone = openStandaloneSchemas(standalonePath, schemas.digest);
  return { ...schemas, compiler: standalone ?? createSchemaCompiler([...schemas.byKind.values()]) };
}

function readSchemas(): SchemaSet {
  const byKind = new Map<string, JsonObject>();
  const hash = createHash('sha256');
  for (const fileName of readdirSync(SCHEMA_FOLDER).sort()) {
    const text = readFileSync(new URL(fileName, SCHEMA_FOLDER), 'utf8');
    const schema: unknown = JSON.parse(text);
    hash.update(text);
    if (fileName.endsWith(SCHEMA_ENDING) && isJsonObject(schema)) {
      byKind.set(fileName.slice(0, -SCHEMA_ENDING.length), schema);
    }
  }
  return { byKind, digest: hash.digest('hex') };
}
