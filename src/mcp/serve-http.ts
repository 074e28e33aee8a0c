import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { type Listener, listenOn } from '../base/listen-on.ts';
import { hostNameOf, isSameSecret, LOOPBACK_NAMES } from '../base/request-checks.ts';
import type { CreateMcpServer } from './create-mcp-server.ts';

export interface HttpServingOptions {
  readonly createServer: CreateMcpServer;
  /** 0 picks a free port. */
  readonly port: number;
  /** What requests must send as `Authorization: Bearer …`. */
  readonly token: string;
}

/** The path of the protocol. */
export const MCP_PATH = '/mcp';

/**
 * Serves the protocol's Streamable HTTP on this machine only, without sessions: each request is answered by itself. A page
 * in a browser cannot call it, as it does not know the token. Resolves once it listens; fails with `usage` if the port is taken.
 */
export async function serveHttp({
  createServer: create,
  port,
  token,
}: HttpServingOptions): Promise<Listener> {
  const { WebStandardStreamableHTTPServerTransport } = await import(
    '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
  );
  async function answer(request: Request): Promise<Response> {
    if (![request.headers.get('host'), request.headers.get('origin')].every(isLocal)) {
      return refuse(403, 'Only programs of this machine may call it, by a local address');
    }
    if (!isSameSecret(request.headers.get('authorization') ?? '', `Bearer ${token}`)) {
      return refuse(401, 'Send the token that was printed with this address', {
        'www-authenticate': 'Bearer',
      });
    }
    if (new URL(request.url).pathname !== MCP_PATH) {
      return refuse(404, `The protocol is at ${MCP_PATH}`);
    }
    if (request.method !== 'POST') {
      // Clients ask for a stream by GET. One that ended at once would be asked for again each second.
      return refuse(405, 'There are neither streams nor sessions: send messages by POST', { allow: 'POST' });
    }
    const server = create();
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await transport.handleRequest(request);
    } finally {
      await server.close();
    }
  }
  // Without this option, the adapter replaces the global Request and Response of the whole process.
  const listener = getRequestListener(answer, { overrideGlobalObjects: false });
  return await listenOn(createServer(listener), { host: '127.0.0.1', port });
}

/** A page elsewhere may have a name that leads to this machine: its requests have that name as host or origin. */
function isLocal(hostOrOrigin: string | null): boolean {
  return hostOrOrigin === null || LOOPBACK_NAMES.has(hostNameOf(hostOrOrigin.replace(/^https?:\/\//, '')));
}

function refuse(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error: message }, { status, headers });
}
