import { type JsonObject, utcSeconds } from '../base/index.ts';

/** About what somebody is told. */
export type Occasion = 'start' | 'success' | 'failure' | 'recovery' | 'suspicion' | 'age';

/** What is told. No member of it is secret. */
export interface Message {
  readonly occasion: Occasion;
  readonly job: string;
  /** The account or organization whose work it is. */
  readonly account: string;
  readonly atMs: number;
  readonly runId?: string;
  /** `succeeded`, `warned`, … */
  readonly outcome?: string;
  readonly exitStatus?: number;
  readonly failure?: { readonly code: string; readonly message: string; readonly hint: string };
  readonly durationMs?: number;
  readonly waitedMs?: number;
  readonly bytes?: number;
  readonly records?: number;
  readonly repositories?: number;
  readonly findings?: number;
  /** What there is suddenly less of: a sentence each. */
  readonly drops?: readonly string[];
  /** How old the last good backup is. */
  readonly ageMs?: number;
  /** When the last good backup ended. */
  readonly lastSuccessMs?: number;
}

/** A message as programs read it: names as in all JSON that Satchel prints, times in UTC. */
export function messageJson(message: Message): JsonObject {
  const { occasion, job, account, atMs, runId, outcome, exitStatus, failure, drops, lastSuccessMs, ...rest } =
    message;
  const members = {
    message_type: 'telling',
    occasion,
    job,
    account,
    at: utcSeconds(atMs),
    run_id: runId,
    outcome,
    exit_status: exitStatus,
    failure,
    duration_ms: rest.durationMs,
    waited_ms: rest.waitedMs,
    bytes: rest.bytes,
    records: rest.records,
    repositories: rest.repositories,
    findings: rest.findings,
    drops,
    age_ms: rest.ageMs,
    last_success_at: lastSuccessMs === undefined ? undefined : utcSeconds(lastSuccessMs),
  };
  return JSON.parse(JSON.stringify(members)) as JsonObject; // Leaves out what is undefined.
}
