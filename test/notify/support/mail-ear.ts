import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** An e-mail as it arrived. */
export interface Letter {
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string | undefined;
  readonly isSecure: boolean;
  readonly source: string;
}

/** A real mail server that keeps its mail. */
export interface MailEar {
  readonly port: number;
  readonly letters: readonly Letter[];
  /** Refuses the next messages with these codes. */
  refuseWith(...codes: number[]): void;
  /** Addresses of which it knows nothing. */
  readonly unknown: Set<string>;
  close(): Promise<void>;
}

export async function openMailEar({ password }: { readonly password?: string } = {}): Promise<MailEar> {
  const letters: Letter[] = [];
  const refusals: number[] = [];
  const unknown = new Set<string>();
  const server = new SMTPServer({
    authOptional: password === undefined,
    allowInsecureAuth: true,
    disabledCommands: password === undefined ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
    logger: false,
    // Some servers repeat what they refuse.
    onAuth: (auth, _session, done) =>
      auth.password === password
        ? done(null, { user: auth.username })
        : done(new Error(`Wrong password ${auth.password}`)),
    onRcptTo: ({ address }, _session, done) =>
      done(unknown.has(address) ? Object.assign(new Error('No such user'), { responseCode: 550 }) : null),
    async onData(stream, session, done) {
      const source = await text(stream);
      const code = refusals.shift();
      if (code !== undefined) {
        done(Object.assign(new Error('Not now'), { responseCode: code }));
        return;
      }
      const { mailFrom, rcptTo } = session.envelope;
      letters.push({
        from: mailFrom === false ? '' : mailFrom.address,
        to: rcptTo.map(({ address }) => address),
        user: session.user,
        isSecure: session.secure,
        source,
      });
      done();
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    letters,
    unknown,
    refuseWith: (...codes) => refusals.push(...codes),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
