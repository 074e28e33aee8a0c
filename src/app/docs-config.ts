import { readFileSync } from 'node:fs';
import { invariant } from '../base/failure.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts';
import { createSchemaCompiler, type Violation } from '../base/schema-compiler.ts';

/** The path of the schema; the same from the source and from the built file. */
const SCHEMA_URL = new URL('../../schemas/docs-config.schema.json', import.meta.url);

/** The allowed tabs of a section in the current schema of the sites. */
const TABS = ['home', 'get-started', 'tutorial', 'guides', 'api', 'examples'];

/**
 * Validates the configuration of a documentation site: strictly by specification 2.10, or with `isLax` by the schema of
 * the sites since July 2026, in which `docSearch` is optional, sections have a `tab`, and pages have `addedAt` and
 * `updatedAt`.
 */
export function validateDocsConfig(
  config: unknown,
  { isLax }: { readonly isLax: boolean },
): readonly Violation[] {
  const strict: unknown = JSON.parse(readFileSync(SCHEMA_URL, 'utf8'));
  invariant(isJsonObject(strict), 'the schema is an object');
  const schema = isLax ? { ...relax(strict), required: ['sections'] } : strict;
  return createSchemaCompiler([schema], { findsAll: true }).validatorFor(String(schema['$id']))(config);
}

/** Adds the newer members to sections and pages, wherever the schema describes them. */
function relax(schema: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(schema), (_, value: JsonValue) => {
    if (!isJsonObject(value)) {
      return value;
    }
    if ('defaultCollapsed' in value) {
      return { ...value, tab: { enum: TABS } };
    }
    return 'to' in value ? { ...value, addedAt: { type: 'string' }, updatedAt: { type: 'string' } } : value;
  });
}
