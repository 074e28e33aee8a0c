import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import {
  createSchemaCompiler,
  Failure,
  fileFailure,
  type JsonObject,
  type JsonValue,
  messageOf,
} from '../../base/index.ts';
import type { IssuedTokenKind } from '../server/api/caller.ts';
import type { Plan } from '../server/api/limits.table.ts';
import type { AlertState, DismissalReason, Severity } from '../world/alerts/alert.ts';

/** A scenario file, as `schemas/sandbox/scenario.schema.json` has it: what is not invented, and what goes wrong. */
export interface Scenario {
  readonly seed?: string;
  readonly issues?: number;
  readonly years?: number;
  readonly plan?: Plan;
  readonly live_seconds?: number;
  readonly fault_control?: boolean;
  readonly account?: ScenarioPerson;
  readonly people?: readonly ScenarioPerson[];
  readonly organization?: {
    readonly login?: string;
    readonly name?: string;
    readonly description?: string;
    readonly email?: string;
    readonly members?: readonly { readonly login: string; readonly role?: 'admin' | 'direct_member' }[];
    readonly billing_managers?: readonly string[];
  };
  readonly enterprise?: string;
  readonly repositories?: readonly ScenarioRepository[];
  readonly tokens?: readonly ScenarioToken[];
  /** Bodies that create budgets, with what the service adds. */
  readonly budgets?: readonly JsonObject[];
  readonly alerts?: readonly ScenarioAlert[];
  readonly faults?: readonly JsonValue[];
  readonly failing?: readonly string[];
}

interface ScenarioPerson {
  readonly login?: string;
  readonly name?: string | null;
  readonly email?: string;
  readonly company?: string | null;
  readonly location?: string | null;
  readonly website?: string | null;
  readonly bio?: string | null;
}

/** What is known of a repository; it is an ordinary one in all else. */
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

/** A token besides those that a sandbox issues by itself. */
export interface ScenarioToken {
  readonly token: string;
  readonly kind?: IssuedTokenKind;
  readonly login?: string;
  readonly scopes?: readonly string[];
  readonly permissions?: Readonly<Record<string, 'read' | 'write'>>;
}

/** An alert, with what is known of its advisory. */
export interface ScenarioAlert {
  readonly repository: string;
  readonly state?: AlertState;
  readonly package?: string;
  readonly ecosystem?: string;
  readonly severity?: Severity;
  readonly summary?: string;
  readonly manifest_path?: string;
  readonly scope?: 'development' | 'runtime';
  readonly assignees?: readonly string[];
  readonly created_at?: string;
  readonly dismissed_reason?: DismissalReason;
  readonly dismissed_comment?: string | null;
}

/** The failure for a scenario that no sandbox can be made from; `what` begins with the JSON pointer to the place. */
export function refuseScenario(what: string, cause?: unknown): Failure {
  return new Failure('usage', `Cannot use the scenario: ${what}`, { cause });
}

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
function scenarioFailure(path: string, cause: Error): Failure {
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
