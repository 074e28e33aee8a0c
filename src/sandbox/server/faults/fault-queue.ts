import type { JsonValue } from '../../../base/json.ts';
import { isLoopbackAddress } from '../../../base/listen-on.ts';
import { messageOf } from '../../../model/failure.ts';
import { type Fault, happensAt, readFault } from '../../fault.ts';

/** A request or migration that faults can affect. */
type FaultTarget =
  | { readonly at: 'api'; readonly method: string; readonly path: string }
  | { readonly at: 'migration' }
  | { readonly at: 'storage' };

/** The faults that have not been used yet. */
export class FaultQueue {
  #waiting: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    this.#waiting = faults;
  }

  add(fault: Fault): void {
    this.#waiting = [...this.#waiting, fault];
  }

  clear(): void {
    this.#waiting = [];
  }

  list(): readonly Fault[] {
    return this.#waiting;
  }

  /** The faults that affect a request, in the order in which they were added. Each is used once. */
  take(target: FaultTarget): readonly Fault[] {
    const matching = this.#waiting.filter((fault) => affects(fault, target));
    this.#waiting = this.#waiting.flatMap((fault) => (matching.includes(fault) ? use(fault) : [fault]));
    return matching.filter(({ skip, times }) => skip === 0 && times > 0);
  }
}

/** The rest of a fault after a matching request. */
function use(fault: Fault): readonly Fault[] {
  if (fault.skip > 0) {
    return [{ ...fault, skip: fault.skip - 1 }];
  }
  return fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : [];
}

function affects({ kind, route }: Fault, target: FaultTarget): boolean {
  if (!happensAt(kind, target.at)) {
    return false;
  }
  if (route === '') {
    return true;
  }
  return target.at === 'api'
    ? route === target.path || route === `${target.method} ${target.path}`
    : route === target.at;
}

/** A path that the service does not have. */
export const FAULT_CONTROL_PATH = '/-/faults';

/**
 * Answers a request to the control endpoint: GET lists the remaining faults, POST adds a fault or an array of faults, and
 * DELETE removes all. Only requests from this machine are accepted.
 */
export async function controlFaults(request: Request, address: string, queue: FaultQueue): Promise<Response> {
  if (!isLoopbackAddress(address)) {
    return Response.json({ message: 'Not Found' }, { status: 404 });
  }
  switch (request.method) {
    case 'GET':
      return Response.json(queue.list().map(faultJson), { status: 200 });
    case 'DELETE':
      queue.clear();
      return new Response(null, { status: 204 });
    case 'POST':
      return await addFaults(request, queue);
    default:
      return Response.json({ message: 'Use GET, POST or DELETE' }, { status: 405 });
  }
}

async function addFaults(request: Request, queue: FaultQueue): Promise<Response> {
  try {
    const body: JsonValue = JSON.parse(await request.text());
    const faults = (Array.isArray(body) ? body : [body]).map((item: JsonValue) => readFault(item));
    for (const fault of faults) {
      queue.add(fault);
    }
    return Response.json(faults.map(faultJson), { status: 201 });
  } catch (error) {
    return Response.json({ message: messageOf(error) }, { status: 422 });
  }
}

function faultJson({ kind, route, times, skip, parameters }: Fault): JsonValue {
  return { kind, route, times, skip, ...parameters };
}
