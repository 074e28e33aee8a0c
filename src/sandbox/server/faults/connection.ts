import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Connection } from './fault-stage.ts';

/** The connection of a request, as Node's server has it. */
export function connectionOf({ incoming, outgoing }: HttpBindings): Connection {
  let cut: Response | undefined;
  return {
    get cut() {
      return cut;
    },
    reset() {
      cut = RESPONSE_ALREADY_SENT;
      incoming.socket.resetAndDestroy();
      return cut;
    },
    sendAndReset({ head, bytes, announcedBytes }) {
      if (cut !== undefined) {
        return cut;
      }
      cut = RESPONSE_ALREADY_SENT;
      const headers = { ...Object.fromEntries(head.headers), 'content-length': announcedBytes };
      outgoing.writeHead(head.status, headers);
      // A reset would take back what the system has not sent yet; an ordinary end lets it go out first.
      outgoing.write(bytes, () => void incoming.socket.destroySoon());
      return cut;
    },
  };
}
