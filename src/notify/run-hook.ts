import { spawn } from 'node:child_process';
import { Failure, systemErrorCode } from '../base/index.ts';
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
  channel: HookChannel,
  {
    message,
    words,
    signal,
  }: { readonly message: Message; readonly words: Words; readonly signal: AbortSignal },
): Promise<void> {
  const [program = '', ...args] = channel.command;
  const child = spawn(program, args, {
    env: { ...channel.env, ...variablesOf(message, words) },
    stdio: ['pipe', 'ignore', 'pipe'],
    timeout: channel.timeoutMs,
    killSignal: 'SIGKILL',
    signal,
    windowsHide: true,
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = `${stderr}${text}`.slice(0, MAX_STDERR_LENGTH);
  });
  child.stdin.on('error', () => undefined); // The program may not read its input.
  child.stdin.end(`${JSON.stringify({ ...messageJson(message), ...words })}\n`);
  await new Promise<void>((resolve, reject) => {
    const fail = (found: string, cause?: unknown) =>
      reject(new Failure('file-system', `Cannot run the hook "${program}": ${found}`, { cause }));
    child.on('error', (error) => fail(systemErrorCode(error) ?? error.message, error));
    child.on('close', (status, killed) => {
      if (status === 0) {
        resolve();
      } else {
        const ended = status === null ? `it was ended by ${killed}` : `it ended with status ${status}`;
        fail(stderr.trim() === '' ? ended : `${ended} and said "${stderr.trim()}"`);
      }
    });
  });
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
