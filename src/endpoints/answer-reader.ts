import { readFileSync } from 'node:fs';
import { createSchemaCompiler, Failure, isJsonObject, type JsonObject } from '../base/index.ts';
import { type ApiResponse, redactUrl } from '../client/index.ts';
import type { AnswerName, AnswerTypes } from './answer-types.ts';

/** Where the schemas lie, seen from the source and from the built file alike. */
const SCHEMAS_URL = new URL('../../schemas/api/', import.meta.url);

const SCHEMA_NAMES = [
  'account',
  'migration',
  'migrations',
  'repositories',
  'rate-limit',
  'versions',
  'budget',
  'budgets',
  'budget-change',
  'budget-deletion',
  'alert',
  'alerts',
  'event',
  'events',
  'notification',
  'notifications',
  'thread-subscription',
  'parts', // No answer: what the others share.
] as const satisfies readonly (AnswerName | 'event' | 'parts')[];

/** How many violations one sentence shows. */
const MAX_VIOLATIONS_SHOWN = 3;

/** Gives the body of an answer as what its schema promises, or fails: then it is not the service that answers. */
export type ReadAnswer = <Name extends AnswerName>(
  name: Name,
  response: ApiResponse,
  action: string,
) => AnswerTypes[Name];

export function createAnswerReader(): ReadAnswer {
  const compiler = createSchemaCompiler(SCHEMA_NAMES.map(readSchema));
  return <Name extends AnswerName>(name: Name, response: ApiResponse, action: string) => {
    const violations = compiler.validatorFor(schemaId(name))(response.body);
    if (violations.length > 0) {
      const shown = violations.slice(0, MAX_VIOLATIONS_SHOWN);
      const found = shown.map(
        ({ pointer, message }) => `${pointer === '' ? 'the body' : pointer} ${message}`,
      );
      throw new Failure(
        'not-the-service',
        `Cannot ${action}: "${redactUrl(response.url)}" is not the service: it answered ${response.status} with JSON of another kind (${found.join('; ')})`,
      );
    }
    return response.body as AnswerTypes[Name]; // The schema of this name has just been checked.
  };
}

function readSchema(name: (typeof SCHEMA_NAMES)[number]): JsonObject {
  const schema: unknown = JSON.parse(readFileSync(new URL(`${name}.schema.json`, SCHEMAS_URL), 'utf8'));
  if (!isJsonObject(schema)) {
    throw new TypeError(`Cannot use the schema "${name}": it is no JSON object`);
  }
  return schema;
}

function schemaId(name: AnswerName): string {
  return `https://satchel.example/schemas/api/${name}.schema.json`;
}
