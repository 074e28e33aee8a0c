import { type JsonObject, utcSeconds } from '../base/index.ts';
import type { Message } from './message.ts';

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
