import type { NodeListener } from '../../browse/start-browser.ts';
import { Failure } from '../../model/failure.ts';
import { requireArgument } from './check-arguments.ts';
import type { Reader } from './create-reader.ts';
import { described, hasMethods, type Shape } from './shapes.ts';

/**
 * Makes a listener for `createServer` of `node:http`, or a handler for Express, of a reader. Bodies are streamed, and the
 * work for a request ends when its client has gone.
 *
 * @example
 * createServer(createNodeListener(reader)).listen(8080, '127.0.0.1');
 */
export function createNodeListener(reader: Pick<Reader, 'fetch'>): NodeListener {
  requireArgument('listen', 'reader', reader, READER);
  let listener: NodeListener | undefined;
  const answer = async (request: Request) => {
    try {
      return await reader.fetch(request);
    } catch (error) {
      if (request.signal.aborted || error instanceof Failure) {
        return new Response('The reader is not available\n', { status: 503 }); // The client has gone, or it was closed.
      }
      throw error;
    }
  };
  return async (incoming, outgoing) => {
    const browser = await import('../../browse/start-browser.ts');
    listener ??= browser.nodeListener(answer);
    // Express takes the path of a mounted handler out of the address; the reader has it as its prefix.
    const whole: unknown = Reflect.get(incoming, 'originalUrl');
    incoming.url = typeof whole === 'string' ? whole : incoming.url;
    await listener(incoming, outgoing);
  };
}

const READER: Shape = (value, name) =>
  hasMethods(value, ['fetch']) ? undefined : `"${name}" must be a reader, and not ${described(value)}`;
