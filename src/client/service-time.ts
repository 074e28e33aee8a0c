import type { ApiResponse } from './send.ts';

/**
 * The service's time when it answered, in milliseconds since the Unix epoch, from its Date header (RFC 9110, 6.6.1;
 * whole seconds): its clock may differ from ours. Without the header it is `nowMs`.
 */
export function serviceTimeMs(response: Pick<ApiResponse, 'headers'>, nowMs: number): number {
  const dateMs = Date.parse(response.headers.get('date') ?? '');
  return Number.isNaN(dateMs) ? nowMs : dateMs;
}

/**
 * Parses a Retry-After header, seconds or date (RFC 9110, 10.2.3), to a delay in milliseconds; 0 if the date has passed,
 * undefined if it is absent or invalid.
 */
export function readRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) {
    return Math.ceil(Number(text) * 1_000);
  }
  const dateMs = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}
