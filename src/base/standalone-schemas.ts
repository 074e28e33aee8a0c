import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type Standalone from 'ajv/dist/standalone/index.js';
import type { JsonObject } from './json.ts';
import { createAjv, judgeWith, type SchemaCompiler, type Validate } from './schema-compiler.ts';

/** What a standalone module exports. */
interface StandaloneSchemas {
  readonly digest: string;
  readonly byId: Readonly<Record<string, ValidateFunction>>;
}

const require = createRequire(import.meta.url);

/**
 * Writes schemas as the text of a CommonJS module that judges without a compiler: to load the compiler and to compile
 * takes longer than to read a small archive. The digest is the caller's, to tell whether the schemas are still the same.
 */
export function writeStandaloneSchemas(schemas: readonly JsonObject[], digest: string): string {
  const { default: standaloneCode }: typeof Standalone = require('ajv/dist/standalone/index.js');
  const ajv = createAjv(schemas, { withSource: true });
  const names = new Map(schemas.map(({ $id }, number) => [`judge${number}`, String($id)]));
  const entries = [...names].map(([name, id]) => `${JSON.stringify(id)}: exports.${name}`);
  return [
    standaloneCode(ajv, Object.fromEntries(names)),
    `exports.byId = { ${entries.join(', ')} };`,
    `exports.digest = ${JSON.stringify(digest)};`,
    '',
  ].join('\n');
}

/** Opens such a module; undefined where there is none, or one of other schemas. */
export function openStandaloneSchemas(path: string, digest: string): SchemaCompiler | undefined {
  if (!existsSync(path)) {
    return undefined;
  }
  const standalone: StandaloneSchemas = require(path);
  if (standalone.digest !== digest) {
    return undefined;
  }
  const judges = new Map<string, Validate>();
  return {
    validatorFor(id) {
      const judge = judges.get(id) ?? judgeWith(standalone.byId[id], id);
      judges.set(id, judge);
      return judge;
    },
  };
}
