import { type JsonValue, messageOf } from '../../../base/index.ts';
import { FAULT_KINDS, type Fault, readFault } from './fault.ts';

/** What a fault can affect. */
type FaultTarget =
  | { readonly at: 'api'; readonly method: string; readonly path: string }
  | { readonly at: 'migration' }
  | { readonly at: 'storage' };

/** Keeps the faults that are to happen. */
export class FaultDesk {
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

  /** What is still to happen. */
  list(): readonly Fault[] {
    return this.#waiting;
  }

  /** The faults that affect a request, in the order in which they were added. It uses each of them once. */
  take(target: FaultTarget): readonly Fault[] {
    const fitting = this.#waiting.filter((fault) => affects(fault, target));
    this.#waiting = this.#waiting.flatMap((fault) => (fitting.includes(fault) ? use(fault) : [fault]));
    return fitting.filter(({ skip, times }) => skip === 0 && times > 0);
  }
}

/** What is left of a fault after a request that it fits. */
function use(fault: Fault): readonly Fault[] {
  if (fault.skip > 0) {
    return [{ ...fault, skip: fault.skip - 1 }];
  }
  return fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : [];
}

function affects({ kind, route }: Fault, target: FaultTarget): boolean {
  const { at } = FAULT_KINDS[kind];
  if (at !== target.at && (at !== 'both' || target.at === 'migration')) {
    return false;
  }
  if (route === '') {
    return true;
  }
  return target.at === 'api'
    ? route === target.path || route === `${target.method} ${target.path}`
    : route === target.at;
}

/** Where faults are controlled: no path of the service. */
export const FAULT_CONTROL_PATH = '/-/faults';

/**
 * Answers a request to the control endpoint: GET lists what is still to go wrong, POST adds a fault or an array of
 * them, DELETE forgets all. It is for this machine alone.
 */
export async function controlFaults(request: Request, address: string, desk: FaultDesk): Promise<Response> {
  if (!isLoopback(address)) {
    return write(404, { message: 'Not Found' });
  }
  switch (request.method) {
    case 'GET':
      return write(200, desk.list().map(faultJson));
    case 'DELETE':
      desk.clear();
      return new Response(null, { status: 204 });
    case 'POST':
      return await addFaults(request, desk);
    default:
      return write(405, { message: 'Use GET, POST or DELETE' });
  }
}

async function addFaults(request: Request, desk: FaultDesk): Promise<Response> {
  try {
    const body: JsonValue = JSON.parse(await request.text());
    const faults = (Array.isArray(body) ? body : [body]).map((item: JsonValue) => readFault(item));
    for (const fault of faults) {
      desk.add(fault);
    }
    return write(201, faults.map(faultJson));
  } catch (error) {
    return write(422, { message: messageOf(error) });
  }
}

function faultJson({ kind, route, times, skip, parameters }: Fault): JsonValue {
  return { kind, route, times, skip, ...parameters };
}

function write(status: number, body: JsonValue): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });
}

/** True for addresses of this machine, as sockets report them: IPv4, IPv6, and IPv4 written as IPv6. */
function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(address);
}
