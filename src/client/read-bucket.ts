import { type Bucket, MAX_WINDOW_MS } from './gate/gate-state.ts';
import type { ApiResponse } from './send.ts';
import { serviceTimeMs } from './service-time.ts';

/** Reset times, and the service's own time, are whole seconds: one more makes sure that the window has ended. */
export const RESET_MARGIN_MS = 1_000;

/** What an answer tells of the primary limit that it counted against (specification 2.9); undefined where nothing. */
export function readBucket(
  response: ApiResponse,
  nowMs: number,
): (Bucket & { readonly resource: string }) | undefined {
  const text = response.headers.get('x-ratelimit-remaining')?.trim() ?? '';
  const leftMs = readResetLeft(response, nowMs);
  if (!/^\d{1,15}$/.test(text) || leftMs === undefined) {
    return undefined;
  }
  return {
    resource: readResource(response),
    remaining: Number(text),
    resetMs: nowMs + leftMs + RESET_MARGIN_MS,
  };
}

/** The resource that a request counted against. */
export function readResource({ headers }: Pick<ApiResponse, 'headers'>): string {
  const resource = headers.get('x-ratelimit-resource')?.trim() ?? '';
  return resource === '' ? 'core' : resource;
}

/** True where an answer says that nothing is left. */
export function isUsedUp({ headers }: Pick<ApiResponse, 'headers'>): boolean {
  const text = headers.get('x-ratelimit-remaining')?.trim() ?? '';
  return text !== '' && Number(text) <= 0;
}

/**
 * How long the window still lasts, in milliseconds; less than 0 where it is over. Seconds since the Unix epoch by the
 * specification; gateways send fractions and milliseconds. A time that no window can have, by the clock of the service
 * and by ours, is none.
 */
export function readResetLeft(response: Pick<ApiResponse, 'headers'>, nowMs: number): number | undefined {
  const text = response.headers.get('x-ratelimit-reset')?.trim() ?? '';
  if (!/^\d{1,15}(\.\d+)?$/.test(text)) {
    return undefined;
  }
  const value = Number(text);
  return [serviceTimeMs(response, nowMs), nowMs]
    .flatMap((baseMs) => [value * 1_000 - baseMs, value - baseMs])
    .map((leftMs) => Math.ceil(leftMs))
    .find((leftMs) => Math.abs(leftMs) <= MAX_WINDOW_MS);
}
