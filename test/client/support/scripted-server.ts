import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaderNames: readonly string[];
  readonly body: string;
}

export type Step = (response: ServerResponse, request: ReceivedRequest) => void | Promise<void>;

export interface ScriptedServer {
  readonly url: URL;
  readonly requests: readonly ReceivedRequest[];
}

/**
 * Starts a real HTTP server on loopback that answers the n-th request with the n-th step, and all further ones
 * with the last. It ends with the test, and sends no Date header unless a step does.
 */
export async function startScriptedServer(...steps: readonly Step[]): Promise<ScriptedServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    response.sendDate = false;
    const received = await receive(request);
    requests.push(received);
    const step = steps[Math.min(requests.length, steps.length) - 1];
    await step?.(response, received);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: new URL(`http://127.0.0.1:${port}`), requests };
}

async function receive(request: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk);
  }
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    rawHeaderNames: request.rawHeaders
      .filter((_, index) => index % 2 === 0)
      .map((name) => name.toLowerCase()),
    body: Buffer.concat(chunks).toString(),
  };
}

/** A step that answers with JSON. */
export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Step {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
    response.end(JSON.stringify(body));
  };
}

/** A step that answers with a text of any kind. */
export function text(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Step {
  return (response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
}

/** A step that cuts the connection without an answer. */
export const cut: Step = (response) => {
  response.destroy();
};
