import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createSchemaCompiler, Failure, fileFailure, messageOf } from '../../base/index.ts';
import type { Scenario } from './scenario.ts';

const SCHEMA_URL = new URL('../../../schemas/sandbox/scenario.schema.json', import.meta.url);
const SCHEMA_ID = 'https://satchel.example/schemas/sandbox/scenario.schema.json';

/** Reads a scenario file. Fails with `usage` where it is not JSON or breaks the schema, and names the place. */
export async function readScenario(path: string): Promise<Scenario> {
  const text = await readText(path);
  try {
    return parseScenario(text);
  } catch (cause) {
    if (cause instanceof SyntaxError || cause instanceof RangeError) {
      throw scenarioFailure(path, cause);
    }
    throw cause;
  }
}

/** What is wrong with a scenario, as a failure that names its file. */
export function scenarioFailure(path: string, cause: Error): Failure {
  return new Failure('usage', `Cannot use the scenario "${path}": ${messageOf(cause)}`, {
    cause,
    hint: 'Correct the file; the README describes what a scenario can have',
  });
}

/** Judges the text of a scenario. Throws a `SyntaxError` for what is not JSON, else a `RangeError` with the pointer. */
export function parseScenario(text: string): Scenario {
  const value: unknown = JSON.parse(text);
  const [violation] = compile()(value);
  if (violation !== undefined) {
    throw new RangeError(`${violation.pointer || '/'} ${violation.message}`);
  }
  return value as Scenario; // The schema says the same as the type.
}

function compile() {
  return createSchemaCompiler([JSON.parse(readFileSync(SCHEMA_URL, 'utf8'))]).validatorFor(SCHEMA_ID);
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw fileFailure(error, 'read the scenario', path);
  }
}
