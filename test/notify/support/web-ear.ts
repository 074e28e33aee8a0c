import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Heard {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A real server that writes down what it is told. */
export interface WebEar {
  readonly url: string;
  readonly heard: readonly Heard[];
  /** Answers the next requests with these statuses, then 200; 0 cuts the connection, and -1 leaves it without an answer. */
  answerWith(...statuses: number[]): void;
  close(): Promise<void>;
}

export async function openWebEar(): Promise<WebEar> {
  const heard: Heard[] = [];
  const statuses: number[] = [];
  const server = createServer(async (request, response) => {
    heard.push({
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: await text(request),
    });
    const status = statuses.shift() ?? 200;
    if (status === 0) {
      request.socket.destroy();
    } else if (status > 0) {
      response.writeHead(status).end('heard');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    heard,
    answerWith: (...next) => statuses.push(...next),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
