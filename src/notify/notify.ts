import { isIP } from 'node:net';
import { backoffMs } from '../base/backoff.ts';
import type { Clock } from '../base/clock.ts';
import { isLoopbackHost } from '../base/listen-on.ts';
import type { Random } from '../base/random.ts';
import { runProgram } from '../base/run-program.ts';
import type { Poster } from '../client/poster.ts';
import { Failure, isTemporary, messageOf } from '../model/failure.ts';
import { redactSecrets } from '../model/redact-secrets.ts';
import type { Channel, HookChannel, MailChannel } from './channel.ts';
import { compose, type Words } from './compose.ts';
import { type Message, messageJson } from './message.ts';
import { WEB_SHAPES } from './web-shapes.table.ts';

/** About half a minute, with backoff. */
const MAX_TRIES = 4;
const BACKOFF = { firstMs: 2_000, maxMs: 30_000 } as const;

/** The result of notifying one channel. */
export interface Delivery {
  readonly channel: string;
  readonly occasion: Message['occasion'];
  readonly job: string;
  readonly tries: number;
  /** Why the delivery failed, without secrets; undefined if it succeeded. */
  readonly trouble?: string;
}

interface NotifyOptions {
  readonly poster: Poster;
  readonly clock: Clock;
  readonly random: Random;
  /** Texts to redact from messages and errors. */
  readonly secrets: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * Notifies all channels that are subscribed to this occasion, concurrently and with several attempts each. Never throws:
 * failed deliveries are in the result, and the backup continues.
 */
export async function notify(
  channels: readonly Channel[],
  message: Message,
  options: NotifyOptions,
): Promise<readonly Delivery[]> {
  const safe = redactMessage(message, options.secrets);
  const subscribed = channels.filter(({ on }) => on.includes(message.occasion));
  return await Promise.all(subscribed.map((channel) => deliver(channel, safe, options)));
}

async function deliver(channel: Channel, message: Message, options: NotifyOptions): Promise<Delivery> {
  const { clock, random, signal } = options;
  const { occasion, job } = message;
  for (let tries = 1; ; tries += 1) {
    try {
      await send(channel, message, options);
      return { channel: channel.name, occasion, job, tries };
    } catch (error) {
      const canRetry = isTemporary(error) && tries < MAX_TRIES;
      const waited =
        canRetry &&
        (await clock.sleep(backoffMs(tries, { ...BACKOFF, random }), signal).then(
          () => true,
          () => false,
        ));
      if (!waited) {
        const trouble = redactSecrets(messageOf(error), secretsOf(channel, options));
        return { channel: channel.name, occasion, job, tries, trouble };
      }
    }
  }
}

async function send(channel: Channel, message: Message, { poster, signal }: NotifyOptions): Promise<void> {
  const words = compose(message, channel.templates);
  if (channel.type === 'email') {
    return await sendMail(channel, words);
  }
  if (channel.type === 'exec') {
    return await runHook(channel, { message, words, signal });
  }
  const action = `notify "${channel.name}"`;
  const { status } = await poster.post({
    action,
    signal,
    isStatusEnough: true,
    ...WEB_SHAPES[channel.type]({ channel, message, words }),
  });
  if (status < 200 || status > 299) {
    // Of the 4xx statuses, only 408 and 429 are temporary.
    const isPassing = status >= 500 || status === 408 || status === 429;
    throw new Failure(
      isPassing ? 'service-unavailable' : 'request-refused',
      `Cannot ${action}: "${channel.url.origin}" answers with ${status}`,
    );
  }
}

function redactMessage(message: Message, secrets: readonly string[]): Message {
  const { failure } = message;
  const redact = (text: string) => redactSecrets(text, secrets);
  return failure === undefined ? message : { ...message, failure: redactFailure(failure, redact) };
}

function redactFailure(
  { code, message, hint, commandHint }: NonNullable<Message['failure']>,
  redact: (text: string) => string,
): NonNullable<Message['failure']> {
  const own = { code, message: redact(message), hint: redact(hint) };
  return commandHint === undefined ? own : { ...own, commandHint: redact(commandHint) };
}

function secretsOf(channel: Channel, { secrets }: NotifyOptions): readonly string[] {
  const own =
    channel.type === 'email'
      ? [channel.password]
      : channel.type === 'exec'
        ? []
        : [channel.url.href, channel.url.pathname, channel.authorization];
  return [...secrets, ...own.filter((secret) => secret !== undefined)];
}

/** The maximum length of stderr that is quoted in the failure. */
const MAX_STDERR_LENGTH = 500;

/**
 * Runs a program of the user, without a shell. It receives the message as JSON on its standard input, and its main
 * members as `SATCHEL_…` variables. Fails if it cannot be started, exits with an error, or takes too long (and is
 * killed).
 */
async function runHook(
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

const TIMEOUT_MS = 20_000;
const PORTS = { tls: 465, starttls: 587, none: 25 } as const;

/** Sends an e-mail over SMTP. Unencrypted connections are only allowed to this machine. */
async function sendMail(channel: MailChannel, { title, text }: Words): Promise<void> {
  const { host, security, user, password, from, to } = channel;
  if (security === 'none' && !isLoopbackHost(host)) {
    throw new Failure('usage', `Cannot send e-mail through "${host}" without encryption`, {
      hint: 'Set security to starttls or tls; "none" is only for a mail server on this machine',
    });
  }
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    ...placeOf(host),
    port: channel.port ?? PORTS[security],
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
  });
  let refused: readonly string[];
  try {
    const { rejected } = await transport.sendMail({
      from,
      to: [...to],
      subject: title,
      text: `${text}\n`,
      headers: { 'Auto-Submitted': 'auto-generated' }, // Prevents automatic replies (RFC 3834).
    });
    refused = rejected;
  } catch (error) {
    // 5xx is permanent (RFC 5321, 4.2.1).
    const isRefusal = error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500;
    throw new Failure(
      isRefusal ? 'request-refused' : 'network',
      `Cannot send e-mail through "${host}": ${messageOf(error)}`,
      {
        cause: error,
      },
    );
  } finally {
    transport.close();
  }
  if (refused.length > 0) {
    // The others have the message, so it is not sent again.
    throw new Failure(
      'request-refused',
      `Cannot send e-mail through "${host}" to ${refused.join(', ')}: the server refuses this address`,
    );
  }
}

/** The package would ask a name server even for names of this machine, and it takes addresses without brackets. */
function placeOf(host: string): { readonly host: string; readonly servername?: string } {
  const plain = host.replace(/^\[(.*)\]$/, '$1');
  return isLoopbackHost(plain) && isIP(plain) === 0
    ? { host: '127.0.0.1', servername: plain }
    : { host: plain };
}
