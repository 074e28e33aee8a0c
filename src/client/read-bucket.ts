import type { Bucket } from './gate/gate-state.ts';
import type { ApiResponse } from './send.ts';
import { serviceTimeMs } from './service-time.ts';

/** Reset times, and the service's own time, are whole seconds: one more makes sure that the window has ended. */
export const RESET_MARGIN_MS = 1_000;

/** What an answer tells of the primary limit that it counted against (specification 2.9); undefined where nothing. */
export function readBucket(
  response: ApiResponse,
  nowMs: number,
): (Bucket & { readonly resource: string }) | undefined {
  const remaining = readNumber(response, 'x-ratelimit-remaining');
  const resetSeconds = readNumber(response, 'x-ratelimit-reset');
  if (remaining === undefined || resetSeconds === undefined) {
    return undefined;
  }
  const leftMs = resetSeconds * 1_000 - serviceTimeMs(response, nowMs);
  const resource = response.headers.get('x-ratelimit-resource')?.trim() ?? '';
  return {
    resource: resource === '' ? 'core' : resource,
    remaining,
    resetMs: nowMs + leftMs + RESET_MARGIN_MS,
  };
}

function readNumber({ headers }: ApiResponse, name: string): number | undefined {
  const text = headers.get(name)?.trim() ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
