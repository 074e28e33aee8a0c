import { Failure, runProgram } from '../base/index.ts';
import type { HookChannel } from './channel.ts';
import type { Words } from './compose.ts';
import { type Message, messageJson } from './message.ts';

/** The maximum length of stderr that is quoted in the failure. */
const MAX_STDERR_LENGTH = 500;

/**
 * Runs a program of the user, without a shell. It receives the message as JSON on its standard input, and its main
 * members as `SATCHEL_…` variables. Fails if it cannot be started, exits with an error, or takes too long (and is
 * killed).
 */
export async function runHook(
  { command, env, timeoutMs }: HookChannel,
  {
    message,
    words,
    signal,
  }: { readonly message: Message; readonly words: Words; readonly signal: AbortSignal },
): Promise<void> {
  const { trouble, stderr } = await runProgram({
    command,
    env: { ...env, ...variablesOf(message, words) },
    input: `${JSON.stringify({ ...messageJson(message), ...words })}\n`,
    timeoutMs,
    killSignal: 'SIGKILL',
    signal,
  });
  if (trouble !== undefined) {
    const said = stderr.trim().slice(0, MAX_STDERR_LENGTH);
    const found = said === '' ? trouble : `${trouble} and said "${said}"`;
    throw new Failure('file-system', `Cannot run the hook "${command[0]}": ${found}`);
  }
}

function variablesOf(message: Message, words: Words): Readonly<Record<string, string>> {
  return {
    SATCHEL_OCCASION: message.occasion,
    SATCHEL_JOB: message.job,
    SATCHEL_ACCOUNT: message.account,
    SATCHEL_RUN_ID: message.runId ?? '',
    SATCHEL_EXIT_STATUS: String(message.exitStatus ?? ''),
    SATCHEL_TITLE: words.title,
    SATCHEL_TEXT: words.text,
  };
}
