import { formatDuration, formatSize } from '../base/index.ts';
import type { Message } from './message.ts';

/** What a template may say in braces: each gives its text, or an empty one where there is nothing to say. */
export const PLACEHOLDERS: Readonly<Record<string, (message: Message) => string>> = {
  job: ({ job }) => job,
  account: ({ account }) => account,
  occasion: ({ occasion }) => occasion,
  outcome: ({ outcome }) => outcome ?? '',
  time: ({ atMs }) => new Date(atMs).toISOString(),
  run_id: ({ runId }) => runId ?? '',
  exit_status: ({ exitStatus }) => String(exitStatus ?? ''),
  code: ({ failure }) => failure?.code ?? '',
  failure: ({ failure }) => failure?.message ?? '',
  hint: ({ failure }) => failure?.hint ?? '',
  duration: ({ durationMs }) => (durationMs === undefined ? '' : formatDuration(durationMs)),
  waited: ({ waitedMs }) => (waitedMs === undefined ? '' : formatDuration(waitedMs)),
  bytes: ({ bytes }) => (bytes === undefined ? '' : formatSize(bytes)),
  records: ({ records }) => String(records ?? ''),
  repositories: ({ repositories }) => String(repositories ?? ''),
  findings: ({ findings }) => String(findings ?? ''),
  drops: ({ drops }) => (drops ?? []).join('; '),
  age: ({ ageMs }) => (ageMs === undefined ? '' : formatDuration(ageMs)),
  last_success: ({ lastSuccessMs }) =>
    lastSuccessMs === undefined ? 'never' : new Date(lastSuccessMs).toISOString(),
};
