import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { type Listener, type ListeningPlace, listenOn } from '../../base/index.ts';

interface ListenOptions extends ListeningPlace {
  readonly answer: (request: Request) => Promise<Response> | Response;
}

/** Starts an HTTP server; resolves when it answers. Fails with `usage` where the address cannot be had. */
export async function listen({ answer, ...place }: ListenOptions): Promise<Listener> {
  // The adapter would otherwise put its own Request and Response in place of Node's, for the whole process.
  const listener = getRequestListener((request) => answer(request), { overrideGlobalObjects: false });
  return await listenOn(createServer(listener), place);
}
