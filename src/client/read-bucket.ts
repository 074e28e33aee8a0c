import { MAX_WINDOW_MS, type Rest } from './gate/token-limits.ts';
import type { ApiResponse } from './send.ts';
import { serviceTimeMs } from './service-time.ts';

/** Times of the service are whole seconds: one more ensures that the window has ended. */
export const RESET_MARGIN_MS = 1_000;

/** Reads the state of the primary limit from a response (specification 2.9); undefined if it is absent. */
export function readRest(response: ApiResponse, nowMs: number): Rest | undefined {
  const text = response.headers.get('x-ratelimit-remaining')?.trim() ?? '';
  const leftMs = readResetLeft(response, nowMs);
  if (!/^\d{1,15}$/.test(text) || leftMs === undefined) {
    return undefined;
  }
  return { requests: Number(text), resetMs: nowMs + leftMs + RESET_MARGIN_MS };
}

/** The resource that a request counted against. */
export function readResource({ headers }: Pick<ApiResponse, 'headers'>): string {
  const resource = headers.get('x-ratelimit-resource')?.trim() ?? '';
  return resource === '' ? 'core' : resource;
}

/** True if the primary limit is used up. */
export function isUsedUp({ headers }: Pick<ApiResponse, 'headers'>): boolean {
  const text = headers.get('x-ratelimit-remaining')?.trim() ?? '';
  return text !== '' && Number(text) <= 0;
}

/**
 * How many milliseconds the window still lasts; negative if it is over. The header is in seconds since the Unix epoch
 * according to the specification, but gateways send fractions and milliseconds. Undefined if the time is impossible by
 * the service's clock and by ours.
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
