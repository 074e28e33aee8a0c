import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Failure, type Listener, type ListeningPlace, listenOn } from '../base/index.ts';
import { type BrowseOptions, createBrowseApp } from './create-browse-app.ts';

/** Where a reader listens. */
export interface BrowserOptions extends Omit<BrowseOptions, 'guard'> {
  /** Address to listen on; loopback where nothing is said. */
  readonly host?: string;
  /** 0 picks a free one. */
  readonly port?: number;
  /** The password of a reader that others can reach: without it nothing but loopback is listened on. */
  readonly token?: string | undefined;
  /** Further names that the reader goes by: those of this machine on its network. */
  readonly names?: readonly string[];
}

/** A reader that answers. */
export interface Browser {
  /** Where it can be reached from this machine, without a final slash. */
  readonly url: string;
  /** Ends the reader and every connection to it. */
  close(): Promise<void>;
}

const DEFAULT_HOST = '127.0.0.1';

/**
 * Starts the reader of a store. Resolves when it answers. Fails with `usage` where the address cannot be had or where it
 * is open to others without a token, and as `createBrowseApp` does.
 */
export async function startBrowser(options: BrowserOptions): Promise<Browser> {
  const { host = DEFAULT_HOST, port = 0, token, names = [] } = options;
  if (!isLoopback(host) && token === undefined) {
    throw new Failure('usage', `Cannot listen on "${host}": everybody who reaches it could read the store`, {
      hint: 'Give --password-file FILE with a password that readers must type, or leave --host out',
    });
  }
  const guard = { token, hosts: [host, ...names], takesAddresses: !isLoopback(host) };
  const { app, close } = createBrowseApp({ ...options, guard });
  try {
    const listener = await listen({ host, port, answer: (request) => app.fetch(request) });
    return {
      url: listener.origin,
      async close() {
        await listener.close();
        close();
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** Whether nobody but this machine reaches an address (RFC 1122, 3.2.1.3; RFC 4291, 2.5.3). */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

interface ListenOptions extends ListeningPlace {
  readonly answer: (request: Request) => Promise<Response> | Response;
}

/** Starts an HTTP server; resolves when it answers. Fails with `usage` where the address cannot be had. */
export async function listen({ answer, ...place }: ListenOptions): Promise<Listener> {
  // The adapter would otherwise put its own Request and Response in place of Node's, for the whole process.
  const listener = getRequestListener((request) => answer(request), { overrideGlobalObjects: false });
  return await listenOn(createServer(listener), place);
}
