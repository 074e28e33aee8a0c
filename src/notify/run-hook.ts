import { spawn } from 'node:child_process';
import { Failure, systemErrorCode } from '../base/index.ts';
import type { HookChannel } from './channel.ts';
import type { Words } from './compose.ts';
import { type Message, messageJson } from './message.ts';

/** As much of what a hook complains about as is told. */
const MAX_COMPLAINT_LENGTH = 500;

interface Telling {
  readonly message: Message;
  readonly words: Words;
  readonly signal: AbortSignal;
}

/**
 * Runs a program of the user's, without a shell: the message is JSON on its standard input, and its main members are
 * `SATCHEL_…` variables. Fails where it cannot be started, ends other than well, or takes too long (it is killed then).
 */
export async function runHook(channel: HookChannel, { message, words, signal }: Telling): Promise<void> {
  const [program = '', ...args] = channel.command;
  const child = spawn(program, args, {
    env: { ...channel.env, ...variablesOf(message, words) },
    stdio: ['pipe', 'ignore', 'pipe'],
    timeout: channel.timeoutMs,
    killSignal: 'SIGKILL',
    signal,
    windowsHide: true,
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = `${complaint}${text}`.slice(0, MAX_COMPLAINT_LENGTH);
  });
  child.stdin.on('error', () => undefined); // A hook need not read what it is told.
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
        fail(complaint.trim() === '' ? ended : `${ended} and said "${complaint.trim()}"`);
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
