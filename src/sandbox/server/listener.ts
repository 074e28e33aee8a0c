import { createServer } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { type Listener, type ListeningPlace, listenOn } from '../../base/index.ts';

interface ListenOptions extends ListeningPlace {
  readonly answer: (request: Request, bindings: HttpBindings) => Promise<Response> | Response;
}

/** Starts an HTTP server; resolves when it answers. Fails with `usage` when the address cannot be had. */
export async function listen({ answer, ...place }: ListenOptions): Promise<Listener> {
  // The adapter would otherwise put its own Request and Response in place of Node's, for the whole process.
  const listener = getRequestListener(
    // The server is one of HTTP/1.
    (request, bindings) => answer(request, bindings as HttpBindings),
    { overrideGlobalObjects: false },
  );
  return await listenOn(createServer(listener), place);
}
