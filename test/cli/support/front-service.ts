import { createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** An answer of the sandbox before it is passed on; what a test changes in it is what the client gets. */
export interface PassingAnswer {
  status: number;
  readonly headers: Record<string, string>;
  /** The body as JSON; undefined where it is none. */
  body: unknown;
  /** What becomes of the body's text at last: JSON can say what JavaScript cannot. */
  spell?: (text: string) => string;
}

interface PassedRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
}

export interface FrontService {
  readonly url: string;
  /** In the order in which they came. */
  readonly requests: readonly PassedRequest[];
}

/**
 * Stands before a sandbox and passes everything on, requests to the path that `pathOf` gives, answers with what `change`
 * makes of them. Ends with the test.
 */
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
