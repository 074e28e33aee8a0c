import { readFileSync } from 'node:fs';
import {
  createSchemaCompiler,
  invariant,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Violation,
} from '../../../base/index.ts';

/** Where the schema lies, seen from the source and from the built file alike. */
const SCHEMA_URL = new URL('../../../../schemas/docs-config.schema.json', import.meta.url);

/** The parts of a site that a section can belong to, as the schema of today's sites has them. */
const TABS = ['home', 'get-started', 'tutorial', 'guides', 'api', 'examples'];

/**
 * Judges a configuration of a documentation site: to the letter of specification 2.10, or lax, as the schema of the
 * sites is since July 2026: `docSearch` may be left out, and sections have a `tab`, pages `addedAt` and `updatedAt`.
 */
export function judgeDocsConfig(
  config: unknown,
  { isLax }: { readonly isLax: boolean },
): readonly Violation[] {
  const strict: unknown = JSON.parse(readFileSync(SCHEMA_URL, 'utf8'));
  invariant(isJsonObject(strict), 'the schema is an object');
  const schema = isLax ? { ...relax(strict), required: ['sections'] } : strict;
  return createSchemaCompiler([schema]).validatorFor(String(schema['$id']))(config);
}

/** Adds what has come since to the section and to the pages, wherever the schema describes them. */
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
