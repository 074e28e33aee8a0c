import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { systemErrorCode } from '../base/failure.ts';
import { type Listener, type ListeningPlace, listenOn } from '../base/listen-on.ts';
import { Failure } from '../model/failure.ts';
import { type BrowseOptions, createBrowseApp } from './create-browse-app.ts';
import type { Sender } from './serve/guard-requests.ts';

/** The configuration of a reader that listens on a socket. */
export interface BrowserOptions extends Omit<BrowseOptions, 'guard'> {
  /** The address to listen on; by default loopback. */
  readonly host?: string;
  /** 0 picks a free port; `usual` always the same, or the next one that is free. */
  readonly port?: number | 'usual';
  /** The password of a reader that is reachable from a network; without one, only loopback addresses are allowed. */
  readonly token?: string | undefined;
  /** Further host names of this machine on its network. */
  readonly names?: readonly string[];
}

export interface Browser {
  /** Its address on this machine, without a trailing slash. */
  readonly url: string;
  /** Says that the usual port was taken. */
  readonly note: string | undefined;
  /** Stops the reader and closes all connections. */
  close(): Promise<void>;
}

const DEFAULT_HOST = '127.0.0.1';

/** For a reader that others can reach. Guessing is slowed down to some thousand attempts a day. */
const MIN_PASSWORD_CHARACTERS = 12;

/** Browsers keep bookmarks and settings by address, so it should be the same each time. It spells "SATC" on a phone. */
export const USUAL_PORT = 7282;

/** The number of ports to try before any free one is taken. */
const MAX_TRIES = 10;

/**
 * Starts the reader of a store. Resolves once it listens. Fails with `usage` if the address is unavailable, or if it is
 * not loopback and no token is given. Otherwise fails like `createBrowseApp`.
 */
export async function startBrowser(options: BrowserOptions): Promise<Browser> {
  const { host = DEFAULT_HOST, port = 0, token, names = [] } = options;
  if (!isLoopback(host) && token === undefined) {
    throw new Failure('usage', `Cannot listen on "${host}": anyone who can reach it could read the store`, {
      commandHint: 'Give --password-file FILE to require a password, or omit --host',
    });
  }
  if (!isLoopback(host) && token !== undefined && token.length < MIN_PASSWORD_CHARACTERS) {
    throw new Failure(
      'usage',
      `Cannot listen on "${host}": the password has only ${token.length} characters`,
      {
        hint: `Use one of ${MIN_PASSWORD_CHARACTERS} or more, such as the output of "openssl rand -base64 18"`,
      },
    );
  }
  const guard = { token, hosts: [host, ...names], takesAddresses: !isLoopback(host) };
  const { app, close } = createBrowseApp({ ...options, guard });
  try {
    const listener = await listen({ host, port, answer: (request, sender) => app.fetch(request, sender) });
    return {
      url: listener.origin,
      note: noteOn(port, listener),
      async close() {
        await listener.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Whether an address is only reachable from this machine (RFC 1122, 3.2.1.3; RFC 4291, 2.5.3). */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

interface ListenOptions extends Omit<ListeningPlace, 'port'> {
  readonly port: number | 'usual';
  readonly answer: (request: Request, sender: Sender) => Promise<Response> | Response;
}

/** What `createServer` of `node:http` calls with each request. */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/** Answers the requests of a server of Node. Bodies are streamed, and a request is aborted when its client has gone. */
export function nodeListener(answer: ListenOptions['answer']): NodeListener {
  // Without this option, the adapter replaces the global Request and Response of the whole process.
  return getRequestListener(
    (request, { incoming }) => answer(request, { address: incoming.socket.remoteAddress }),
    { overrideGlobalObjects: false },
  );
}

/** Starts an HTTP server; resolves once it listens. Fails with `usage` if the address is unavailable. */
export async function listen({ answer, host, port }: ListenOptions): Promise<Listener> {
  const listener = nodeListener(answer);
  const ports = port === 'usual' ? Array.from({ length: MAX_TRIES }, (_, index) => USUAL_PORT + index) : [];
  for (const tried of ports) {
    try {
      return await listenOn(createServer(listener), { host, port: tried });
    } catch (error) {
      if (!(error instanceof Failure) || systemErrorCode(error.cause) !== 'EADDRINUSE') {
        throw error;
      }
    }
  }
  return await listenOn(createServer(listener), { host, port: port === 'usual' ? 0 : port });
}

/** Says why the address differs from the usual one. */
export function noteOn(wanted: number | 'usual', { port }: Listener): string | undefined {
  return wanted === 'usual' && port !== USUAL_PORT
    ? `Port ${USUAL_PORT} is in use, so this reader is at port ${port}; --port chooses another one.`
    : undefined;
}
