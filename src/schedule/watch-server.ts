import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Failure, messageOf } from '../base/index.ts';

/** Who asks needs no longer than this. */
const TIMEOUT_MS = 10_000;

/** What the server tells. */
export interface WatchOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Whether the schedule lives, and what it says of itself as JSON. */
  readonly health: () => { readonly isAlive: boolean; readonly body: object };
  /** The text for Prometheus. */
  readonly metrics: () => string;
}

/** A small HTTP server for those who watch. */
export interface WatchServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Answers `/healthz` (200 or 503) and `/metrics`, and nothing else; it changes nothing. */
export async function startWatchServer({ host, port, health, metrics }: WatchOptions): Promise<WatchServer> {
  const server = createServer(
    { requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS },
    (request, response) => {
      const path = (request.url ?? '').split('?')[0];
      const isReading = request.method === 'GET' || request.method === 'HEAD';
      const headers = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };
      if (!isReading) {
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
          .end('Ask for /healthz or /metrics\n');
      }
    },
  );
  await listen(server, { host, port });
  const address = server.address() as AddressInfo; // Of a server that listens on a port.
  const shown = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `http://${shown}:${address.port}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function listen(
  server: Server,
  place: { readonly host: string; readonly port: number },
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new Failure(
          'file-system',
          `Cannot listen on ${place.host}, port ${place.port}: ${messageOf(error)}`,
          {
            cause: error,
            hint: 'Choose another one with --port; 0 picks a free one',
          },
        ),
      ),
    );
    server.listen(place.port, place.host, resolve);
  });
}
