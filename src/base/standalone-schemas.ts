import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type Standalone from 'ajv/dist/standalone/index.js';
import { isJsonObject, type JsonObject } from './json.ts';
import {
  createAjv,
  createSchemaCompiler,
  type SchemaCompiler,
  toValidate,
  type Validate,
} from './schema-compiler.ts';

interface StandaloneSchemas {
  readonly digest: string;
  readonly byId: Readonly<Record<string, ValidateFunction>>;
}

const require = createRequire(import.meta.url);

/** The schemas of a folder. */
export interface SchemaFolder {
  /** By file name, without `.schema.json`. */
  readonly byName: ReadonlyMap<string, JsonObject>;
  /** Of all files. */
  readonly digest: string;
}

const SCHEMA_ENDING = '.schema.json';

/** Reads the schemas of a folder whose names begin with `prefix`. */
export function readSchemaFolder(folder: URL, prefix = ''): SchemaFolder {
  const byName = new Map<string, JsonObject>();
  const hash = createHash('sha256');
  const fileNames = readdirSync(folder).filter((name) => name.startsWith(prefix));
  for (const fileName of fileNames.sort()) {
    const text = readFileSync(new URL(fileName, folder), 'utf8');
    const schema: unknown = JSON.parse(text);
    hash.update(text);
    if (fileName.endsWith(SCHEMA_ENDING) && isJsonObject(schema)) {
      byName.set(fileName.slice(0, -SCHEMA_ENDING.length), schema);
    }
  }
  return { byName, digest: hash.digest('hex') };
}

/** Opens the code that the build generated from these schemas; if it is missing or stale, compiles them on first use. */
export function openSchemas({ byName, digest }: SchemaFolder, standalonePath: string): SchemaCompiler {
  return openStandaloneSchemas(standalonePath, digest) ?? createSchemaCompiler([...byName.values()]);
}

/**
 * Writes schemas as a CommonJS module that validates without the compiler: loading the compiler and compiling takes
 * longer than reading a small archive. The module contains the digest of the schemas, so that a stale one is detected.
 */
export function writeStandaloneSchemas({ byName, digest }: SchemaFolder, path: string): void {
  const schemas = [...byName.values()].map(withoutDescriptions);
  const { default: standaloneCode }: typeof Standalone = require('ajv/dist/standalone/index.js');
  const ajv = createAjv(schemas, { withSource: true });
  const names = new Map(schemas.map(({ $id }, number) => [`validate${number}`, String($id)]));
  const entries = [...names].map(([name, id]) => `${JSON.stringify(id)}: exports.${name}`);
  const lines = [
    standaloneCode(ajv, Object.fromEntries(names)).replaceAll(SCHEMA_PATH, ''),
    `exports.byId = { ${entries.join(', ')} };`,
    `exports.digest = ${JSON.stringify(digest)};`,
    '',
  ];
  writeFileSync(path, lines.join('\n'));
}

/** Where in a schema a violation is: nothing reads it, and it would be a seventieth of the package. */
const SCHEMA_PATH = /schemaPath:"(?:[^"\\]|\\.)*",/g;

/** Validation does not need descriptions. A member of `properties` with this name is an object. */
function withoutDescriptions(schema: JsonObject): JsonObject {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === 'description' && typeof value === 'string' ? undefined : value,
    ),
  );
}

/** Opens a standalone module; undefined if it is missing or stale. */
function openStandaloneSchemas(path: string, digest: string): SchemaCompiler | undefined {
  if (!existsSync(path)) {
    return undefined;
  }
  const standalone: StandaloneSchemas = require(path);
  if (standalone.digest !== digest) {
    return undefined;
  }
  const validators = new Map<string, Validate>();
  return {
    validatorFor(id) {
      const validate = validators.get(id) ?? toValidate(standalone.byId[id], id);
      validators.set(id, validate);
      return validate;
    },
  };
}
