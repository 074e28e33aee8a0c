import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterwards } from '../../house/afterwards.ts';
import { MAIN } from '../../house/packed-program.ts';

/** Starts `satchel mcp --http`, and stops it afterwards. Resolves once it listens. */
export async function serveMcp(db: string, flags: readonly string[] = []) {
  const program = spawn(process.execPath, [MAIN, 'mcp', '--db', db, '--http', ...flags], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  afterwards(async () => {
    program.kill();
    await once(program, 'exit');
  });
  const [line] = await once(createInterface(program.stdout), 'line');
  const { url, token } = JSON.parse(String(line)) as { readonly url: string; readonly token: string };
  return { url, token, headers: { authorization: `Bearer ${token}` } };
}

/** A server in front of another one: it adds headers to requests and translates their texts. Returns its URL. */
export async function serveInFront(
  url: string,
  headers: Readonly<Record<string, string>>,
  translate: (text: string) => string,
): Promise<string> {
  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = translate(await text(incoming));
    const { 'content-length': _length, ...others } = incoming.headers;
    const { method } = incoming;
    const onward = request(url, {
      ...(method === undefined ? {} : { method }),
      headers: { ...others, ...headers },
    });
    onward.end(body);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  }
  const server = createServer((incoming, outgoing) => {
    forward(incoming, outgoing).catch((error: Error) => outgoing.destroy(error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterwards(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://localhost:${(server.address() as AddressInfo).port}${new URL(url).pathname}`;
}
