import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Connection } from './fault-stage.ts';

/** The connection of a request, as Node's server has it. */
export function connectionOf({ incoming, outgoing }: HttpBindings): Connection {
  const reset = () => void incoming.socket.resetAndDestroy();
  return {
    reset,
    sendAndReset({ head, bytes, announcedBytes }) {
      const headers = { ...Object.fromEntries(head.headers), 'content-length': announcedBytes };
      outgoing.writeHead(head.status, headers);
      // A reset would take back what the system has not sent yet; an ordinary end lets it go out first.
      outgoing.write(bytes, () => void incoming.socket.destroySoon());
      return RESPONSE_ALREADY_SENT;
    },
  };
}
