import type { JsonValue } from '../../../base/index.ts';
import { messageOf } from '../../../base/index.ts';
import { type Fault, readFault } from './fault.ts';
import type { FaultDesk } from './fault-desk.ts';
import { isLoopback } from './loopback.ts';

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
