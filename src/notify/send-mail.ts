import { isIP } from 'node:net';
import { isLoopbackHost } from '../base/listen-on.ts';
import { Failure, messageOf } from '../model/failure.ts';
import type { MailChannel } from './channel.ts';
import type { Words } from './compose.ts';

const TIMEOUT_MS = 20_000;
const PORTS = { tls: 465, starttls: 587, none: 25 } as const;

/** Sends an e-mail over SMTP. Unencrypted connections are only allowed to this machine. */
export async function sendMail(channel: MailChannel, { title, text }: Words): Promise<void> {
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
