import type { JsonObject } from '../base/json.ts';
import { utcSeconds } from '../base/run-id.ts';
import type { StoreChanges } from '../model/store-changes.ts';

export type Occasion = 'start' | 'success' | 'failure' | 'recovery' | 'suspicion' | 'age';

/** The content of a notification, without secrets. */
export interface Message {
  readonly occasion: Occasion;
  readonly job: string;
  /** The account or organization that is backed up. */
  readonly account: string;
  readonly atMs: number;
  readonly runId?: string;
  /** `succeeded`, `warned`, … */
  readonly outcome?: string;
  readonly exitStatus?: number;
  readonly failure?: {
    readonly code: string;
    readonly message: string;
    readonly hint: string;
    /** The same for people at the command line, if that differs. */
    readonly commandHint?: string | undefined;
  };
  readonly durationMs?: number;
  readonly waitedMs?: number;
  readonly bytes?: number;
  readonly records?: number;
  readonly repositories?: number;
  readonly findings?: number;
  /** The time that the backup represents, ISO 8601. */
  readonly takenAt?: string;
  readonly changes?: StoreChanges;
  /** Sudden decreases, a sentence each. */
  readonly drops?: readonly string[];
  /** The age of the last good backup. */
  readonly ageMs?: number;
  /** When the last good backup ended. */
  readonly lastSuccessMs?: number;
}

/** A message as JSON, with names in the style of all our JSON, and times in UTC. */
export function messageJson(message: Message): JsonObject {
  const { occasion, job, account, atMs, runId, outcome, exitStatus, failure, drops, lastSuccessMs, ...rest } =
    message;
  const members = {
    message_type: 'notification',
    occasion,
    job,
    account,
    at: utcSeconds(atMs),
    run_id: runId,
    outcome,
    exit_status: exitStatus,
    failure: failure && failureJson(failure),
    duration_ms: rest.durationMs,
    waited_ms: rest.waitedMs,
    bytes: rest.bytes,
    records: rest.records,
    repositories: rest.repositories,
    findings: rest.findings,
    taken_at: rest.takenAt === undefined ? undefined : utcSeconds(Date.parse(rest.takenAt)),
    changes: rest.changes,
    drops,
    age_ms: rest.ageMs,
    last_success_at: lastSuccessMs === undefined ? undefined : utcSeconds(lastSuccessMs),
  };
  return JSON.parse(JSON.stringify(members)) as JsonObject; // Removes undefined members.
}

function failureJson({ commandHint, ...failure }: NonNullable<Message['failure']>): JsonObject {
  return commandHint === undefined ? failure : { ...failure, command_hint: commandHint };
}

/** What people at the command line do next. */
export function adviceOf({ hint, commandHint = hint }: NonNullable<Message['failure']>): string {
  return commandHint;
}
