import { BlockList, isIP, type Server } from 'node:net';
import { type Hints, invariant, SystemFailure, systemErrorCode } from './failure.ts';

interface HttpServer extends Server {
  closeAllConnections(): void;
}

export interface ListeningPlace {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
}

export interface Listener {
  /** Its URL on this machine, without a trailing slash. */
  readonly origin: string;
  readonly port: number;
  /** Closes the server and all of its connections. */
  close(): Promise<void>;
}

const HOST_HINTS = {
  hint: 'Choose an address of this machine',
  commandHint: 'Choose an address of this machine with --host',
};

/** What was found and what to do, by the code of the system (POSIX.1-2017, bind; RFC 3493 for names). */
const FAULTS: Readonly<Record<string, readonly [found: string, hints: Hints]>> = {
  EADDRINUSE: [
    'another program uses this port',
    {
      hint: 'Choose another port; 0 picks a free one',
      commandHint: 'Choose another port with --port; 0 picks a free one',
    },
  ],
  EACCES: [
    'this user may not use this port',
    {
      hint: 'Choose a port above 1023; 0 picks a free one',
      commandHint: 'Choose a port above 1023 with --port; 0 picks a free one',
    },
  ],
  EADDRNOTAVAIL: ['this machine does not have that address', HOST_HINTS],
  ENOTFOUND: ['the host name does not exist', HOST_HINTS],
};

/** Starts listening; resolves when the server accepts requests. Fails with `usage` if the address is not available. */
export async function listenOn(server: HttpServer, { host, port }: ListeningPlace): Promise<Listener> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      const [found, hints] = FAULTS[systemErrorCode(cause) ?? ''] ?? [cause.message, HOST_HINTS];
      reject(new SystemFailure('usage', `Cannot listen on "${host}:${port}": ${found}`, { cause, ...hints }));
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

/** Nothing can connect to a wildcard address, so the loopback address of its family replaces it. */
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

/**
 * True if a host name or address means this machine: no name server decides where its requests go, and no proxy and no
 * network sees them. The names are those of RFC 6761 (6.3).
 */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  return host === 'localhost' || host.endsWith('.localhost') || isLoopbackAddress(host);
}

/** True for a loopback IP address, and for the wildcard addresses, which connect to this machine too. */
export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address); // Only an IPv6 address may have a zone: others with a % are names.
  const [plain = ''] = address.split('%');
  if (family === 0) {
    return false;
  }
  const list = new BlockList(); // Node also matches the IPv6-mapped form of IPv4 addresses.
  list.addSubnet('127.0.0.0', 8, 'ipv4');
  list.addAddress('0.0.0.0', 'ipv4');
  list.addAddress('::1', 'ipv6');
  list.addAddress('::', 'ipv6');
  return list.check(plain, family === 6 ? 'ipv6' : 'ipv4');
}
