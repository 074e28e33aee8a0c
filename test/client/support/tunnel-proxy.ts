import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { onTestFinished } from 'vitest';

export interface TunnelProxy {
  readonly address: string;
  /** `host:port` of every tunnel that was asked for. */
  readonly tunnels: readonly string[];
  /** The proxy-authorization header of each. */
  readonly authorizations: readonly (string | undefined)[];
}

/** Starts an HTTP proxy on loopback whose tunnels all lead to the same server, or that answers CONNECT with another status. */
export async function startTunnelProxy(target: URL, status = 200): Promise<TunnelProxy> {
  const tunnels: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const server = createServer();
  server.on('connect', (request, socket) => {
    tunnels.push(request.url ?? '');
    authorizations.push(request.headers['proxy-authorization']);
    if (status !== 200) {
      socket.end(`HTTP/1.1 ${status} Refused\r\n\r\n`);
      return;
    }
    const outward = connect(Number(target.port), target.hostname, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      outward.pipe(socket).pipe(outward);
    });
    outward.on('error', () => socket.destroy());
    socket.on('error', () => outward.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, tunnels, authorizations };
}
