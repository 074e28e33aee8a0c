import { Failure } from '../base/index.ts';
import { type BrowseOptions, createBrowseApp } from './create-browse-app.ts';
import { isLoopback } from './serve/is-loopback.ts';
import { listen } from './serve/listen.ts';

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
