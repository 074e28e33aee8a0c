import { fileURLToPath } from 'node:url';
import {
  Failure,
  openSchemas,
  readSchemaFolder,
  type SchemaCompiler,
  type Violation,
  writeStandaloneSchemas,
} from '../base/index.ts';
import { type ApiResponse, type Client, redactUrl, showForeignText } from '../client/index.ts';
import type { AnswerName, AnswerTypes } from './answer-types.ts';

/** The path is the same from the source and from the built file. */
const SCHEMAS_URL = new URL('../../schemas/', import.meta.url);

const ANSWER_FOLDERS = ['answers', 'api'] as const;
type AnswerFolder = (typeof ANSWER_FOLDERS)[number];

const MAX_VIOLATIONS_SHOWN = 3;

/** Returns the body of a response with the type of its schema; fails with `not-the-service` if it is invalid. */
export type ReadAnswer = <Name extends AnswerName>(
  name: Name,
  response: ApiResponse,
  action: string,
) => AnswerTypes[Name];

/**
 * Creates a reader that is strict about the fields that we depend on (`schemas/answers`), and lenient about all others:
 * deviations from the specification (`schemas/api`) are reported once for each kind of response.
 */
export function createAnswerReader(client: Pick<Client, 'notice'>): ReadAnswer {
  const needed = compile('answers');
  const described = compile('api');
  const reported = new Set<AnswerName>();
  return <Name extends AnswerName>(name: Name, response: ApiResponse, action: string) => {
    const violations = needed(name, response.body);
    if (violations.length > 0) {
      throw new Failure(
        'not-the-service',
        `Cannot ${action}: "${redactUrl(response.url)}" is not the service: it answered ${response.status} with unexpected JSON (${describe(violations)})`,
      );
    }
    const deviations = reported.has(name) ? [] : described(name, response.body);
    if (deviations.length > 0) {
      reported.add(name);
      client.notice(
        `The response of the service differs from its description; all of it is kept. To ${action}: ${describe(deviations)}`,
      );
    }
    return response.body as AnswerTypes[Name]; // Checked against the schema above.
  };
}

function describe(violations: readonly Violation[]): string {
  const shown = violations
    .slice(0, MAX_VIOLATIONS_SHOWN)
    .map(({ pointer, message }) => `${pointer === '' ? 'the body' : pointer} ${message}`);
  return showForeignText(shown.join('; '));
}

/** A validator for a folder of schemas, which are read on first use. */
function compile(folder: AnswerFolder): (name: AnswerName, body: unknown) => readonly Violation[] {
  let compiler: SchemaCompiler | undefined;
  return (name, body) => {
    compiler ??= openSchemas(readSchemaFolder(new URL(`${folder}/`, SCHEMAS_URL)), standalonePath(folder));
    return compiler.validatorFor(`https://satchel.example/schemas/${folder}/${name}.schema.json`)(body);
  };
}

/** The compiled schemas. The path is the same from the source and from the built file. */
function standalonePath(folder: AnswerFolder): string {
  return fileURLToPath(new URL(`../../dist/endpoints/${folder}-schemas.cjs`, import.meta.url));
}

/** Writes the compiled schemas, as a step of the build. */
export function writeAnswerSchemas(): void {
  for (const folder of ANSWER_FOLDERS) {
    writeStandaloneSchemas(readSchemaFolder(new URL(`${folder}/`, SCHEMAS_URL)), standalonePath(folder));
  }
}
