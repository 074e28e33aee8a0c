import { fileURLToPath } from 'node:url';
import { isJsonObject } from '../base/json.ts';
import type { SchemaCompiler, Violation } from '../base/schema-compiler.ts';
import { type SetAside, setAside } from '../base/set-aside.ts';
import { openSchemas, readSchemaFolder, writeStandaloneSchemas } from '../base/standalone-schemas.ts';
import type { Client } from '../client/create-client.ts';
import { redactUrl } from '../client/request-url.ts';
import type { ApiResponse } from '../client/send.ts';
import { showForeignText } from '../client/service-error.ts';
import { Failure } from '../model/failure.ts';
import type { AnswerName, AnswerTypes } from './answer-types.ts';

/** The paths are the same from the source and from the built file. */
const SCHEMAS_URL = new URL('../../schemas/answers/', import.meta.url);
const STANDALONE_PATH = fileURLToPath(new URL('../../dist/endpoints/answers-schemas.cjs', import.meta.url));

const MAX_VIOLATIONS_SHOWN = 3;

/** The violations of the schema of a response. */
type Needed = (name: AnswerName, body: unknown) => readonly Violation[];

/** Lists that the service may answer with 204 if they are empty. */
const DISPLAYED_LISTS: ReadonlySet<AnswerName> = new Set([
  'events',
  'notifications',
  'alerts',
  'gists',
  'stars',
]);

/** Lists that decide what is exported: each of their items is read, or nothing. */
const DECIDING_LISTS: ReadonlySet<AnswerName> = new Set(['migrations', 'repositories', 'memberships']);

/** Returns the body of a response with the type of its schema; fails with `not-the-service` if it is invalid. */
export type ReadAnswer = <Name extends AnswerName>(
  name: Name,
  response: ApiResponse,
  action: string,
) => AnswerTypes[Name];

/** Creates a reader that is strict about the fields that we depend on (`schemas/answers`), and ignores all others. */
export function createAnswerReader(client: Pick<Client, 'notice'>): ReadAnswer {
  const needed = openAnswerSchemas();
  return <Name extends AnswerName>(name: Name, response: ApiResponse, action: string) => {
    const isEmptyList = response.status === 204 && DISPLAYED_LISTS.has(name);
    const body: unknown = isEmptyList ? [] : response.body;
    const violations = needed(name, body);
    const readable = violations.length > 0 ? readablePart(name, body, { needed, violations }) : undefined;
    if (readable !== undefined) {
      client.notice(
        `The service was asked to ${action}; the unreadable values of its response are left out: ${describe(readable.violations)}`,
      );
      return readable.rest as unknown as AnswerTypes[Name]; // It matches the schema.
    }
    if (violations.length > 0) {
      const found =
        response.text === '' ? 'without a body' : `with unexpected JSON (${describe(violations)})`;
      throw new Failure(
        'not-the-service',
        `Cannot ${action}: "${redactUrl(response.url)}" is not the service: it answered ${response.status} ${found}`,
      );
    }
    return body as AnswerTypes[Name]; // Checked against the schema above.
  };
}

/** What is left of a response without its unreadable values; undefined if that is too little. */
function readablePart(
  name: AnswerName,
  body: unknown,
  { needed, violations }: { readonly needed: Needed; readonly violations: readonly Violation[] },
): SetAside | undefined {
  if (!isJsonObject(body) && !Array.isArray(body)) {
    return undefined;
  }
  const aside = setAside(body, (rest) => needed(name, rest), violations);
  if (aside === undefined || !Array.isArray(body) || !Array.isArray(aside.rest)) {
    return aside;
  }
  const countOf = (items: readonly unknown[]) =>
    DECIDING_LISTS.has(name)
      ? items.filter(isJsonObject).length
      : Math.min(1, items.filter(isPresent).length);
  return countOf(aside.rest) === countOf(body) ? aside : undefined;
}

const isPresent = (item: unknown) => item !== null;

function describe(violations: readonly Violation[]): string {
  const shown = violations
    .slice(0, MAX_VIOLATIONS_SHOWN)
    .map(({ pointer, message }) => `${pointer === '' ? 'the body' : pointer} ${message}`);
  return showForeignText(shown.join('; '));
}

/** The schemas are read on first use. */
function openAnswerSchemas(): Needed {
  let compiler: SchemaCompiler | undefined;
  return (name, body) => {
    compiler ??= openSchemas(readSchemaFolder(SCHEMAS_URL), STANDALONE_PATH);
    return compiler.validatorFor(`https://satchel.example/schemas/answers/${name}.schema.json`)(body);
  };
}

/** Writes the compiled schemas, as a step of the build. */
export function writeAnswerSchemas(): void {
  writeStandaloneSchemas(readSchemaFolder(SCHEMAS_URL), STANDALONE_PATH);
}
