import { BlockList, isIP, type Server } from 'node:net';
import { Failure, invariant, messageOf, systemErrorCode } from './failure.ts';

/** A server of HTTP: what ends a listener ends its connections too. */
interface HttpServer extends Server {
  closeAllConnections(): void;
}

/** Where a server listens. */
export interface ListeningPlace {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
}

/** A server that answers. */
export interface Listener {
  /** Where it can be reached from this machine, without a final slash. */
  readonly origin: string;
  readonly port: number;
  /** Ends the server and every connection to it. */
  close(): Promise<void>;
}

const HOST_HINT = 'Choose an address of this machine with --host';

/** What was found and what to do, by the code of the system (POSIX.1-2017, bind; RFC 3493 for names). */
const FAULTS: Readonly<Record<string, readonly [found: string, hint: string]>> = {
  EADDRINUSE: ['another program uses this port', 'Choose another port with --port; 0 picks a free one'],
  EACCES: ['this user may not use this port', 'Choose a port above 1023 with --port; 0 picks a free one'],
  EADDRNOTAVAIL: ['this machine does not have that address', HOST_HINT],
  ENOTFOUND: ['the host name does not exist', HOST_HINT],
};

/** Lets a server listen; resolves when it answers. Fails with `usage` where the address cannot be had. */
export async function listenOn(server: HttpServer, { host, port }: ListeningPlace): Promise<Listener> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      const [found, hint] = FAULTS[systemErrorCode(cause) ?? ''] ?? [messageOf(cause), HOST_HINT];
      reject(new Failure('usage', `Cannot listen on "${host}:${port}": ${found}`, { cause, hint }));
    });
    server.listen(port, host, resolve);
  });
  const address = server.address();
  invariant(typeof address === 'object' && address !== null, 'a listening server has a port');
  return {
    origin: `http://${reachableHost(host)}:${address.port}`,
    port: address.port,
    close: () => closeServer(server),
  };
}

/** A wildcard address is no place to go to; the loopback address of its family is. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0') {
    return '127.0.0.1';
  }
  return host.includes(':') ? `[${host === '::' ? '::1' : host}]` : host;
}

async function closeServer(server: HttpServer): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** True where a host name or address (as a URL shows it) means this machine. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/^\[|\]$/g, '');
  return host === 'localhost' || host.endsWith('.localhost') || isLoopbackAddress(host);
}

/** True for an IP address of this machine itself. */
export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) {
    return false;
  }
  const list = new BlockList();
  list.addSubnet('127.0.0.0', 8, 'ipv4'); // Node matches its IPv6-mapped form as well.
  list.addAddress('::1', 'ipv6');
  return list.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
