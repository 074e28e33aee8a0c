import { readdirSync, readFileSync } from 'node:fs';
import {
  createSchemaCompiler,
  isJsonObject,
  type JsonObject,
  type SchemaCompiler,
  type Validate,
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

interface SchemaSet {
  readonly byKind: ReadonlyMap<string, JsonObject>;
  readonly compiler: SchemaCompiler;
}

/** Makes the set of schemas. Compiling takes a tenth of a second, so callers who read many archives share one. */
export function createArchiveSchemas(): ArchiveSchemas {
  let schemas: SchemaSet | undefined;
  const validators = new Map<string, Validate | undefined>();
  const load = () => {
    schemas ??= readSchemas();
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

function readSchemas(): SchemaSet {
  const byKind = new Map<string, JsonObject>();
  for (const fileName of readdirSync(SCHEMA_FOLDER)) {
    const schema: unknown = JSON.parse(readFileSync(new URL(fileName, SCHEMA_FOLDER), 'utf8'));
    if (fileName.endsWith(SCHEMA_ENDING) && isJsonObject(schema)) {
      byKind.set(fileName.slice(0, -SCHEMA_ENDING.length), schema);
    }
  }
  return { byKind, compiler: createSchemaCompiler([...byKind.values()]) };
}
