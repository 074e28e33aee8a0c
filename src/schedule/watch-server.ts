import { createServer } from 'node:http';
import { isIP } from 'node:net';
import { type ListeningPlace, listenOn } from '../base/listen-on.ts';

const TIMEOUT_MS = 10_000;

export interface WatchOptions extends ListeningPlace {
  /** Whether the schedule is alive, and its state as JSON. */
  readonly health: () => { readonly isAlive: boolean; readonly body: object };
  readonly metrics: () => string;
}

/** Serves only `/healthz` (200 or 503) and `/metrics`, read-only. */
export async function startWatchServer({ host, port, health, metrics }: WatchOptions) {
  const server = createServer(
    { requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS },
    (request, response) => {
      const path = (request.url ?? '').split('?')[0];
      const isReading = request.method === 'GET' || request.method === 'HEAD';
      const headers = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };
      if (!isOwnName(request.headers.host, host)) {
        response.writeHead(421, { ...headers, 'content-type': 'text/plain' });
        response.end('Use an address of this machine, or its name on the local network\n');
      } else if (!isReading) {
        response.writeHead(405, { ...headers, allow: 'GET, HEAD' }).end();
      } else if (path === '/healthz') {
        const { isAlive, body } = health();
        response.writeHead(isAlive ? 200 : 503, { ...headers, 'content-type': 'application/json' });
        response.end(`${JSON.stringify(body)}\n`);
      } else if (path === '/metrics') {
        response.writeHead(200, { ...headers, 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
        response.end(metrics());
      } else {
        response
          .writeHead(404, { ...headers, 'content-type': 'text/plain' })
          .end('Try /healthz or /metrics\n');
      }
    },
  );
  const { origin, close } = await listenOn(server, { host, port });
  return { url: origin, close };
}

/** Names that no one can own (RFC 6762, RFC 8375, and the private use of .internal), and those of a cluster. */
const PRIVATE_NAME = /\.(?:local|localhost|internal|svc|home\.arpa)$/;

/** False for the name of a site, which may resolve it to this machine to read in a browser what is served (DNS rebinding). */
function isOwnName(header: string | undefined, host: string): boolean {
  const name = (header ?? '')
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$|\.$/g, '');
  const isPrivate = !name.includes('.') || PRIVATE_NAME.test(name);
  return isPrivate || isIP(name) !== 0 || name === host.toLowerCase();
}
