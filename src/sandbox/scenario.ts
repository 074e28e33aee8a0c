import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileFailure } from '../base/file-failure.ts';
import { type JsonObject, parseJson } from '../base/json.ts';
import { createSchemaCompiler } from '../base/schema-compiler.ts';
import { Failure, messageOf } from '../model/failure.ts';
import type { TokenGrant } from './server/api/caller.ts';
import type { Advisory, Alert, DismissalReason } from './world/alerts/create-alerts.ts';
import type { Organization, PersonOutline } from './world/world.ts';

/** A scenario file (`schemas/sandbox/scenario.schema.json`): the records of a sandbox that are not invented. */
export interface Scenario {
  readonly account?: PersonOutline;
  readonly people?: readonly PersonOutline[];
  readonly organization?: Partial<Pick<Organization, 'description' | 'email' | 'login' | 'name'>> & {
    readonly members?: readonly { readonly login: string; readonly role?: 'admin' | 'direct_member' }[];
    readonly billing_managers?: readonly string[];
  };
  readonly enterprise?: string;
  readonly repositories?: readonly ScenarioRepository[];
  readonly tokens?: readonly ScenarioToken[];
  /** Bodies that create budgets, with what the service adds. */
  readonly budgets?: readonly JsonObject[];
  readonly alerts?: readonly ScenarioAlert[];
}

/** A repository; everything that is not given has the default. */
export interface ScenarioRepository {
  readonly name?: string;
  readonly owner?: 'account' | 'organization';
  readonly description?: string | null;
  readonly topics?: readonly string[];
  readonly private?: boolean;
  readonly archived?: boolean;
  readonly empty?: boolean;
  readonly wiki?: boolean;
  readonly discussions?: boolean;
  readonly protected?: boolean;
  readonly default_branch?: string;
  readonly issues?: number;
}

export type ScenarioToken = Pick<TokenGrant, 'token'> & Partial<TokenGrant>;

/** An alert and parts of its advisory. */
export interface ScenarioAlert
  extends Partial<Pick<Alert, 'assignees' | 'scope' | 'state'>>,
    Partial<Pick<Advisory, 'ecosystem' | 'severity' | 'summary'>> {
  readonly repository: string;
  readonly package?: string;
  readonly manifest_path?: string;
  readonly created_at?: string;
  readonly dismissed_reason?: DismissalReason;
  readonly dismissed_comment?: string | null;
}

/** The failure for an invalid scenario; `what` begins with a JSON pointer. */
export function refuseScenario(what: string, cause?: unknown): Failure {
  return new Failure('usage', `Cannot use the scenario: ${what}`, { cause });
}

const SCHEMA_URL = new URL('../../schemas/sandbox/scenario.schema.json', import.meta.url);
const SCHEMA_ID = 'https://satchel.example/schemas/sandbox/scenario.schema.json';

/** Reads a scenario file. Fails with `usage` where it is not JSON or does not match the schema. */
export async function readScenario(path: string): Promise<Scenario> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw fileFailure(error, 'read the scenario', path);
  });
  try {
    return parseScenario(text);
  } catch (cause) {
    if (cause instanceof RangeError) {
      throw new Failure('usage', `Cannot use the scenario "${path}": ${messageOf(cause)}`, {
        cause,
        hint: 'Correct the file; schemas/sandbox/scenario.schema.json of the package describes what it can have',
      });
    }
    throw cause;
  }
}

/** Parses a scenario. Throws a `RangeError`, with a pointer where it does not match the schema. */
export function parseScenario(text: string): Scenario {
  const value = parseJson(text);
  if (value === undefined) {
    throw new RangeError('it is not JSON');
  }
  const schema = JSON.parse(readFileSync(SCHEMA_URL, 'utf8'));
  const [violation] = createSchemaCompiler([schema]).validatorFor(SCHEMA_ID)(value);
  if (violation !== undefined) {
    throw new RangeError(`${violation.pointer || '/'} ${violation.message}`);
  }
  return value as Scenario; // The schema and the type agree.
}
