import { createServer, type Server } from 'node:http';
import { isIPv6 } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Failure, invariant, messageOf } from '../../base/index.ts';

interface ListenOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly answer: (request: Request) => Promise<Response> | Response;
}

/** A server that answers. */
export interface Listener {
  /** Where it can be reached from this machine, without a final slash. */
  readonly origin: string;
  /** Ends the server and every connection to it. */
  close(): Promise<void>;
}

/** Starts an HTTP server; resolves when it answers. Fails with `usage` where the address cannot be had. */
export async function listen({ host, port, answer }: ListenOptions): Promise<Listener> {
  // The adapter would otherwise put its own Request and Response in place of Node's, for the whole process.
  const listener = getRequestListener((request) => answer(request), { overrideGlobalObjects: false });
  const server = createServer(listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      reject(new Failure('usage', `Cannot listen on "${host}:${port}": ${messageOf(cause)}`, { cause }));
    });
    server.listen(port, host, resolve);
  });
  const address = server.address();
  invariant(typeof address === 'object' && address !== null, 'a listening server has a port');
  return { origin: `http://${reachableHost(host)}:${address.port}`, close: () => closeServer(server) };
}

/** A wildcard address is no place to go to; the loopback address of its family is. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0') {
    return '127.0.0.1';
  }
  return isIPv6(host) ? `[${host === '::' ? '::1' : host}]` : host;
}

async function closeServer(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
