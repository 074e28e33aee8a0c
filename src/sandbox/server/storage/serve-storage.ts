import type { HttpBindings } from '@hono/node-server';
import { connectionOf } from '../faults/connection.ts';
import { refuseStorage } from '../faults/refuse-storage.ts';
import { withFaults } from '../faults/with-faults.ts';
import type { ServiceCore } from '../service.ts';
import { answerStorageRequest } from './storage.ts';

/** Answers a request to the storage origin, unless something is to go wrong with it. */
export function serveStorage(
  request: Request,
  bindings: HttpBindings,
  service: ServiceCore,
): Promise<Response> {
  const respond = withFaults(
    (asked) => answerStorageRequest(asked, service),
    service.faults.take({ at: 'storage' }),
    {
      clock: service.clock,
      connection: connectionOf(bindings),
      refuse: (refusal) => refuseStorage(refusal, service),
    },
  );
  return respond(request);
}
