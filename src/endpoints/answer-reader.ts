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

/** Where the schemas lie, seen from the source and from the built file alike. */
const SCHEMAS_URL = new URL('../../schemas/', import.meta.url);

const ANSWER_FOLDERS = ['answers', 'api'] as const;
type AnswerFolder = (typeof ANSWER_FOLDERS)[number];

/**
 * Lists that are only shown and kept, so that one odd item does not cost the others. What is exported is decided by
 * the lists of migrations and repositories: they are read whole, or not at all.
 */
const SHOWN_LISTS: ReadonlySet<AnswerName> = new Set(['events', 'notifications', 'alerts']);

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
  const readableItems = (name: AnswerName, body: unknown) =>
    SHOWN_LISTS.has(name) && Array.isArray(body)
      ? body.filter((item: unknown) => needed(name, [item]).length === 0)
      : [];
  return <Name extends AnswerName>(name: Name, response: ApiResponse, action: string) => {
    const isWithoutItems = response.status === 204 && SHOWN_LISTS.has(name);
    const body: unknown = isWithoutItems ? [] : response.body;
    const violations = needed(name, body);
    const readable = violations.length > 0 ? readableItems(name, body) : [];
    if (readable.length > 0) {
      client.notice(
        `The service was asked to ${action}, and what cannot be read of its response is left out: ${describe(violations)}`,
      );
      return readable as unknown as AnswerTypes[Name]; // Each item fits the schema of this list.
    }
    if (violations.length > 0) {
      throw new Failure(
        'not-the-service',
        `Cannot ${action}: "${redactUrl(response.url)}" is not the service: it answered ${response.status} ${response.text === '' ? 'without a body' : `with unexpected JSON (${describe(violations)})`}`,
      );
    }
    const oddities = noted.has(name) ? [] : described(name, body);
    if (oddities.length > 0) {
      noted.add(name);
      client.notice(
        `The service was asked to ${action}, and its response differs from its description (${describe(oddities)}); all of it is kept`,
      );
    }
    return body as AnswerTypes[Name]; // The schema of this name has just been checked.
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
function compile(folder: AnswerFolder): Judge {
  let compiler: SchemaCompiler | undefined;
  return (name, body) => {
    compiler ??= openSchemas(readSchemaFolder(new URL(`${folder}/`, SCHEMAS_URL)), standalonePath(folder));
    return compiler.validatorFor(`https://satchel.example/schemas/${folder}/${name}.schema.json`)(body);
  };
}

/** The schemas as code, where the build puts them: seen from the source and from the built file alike. */
function standalonePath(folder: AnswerFolder): string {
  return fileURLToPath(new URL(`../../dist/endpoints/${folder}-schemas.cjs`, import.meta.url));
}

/** Writes the schemas as code, as a step of the build. */
export function writeAnswerSchemas(): void {
  for (const folder of ANSWER_FOLDERS) {
    writeStandaloneSchemas(readSchemaFolder(new URL(`${folder}/`, SCHEMAS_URL)), standalonePath(folder));
  }
}
