import { readdirSync, readFileSync } from 'node:fs';
import {
  createSchemaCompiler,
  Failure,
  isJsonObject,
  type JsonObject,
  type SchemaCompiler,
  type Violation,
} from '../base/index.ts';
import { type ApiResponse, type Client, redactUrl, showForeignText } from '../client/index.ts';
import type { AnswerName, AnswerTypes } from './answer-types.ts';

/** Where the schemas lie, seen from the source and from the built file alike. */
const SCHEMAS_URL = new URL('../../schemas/', import.meta.url);

/** How many violations one sentence shows. */
const MAX_VIOLATIONS_SHOWN = 3;

/** Gives the body of an answer as what its schema promises, or fails: then it is not the service that answers. */
export type ReadAnswer = <Name extends AnswerName>(
  name: Name,
  response: ApiResponse,
  action: string,
) => AnswerTypes[Name];

/**
 * Reads answers strictly where something is decided by them (`schemas/answers`), and liberally elsewhere: what the
 * specification describes otherwise (`schemas/api`) is let through, and noted once for each kind of answer.
 */
export function createAnswerReader(client: Pick<Client, 'notice'>): ReadAnswer {
  const needed = compile('answers');
  const described = compile('api');
  const noted = new Set<AnswerName>();
  return <Name extends AnswerName>(name: Name, response: ApiResponse, action: string) => {
    const violations = needed(name, response.body);
    if (violations.length > 0) {
      throw new Failure(
        'not-the-service',
        `Cannot ${action}: "${redactUrl(response.url)}" is not the service: it answered ${response.status} with unexpected JSON (${describe(violations)})`,
      );
    }
    const oddities = noted.has(name) ? [] : described(name, response.body);
    if (oddities.length > 0) {
      noted.add(name);
      client.notice(
        `The response of the service differs from its description; all of it is kept. To ${action}: ${describe(oddities)}`,
      );
    }
    return response.body as AnswerTypes[Name]; // The schema of this name has just been checked.
  };
}

function describe(violations: readonly Violation[]): string {
  const shown = violations
    .slice(0, MAX_VIOLATIONS_SHOWN)
    .map(({ pointer, message }) => `${pointer === '' ? 'the body' : pointer} ${message}`);
  return showForeignText(shown.join('; '));
}

type Judge = (name: AnswerName, body: unknown) => readonly Violation[];

/** The judge of one folder of schemas, which are read when the first answer comes. */
function compile(folder: 'answers' | 'api'): Judge {
  let compiler: SchemaCompiler | undefined;
  return (name, body) => {
    compiler ??= createSchemaCompiler(readSchemas(new URL(`${folder}/`, SCHEMAS_URL)));
    return compiler.validatorFor(`https://satchel.example/schemas/${folder}/${name}.schema.json`)(body);
  };
}

function readSchemas(directory: URL): readonly JsonObject[] {
  return readdirSync(directory).map((name) => {
    const schema: unknown = JSON.parse(readFileSync(new URL(name, directory), 'utf8'));
    if (!isJsonObject(schema)) {
      throw new TypeError(`Cannot use the schema "${name}": it is not a JSON object`);
    }
    return schema;
  });
}
