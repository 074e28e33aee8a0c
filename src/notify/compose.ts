import { formatDuration } from '../base/durations.ts';
import { utcSeconds } from '../base/run-id.ts';
import { formatSize } from '../base/sizes.ts';
import { changesText } from '../model/store-changes.ts';
import { adviceOf, type Message, type Occasion } from './message.ts';

export interface Words {
  readonly title: string;
  readonly text: string;
}

const TITLES: Readonly<Record<Occasion, string>> = {
  start: 'Backup "{job}" started',
  success: 'Backup "{job}" succeeded',
  failure: 'Backup "{job}" FAILED',
  recovery: 'Backup "{job}" succeeded again',
  suspicion: 'Backup "{job}" shrank suddenly',
  age: 'Backup "{job}" is too old',
};

/** Most receivers truncate longer titles. */
const MAX_TITLE_LENGTH = 200;
const MAX_TEXT_LENGTH = 4_000;

/** Formats a message with the templates of its channel, or else with the default ones. */
export function compose(message: Message, templates: Partial<Words>): Words {
  const title = fill(templates.title ?? TITLES[message.occasion], message).replace(/\s+/g, ' ');
  const text = templates.text === undefined ? usualText(message) : fill(templates.text, message);
  return { title: title.slice(0, MAX_TITLE_LENGTH), text: text.slice(0, MAX_TEXT_LENGTH) };
}

/** Replaces placeholders such as `{name}`; unknown ones stay visible. */
function fill(template: string, message: Message): string {
  return template.replaceAll(/\{([a-z_]+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(PLACEHOLDERS, name) ? (PLACEHOLDERS[name]?.(message) ?? '') : placeholder,
  );
}

/** The placeholders of templates; empty if the message lacks the value. */
const PLACEHOLDERS: Readonly<Record<string, (message: Message) => string>> = {
  job: ({ job }) => job,
  account: ({ account }) => account,
  occasion: ({ occasion }) => occasion,
  outcome: ({ outcome }) => outcome ?? '',
  time: ({ atMs }) => utcSeconds(atMs),
  run_id: ({ runId }) => runId ?? '',
  exit_status: ({ exitStatus }) => String(exitStatus ?? ''),
  code: ({ failure }) => failure?.code ?? '',
  failure: ({ failure }) => failure?.message ?? '',
  hint: ({ failure }) => (failure === undefined ? '' : adviceOf(failure)),
  duration: ({ durationMs }) => (durationMs === undefined ? '' : formatDuration(durationMs)),
  waited: ({ waitedMs }) => (waitedMs === undefined ? '' : formatDuration(waitedMs)),
  bytes: ({ bytes }) => (bytes === undefined ? '' : formatSize(bytes)),
  records: ({ records }) => String(records ?? ''),
  repositories: ({ repositories }) => String(repositories ?? ''),
  findings: ({ findings }) => String(findings ?? ''),
  taken_at: ({ takenAt }) => (takenAt === undefined ? '' : utcSeconds(Date.parse(takenAt))),
  changes: ({ changes }) => (changes === undefined ? '' : changesText(changes)),
  drops: ({ drops }) => (drops ?? []).join('; '),
  age: ({ ageMs }) => (ageMs === undefined ? '' : formatDuration(ageMs)),
  last_success: ({ lastSuccessMs }) => (lastSuccessMs === undefined ? 'never' : utcSeconds(lastSuccessMs)),
};

function ageSentence({ lastSuccessMs }: Message): string {
  return lastSuccessMs === undefined
    ? 'There is no good backup of {account} yet, {age} after the first one was due.'
    : 'The last good backup of {account} is {age} old.';
}

function usualText(message: Message): string {
  const { failure, durationMs, records, drops = [], lastSuccessMs, runId } = message;
  const lines = [
    ...(message.occasion === 'age' ? [fill(ageSentence(message), message)] : [`Account: ${message.account}`]),
    ...(failure === undefined ? [] : [`${failure.message}.`, `${adviceOf(failure)}.`]),
    ...(drops.length === 0 ? [] : [`Much less than before: ${drops.join(', ')}.`]),
    ...(records === undefined
      ? []
      : [fill('{records} records of {repositories} repositories, {bytes}, verified and loaded.', message)]),
    ...(message.changes === undefined ? [] : [fill('{changes}.', message)]),
    ...(message.takenAt === undefined ? [] : [fill('Taken at {taken_at}.', message)]),
    ...(durationMs === undefined ? [] : [fill('It took {duration}.', message)]),
    ...(message.waitedMs === undefined || message.waitedMs < 1_000
      ? []
      : [`${formatDuration(message.waitedMs)} of that was spent waiting for the service.`]),
    ...(message.findings === undefined || message.findings === 0
      ? []
      : [fill('Findings that need attention: {findings}', message)]),
    ...(message.occasion === 'failure' || (message.occasion === 'age' && lastSuccessMs !== undefined)
      ? [
          lastSuccessMs === undefined
            ? 'There is no good backup yet.'
            : fill('Last good backup: {last_success}', message),
        ]
      : []),
    ...(runId === undefined ? [] : [`Run ${runId}`]),
  ];
  return lines.join('\n');
}
