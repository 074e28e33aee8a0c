import { createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A response of the sandbox, which a test can change before it is sent to the client. */
export interface PassingAnswer {
  status: number;
  readonly headers: Record<string, string>;
  /** The body as JSON; undefined if it is not JSON. */
  body: unknown;
  /** Edits the JSON text of the body, to write what JavaScript values cannot represent. */
  spell?: (text: string) => string;
}

interface PassedRequest {
  readonly method: string;
  readonly path: string;
}

export interface FrontService {
  readonly url: string;
  /** In order of arrival. */
  readonly requests: readonly PassedRequest[];
}

/** Starts a proxy for a sandbox, which can change paths of requests, and responses. Stopped at the end of the test. */
export async function startFrontService(
  target: string,
  change: (answer: PassingAnswer, request: PassedRequest) => void,
  pathOf: (path: string) => string = (path) => path,
): Promise<FrontService> {
  const requests: PassedRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    const passed = { method: incoming.method ?? '', path: incoming.url ?? '' };
    requests.push(passed);
    const { origin } = new URL(target);
    const { host: _, 'accept-encoding': __, ...headers } = incoming.headers;
    const onward = sendRequest(
      `${origin}${pathOf(passed.path)}`,
      { method: passed.method, headers },
      async (answered) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answered) {
          chunks.push(chunk);
        }
        const text = Buffer.concat(chunks).toString();
        const answer = toAnswer(answered.statusCode ?? 0, answered.headers, text);
        if (answer.headers['link'] !== undefined) {
          answer.headers['link'] = answer.headers['link'].replaceAll(origin, own());
        }
        change(answer, passed);
        outgoing.writeHead(answer.status, answer.headers);
        const answerText = answer.body === undefined ? text : JSON.stringify(answer.body);
        outgoing.end(answer.spell?.(answerText) ?? answerText);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  function own(): string {
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  return { url: `${own()}${new URL(target).pathname.replace(/\/$/, '')}`, requests };
}

function toAnswer(
  status: number,
  received: Readonly<Record<string, string | string[] | undefined>>,
  text: string,
): PassingAnswer {
  const { 'content-length': _, 'transfer-encoding': __, ...headers } = received;
  const isJson = String(headers['content-type']).includes('json') && text !== '';
  return {
    status,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: isJson ? JSON.parse(text) : undefined,
  };
}
